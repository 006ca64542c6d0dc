import { Trans, useLingui } from '@lingui/react/macro';
import { IconBulb, IconCameraRotate } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { cx } from '../../ui/class-names.ts';
import { CameraGate } from './camera-gate.tsx';
import type { Camera } from './use-camera.ts';
import { useDecoder } from './use-decoder.ts';
import type { Detector } from './use-detector.ts';
import styles from './view.module.css';

type ScanViewProps = {
  camera: Camera;
  detector: Detector;
  /** Whether to search for codes. False while a verdict or the settings are open. */
  isLooking: boolean;
  isChecking: boolean;
  onCode: (code: string) => void;
  /** Undefined if this device may not search. */
  onGuestList: (() => void) | undefined;
  onCamera: (id: string) => void;
  onTorch: () => void;
};

export function ScanView(props: ScanViewProps) {
  const { camera, onGuestList } = props;
  if (camera.state.step !== 'on') return <CameraGate camera={camera} onGuestList={onGuestList} />;
  return <Viewfinder {...props} stream={camera.state.stream} hasTorch={camera.state.hasTorch} />;
}

function Viewfinder(props: ScanViewProps & { stream: MediaStream; hasTorch: boolean }) {
  const { camera, detector, stream, hasTorch, isLooking, isChecking, onCode, onCamera, onTorch } = props;
  const { t } = useLingui();
  const video = useRef<HTMLVideoElement>(null);
  useDecoder(video, isLooking && detector.step === 'ready' ? detector.detect : undefined, onCode);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    element.srcObject = stream;
    // This fails only if the element no longer exists.
    element.play().catch(() => undefined);
  }, [stream]);
  const isFront = stream.getVideoTracks()[0]?.getSettings().facingMode === 'user';
  const next = nextCamera(camera);
  return (
    <div className={styles.view}>
      <video
        ref={video}
        className={cx(styles.video, isFront && styles.mirrored)}
        playsInline
        muted
        autoPlay
        aria-label={t`Camera picture`}
      />
      <div className={styles.finder} aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
        {isLooking && detector.step === 'ready' && <span className={styles.beam} />}
      </div>
      <p className={styles.aim} role="status">
        {detector.step === 'failed' ? (
          <Trans>The code reader could not load. Reload the page, or use a hardware scanner.</Trans>
        ) : isChecking ? (
          <Trans>Checking</Trans>
        ) : detector.step === 'loading' ? (
          <Trans>Getting the code reader ready</Trans>
        ) : (
          <Trans>Point the camera at the QR code</Trans>
        )}
      </p>
      <div className={styles.tools}>
        {hasTorch && (
          <button
            type="button"
            className={cx(styles.tool, camera.torch && styles.lit)}
            aria-label={t`Torch`}
            title={t`Torch`}
            aria-pressed={camera.torch}
            onClick={onTorch}
          >
            <IconBulb size={24} stroke={1.75} aria-hidden="true" />
          </button>
        )}
        {next && (
          <button
            type="button"
            className={styles.tool}
            aria-label={t`Change camera`}
            title={t`Change camera`}
            onClick={() => onCamera(next)}
          >
            <IconCameraRotate size={24} stroke={1.75} aria-hidden="true" />
          </button>
        )}
      </div>
    </div>
  );
}

function nextCamera({ cameras, current }: Camera): string | undefined {
  if (cameras.length < 2) return undefined;
  const index = cameras.findIndex((camera) => camera.id === current);
  return cameras[(index + 1) % cameras.length]?.id;
}
