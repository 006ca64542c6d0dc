import { Trans, useLingui } from '@lingui/react/macro';
import { IconLock } from '@tabler/icons-react';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import {
  onPreviewReady,
  type PreviewDesign,
  previewPath,
  sendDesign,
} from '../../platform/design-preview.ts';
import { cx } from '../../ui/class-names.ts';
import styles from './designer.module.css';

export type Device = 'desktop' | 'mobile';

/** The width of the previewed page, in pixels. */
const WIDTHS: Record<Device, number> = { desktop: 1280, mobile: 390 };

type PreviewProps = {
  eventId: number;
  /** The public address of the page. */
  address: string;
  device: Device;
  design: PreviewDesign;
};

/** The real public page in a frame, as wide as the chosen device. It shows unsaved changes. */
export function Preview({ eventId, address, device, design }: PreviewProps) {
  const { t } = useLingui();
  const frame = useRef<HTMLIFrameElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [readied, setReadied] = useState(0);
  const scale = useScale(box, WIDTHS[device]);
  useEffect(
    () =>
      onPreviewReady(
        () => frame.current,
        () => setReadied((times) => times + 1),
      ),
    [],
  );
  useEffect(() => {
    if (readied > 0) sendDesign(frame.current, design);
  }, [readied, design]);
  return (
    <section className={cx(styles.canvas, styles[device])} aria-label={t`Preview`}>
      <div className={styles.window}>
        <div className={styles.address}>
          <IconLock size={14} stroke={1.75} aria-hidden="true" />
          <span>{address}</span>
        </div>
        <div
          ref={box}
          className={styles.view}
          style={{ '--page-width': `${WIDTHS[device]}px`, '--scale': scale } as CSSProperties}
        >
          <iframe ref={frame} title={t`Preview of the event page`} src={previewPath(eventId)} />
        </div>
      </div>
      <p className="visually-hidden" role="status">
        {readied > 0 ? <Trans>The preview is ready.</Trans> : <Trans>The preview is loading.</Trans>}
      </p>
    </section>
  );
}

/** The scale at which a page of this width fits. */
function useScale(box: React.RefObject<HTMLDivElement | null>, width: number): number {
  const [available, setAvailable] = useState(0);
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => setAvailable(entry?.contentRect.width ?? 0));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);
  return available > 0 ? Math.min(1, available / width) : 1;
}
