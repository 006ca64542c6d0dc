import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { eventPath } from '../kit/data/event.ts';
import { useCurrentInView } from '../kit/display/use-current-in-view.ts';
import { useSettingsWords } from './labels.ts';
import { loadAhead } from './late-sections.tsx';
import styles from './settings.module.css';
import { TAB_FIELDS, TABS, type Tab } from './tabs.ts';

type TabLinksProps = { eventId: number; current: Tab; errors: Record<string, string> };

/** The tabs of the settings. Tabs with errors are marked. */
export function TabLinks({ eventId, current, errors }: TabLinksProps) {
  const { t } = useLingui();
  const { tabs } = useSettingsWords();
  const ref = useCurrentInView(current);
  return (
    <nav ref={ref} className={styles.tabs} aria-label={t`Settings`}>
      {TABS.map((tab) => (
        <Link
          key={tab}
          to={eventPath(eventId, `settings/${tab}`)}
          aria-current={tab === current ? 'page' : undefined}
          onPointerEnter={() => loadAhead(tab)}
          onFocus={() => loadAhead(tab)}
          preventScrollReset
        >
          {tabs[tab]}
          {TAB_FIELDS[tab].some((field) => field in errors) && (
            <span className={styles.wrong}>
              <IconAlertCircle size={16} stroke={2} aria-hidden="true" />
              <span className="visually-hidden">
                <Trans>has errors</Trans>
              </span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
