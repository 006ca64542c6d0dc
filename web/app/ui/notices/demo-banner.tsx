import { Trans, useLingui } from '@lingui/react/macro';
import styles from './demo-banner.module.css';

/** Says on every page of a demonstration that nothing here is real. It is a landmark, so that nothing stands outside one. */
export function DemoBanner() {
  const { t } = useLingui();
  return (
    <aside className={styles.banner} aria-label={t`Demo mode`}>
      <Trans>Demo mode. Nothing here is real.</Trans>
    </aside>
  );
}
