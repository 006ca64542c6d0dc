import type { MessageStatus } from '@entrada/contract/outreach/messages';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { formatCount } from '../../platform/i18n/format.ts';
import { cx } from '../../ui/class-names.ts';
import { eventPath } from '../kit/data/event.ts';
import tabStyles from '../kit/display/tabs.module.css';
import { useCurrentInView } from '../kit/display/use-current-in-view.ts';
import styles from './messages.module.css';

const STATUSES = {
  all: ['draft', 'scheduled', 'sending', 'stopped', 'sent'],
  sent: ['sent', 'sending', 'stopped'],
  scheduled: ['scheduled'],
  draft: ['draft'],
} as const satisfies Record<string, readonly MessageStatus[]>;

export type MessageTab = keyof typeof STATUSES | 'reminders';

const FILTER = 'filter_fields[status][in]';

/** The tab that a filter of the list belongs to. */
export const tabOf = (filter: string | undefined): MessageTab =>
  (Object.keys(STATUSES) as (keyof typeof STATUSES)[]).find((tab) => STATUSES[tab].join(',') === filter) ??
  'all';

type MessageTabsProps = {
  eventId: number;
  current: MessageTab;
  /** How many there are of each state; undefined where that is not known. */
  counts: Partial<Record<MessageStatus, number>> | undefined;
};

/** The tabs of the messages by state, with the number of messages in each, and the reminders. */
export function MessageTabs({ eventId, current, counts }: MessageTabsProps) {
  const { t, i18n } = useLingui();
  const nav = useCurrentInView(counts ? current : '');
  const names: Record<keyof typeof STATUSES, string> = {
    all: t({ message: 'All', context: 'messages' }),
    sent: t({ message: 'Sent', context: 'messages' }),
    scheduled: t({ message: 'Scheduled', context: 'messages' }),
    draft: t`Drafts`,
  };
  const path = eventPath(eventId, 'messages');
  return (
    <nav ref={nav} className={cx(tabStyles.tabs, styles.tabs)} aria-label={t`Messages by state`}>
      {(Object.keys(names) as (keyof typeof STATUSES)[]).map((one) => {
        const count = counts && STATUSES[one].reduce((sum, status) => sum + (counts[status] ?? 0), 0);
        const search = one === 'all' ? '' : `?${new URLSearchParams({ [FILTER]: STATUSES[one].join(',') })}`;
        return (
          <Link key={one} to={`${path}${search}`} aria-current={one === current ? 'page' : undefined}>
            {names[one]}{' '}
            {count !== undefined && (
              <span className={styles.tabCount}>{formatCount(count, i18n.locale)}</span>
            )}
          </Link>
        );
      })}
      <Link to={`${path}/reminders`} aria-current={current === 'reminders' ? 'page' : undefined}>
        <Trans>Reminders</Trans>
      </Link>
    </nav>
  );
}
