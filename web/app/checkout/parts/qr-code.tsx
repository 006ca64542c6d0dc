import { useLingui } from '@lingui/react/macro';
import type { QrDrawing } from '../../platform/qr.ts';
import styles from './qr-code.module.css';

/**
 * Dark on white in both schemes, with the white border that scanners need. The reference is shown beside it as
 * text.
 */
export function QrCode({ code, size, reference }: { code: QrDrawing; size: number; reference: string }) {
  const { t } = useLingui();
  const quiet = 2;
  const edge = code.size + 2 * quiet;
  return (
    <svg
      className={styles.code}
      width={size}
      height={size}
      viewBox={`${-quiet} ${-quiet} ${edge} ${edge}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={t`QR code of ticket ${reference}`}
    >
      <path d={code.path} />
    </svg>
  );
}
