import { EVENT_STATES, type EventState } from '@entrada/contract/catalog/events';
import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { formatCount } from '../../platform/i18n/format.ts';
import { cx } from '../../ui/class-names.ts';
import tabStyles from '../kit/display/tabs.module.css';
import { useCurrentInView } from '../kit/display/use-current-in-view.ts';
import styles from './events.module.css';

type EventTabsProps = {
  state: EventState;
  /** The address without a tab. */
  path: string;
  /** The chosen organizer. It stays chosen in the other tabs. */
  organizerId: string | undefined;
  counts: Record<EventState, number> | undefined;
};

/** The tabs of the events by time, with the number of events in each. */
export function EventTabs({ state, path, organizerId, counts }: EventTabsProps) {
  const { t, i18n } = useLingui();
  // The counts make the tabs wider, so the current tab is scrolled into view again.
  const nav = useCurrentInView(counts ? state : '');
  const tabs: Record<EventState, string> = {
    upcoming: t({ message: 'Upcoming', context: 'events' }),
    ongoing: t({ message: 'Ongoing', context: 'events' }),
    ended: t({ message: 'Ended', context: 'events' }),
    archived: t({ message: 'Archived', context: 'events' }),
  };
  const search =
    organizerId === undefined
      ? ''
      : `?${new URLSearchParams({ 'filter_fields[organizer_id][eq]': organizerId })}`;
  return (
    <nav ref={nav} className={cx(tabStyles.tabs, styles.tabs)} aria-label={t`Events by time`}>
      {EVENT_STATES.map((one) => (
        <Link
          key={one}
          to={`${one === 'upcoming' ? path : `${path}/${one}`}${search}`}
          aria-current={one === state ? 'page' : undefined}
        >
          {tabs[one]}{' '}
          {counts && <span className={styles.tabCount}>{formatCount(counts[one], i18n.locale)}</span>}
        </Link>
      ))}
    </nav>
  );
}
