import { Trans, useLingui } from '@lingui/react/macro';
import { drawQr } from '../../../platform/qr.ts';
import styles from './links.module.css';

const QUIET = 4;

/** The address of a link as a code, which opens the door's page on the phone that scans it. */
export function LinkQr({ path, name }: { path: string; name: string }) {
  const { t } = useLingui();
  const { size, path: drawn } = drawQr(location.origin + path);
  const edge = size + 2 * QUIET;
  return (
    <figure className={styles.figure}>
      <svg
        className={styles.qr}
        viewBox={`${-QUIET} ${-QUIET} ${edge} ${edge}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label={t`Code of the link ${name}`}
      >
        <path d={drawn} />
      </svg>
      <figcaption className={styles.quiet}>
        <Trans>Scan it with a phone to open the door there.</Trans>
      </figcaption>
    </figure>
  );
}
