import { Trans } from '@lingui/react/macro';
import { IconCamera, IconCameraOff, IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import styles from './camera-gate.module.css';
import type { Camera, CameraProblem } from './use-camera.ts';

/** Without `onGuestList` the link may only scan. */
type CameraGateProps = { camera: Camera; onGuestList: (() => void) | undefined };

/** Shown before the camera starts: why the permission is needed, and what to do without a camera. */
export function CameraGate({ camera, onGuestList }: CameraGateProps) {
  const { state } = camera;
  if (state.step === 'asking' || state.step === 'starting' || state.step === 'on') {
    return (
      <div className={styles.gate}>
        <Skeleton width={252} height={252} />
        <p className={styles.text} role="status">
          {state.step === 'starting' && <Trans>Starting the camera</Trans>}
        </p>
      </div>
    );
  }
  const start = (label: ReactNode) => (
    <Button variant="primary" size="door" block onClick={() => void camera.start()}>
      {label}
    </Button>
  );
  if (state.step === 'prompt') {
    return (
      <div className={styles.gate}>
        <IconCamera size={56} stroke={1.5} aria-hidden="true" />
        <h2 className={styles.title}>
          <Trans>Scan tickets with the camera</Trans>
        </h2>
        <p className={styles.text}>
          <Trans>
            Your browser will ask for the camera; choose Allow. The picture stays on this device, only the
            code of a ticket is sent.
          </Trans>
        </p>
        <div className={styles.actions}>{start(<Trans>Start camera</Trans>)}</div>
        <Hint />
      </div>
    );
  }
  return (
    <div className={styles.gate}>
      <Problem problem={state.problem} />
      <div className={styles.actions}>
        {state.problem !== 'insecure' && start(<Trans>Try again</Trans>)}
        {onGuestList && (
          <Button size="door" block onClick={onGuestList}>
            <Trans>Open guest list</Trans>
          </Button>
        )}
      </div>
      <Hint />
    </div>
  );
}

function Hint() {
  return (
    <p className={styles.hint}>
      <Trans>A hardware scanner that types like a keyboard works without the camera.</Trans>
    </p>
  );
}

function Problem({ problem }: { problem: CameraProblem }) {
  const words: Record<CameraProblem, { title: ReactNode; text: ReactNode }> = {
    denied: {
      title: <Trans>The camera is blocked</Trans>,
      text: (
        <Trans>
          This page may not use the camera. Open the site settings beside the address, allow the camera, then
          try again.
        </Trans>
      ),
    },
    missing: {
      title: <Trans>No camera found</Trans>,
      text: <Trans>This device has no camera, or it is not connected. Connect one, then try again.</Trans>,
    },
    busy: {
      title: <Trans>The camera is in use</Trans>,
      text: <Trans>It did not start. Close other apps that use the camera, then try again.</Trans>,
    },
    insecure: {
      title: <Trans>The camera needs https</Trans>,
      text: (
        <Trans>
          Browsers open the camera only on a secure address. Ask the organizer for the link that starts with
          https, or use the guest list.
        </Trans>
      ),
    },
    lost: {
      title: <Trans>The camera stopped</Trans>,
      text: <Trans>It was disconnected, or another app took it. Start it again to go on scanning.</Trans>,
    },
  };
  const Icon = problem === 'denied' || problem === 'insecure' ? IconLock : IconCameraOff;
  return (
    <div role="alert">
      <Icon size={56} stroke={1.5} aria-hidden="true" />
      <h2 className={styles.title}>{words[problem].title}</h2>
      <p className={styles.text}>{words[problem].text}</p>
    </div>
  );
}
