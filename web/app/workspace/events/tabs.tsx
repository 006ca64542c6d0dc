import { EVENT_STATES, type EventState } from '@entrada/contract/catalog/events';
import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { formatCount } from '../../platform/i18n/format.ts';
import { useCurrentInView } from '../kit/display/use-current-in-view.ts';
import styles from './events.module.css';

type EventTabsProps = {
  state: EventState;
  /** The address without a tab. */
  path: string;
  /** The organizer that was chosen stays chosen from tab to tab. */
  organizerId: string | undefined;
  counts: Record<EventState, number> | undefined;
};

/** The events by time, with how many there are of each. */
export function EventTabs({ state, path, organizerId, counts }: EventTabsProps) {
  const { t, i18n } = useLingui();
  // Their figures make the tabs wider.
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
    <nav ref={nav} className={styles.tabs} aria-label={t`Events by time`}>
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
