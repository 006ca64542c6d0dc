import { Trans, useLingui } from '@lingui/react/macro';
import { IconLineScan, IconListSearch } from '@tabler/icons-react';
import styles from './view-tabs.module.css';

export const tabId = (view: 'scan' | 'guests') => `door-tab-${view}`;
export const panelId = 'door-panel';

/** Below the scanner of a supervisor: the scanner, and the way to guests, counts, log and sales. */
export function ViewTabs({ onGuests }: { onGuests: () => void }) {
  const { t } = useLingui();
  return (
    <div className={styles.tabs} role="tablist" aria-label={t`Check-in`}>
      <button
        type="button"
        role="tab"
        id={tabId('scan')}
        aria-controls={panelId}
        aria-selected="true"
        className={styles.tab}
      >
        <IconLineScan size={22} stroke={1.75} aria-hidden="true" />
        <Trans>Scan</Trans>
      </button>
      <button
        type="button"
        role="tab"
        id={tabId('guests')}
        aria-controls={panelId}
        aria-selected="false"
        className={styles.tab}
        onClick={onGuests}
      >
        <IconListSearch size={22} stroke={1.75} aria-hidden="true" />
        <Trans>Guest list</Trans>
      </button>
    </div>
  );
}
