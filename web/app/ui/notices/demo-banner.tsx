import { Trans } from '@lingui/react/macro';
import styles from './demo-banner.module.css';

/** Says on every page of a demonstration that nothing here is real. */
export function DemoBanner() {
  return (
    <p className={styles.banner}>
      <Trans>Demo mode. Nothing here is real.</Trans>
    </p>
  );
}
