import type { MessageRow } from '@entrada/contract/outreach/messages';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { formatShortDay } from '../../platform/i18n/format.ts';
import { eventPath, useEvent } from '../kit/data/event.ts';
import { TwoLines } from '../kit/display/two-lines.tsx';
import { RowPageLink } from '../kit/list/row.tsx';
import type { TableRows } from '../kit/list/table.tsx';
import { readable } from '../kit/rich-text/placeholders.ts';
import { useBriefAudience } from './brief-audience.ts';
import { Delivery, When } from './delivery.tsx';
import { MessageItems } from './menu.tsx';
import styles from './messages.module.css';
import type { MessageActs } from './use-acts.tsx';
import { reminderNames, usePlaceholders } from './words.ts';

/** The columns and rows of the list of messages. */
export function useMessageTable(acts: MessageActs, mayWrite: boolean): TableRows<MessageRow> {
  const { t, i18n } = useLingui();
  const { id, timezone } = useEvent();
  const to = useBriefAudience();
  const placeholders = usePlaceholders();
  const name = (one: MessageRow) => readable(one.subject, placeholders) || t`Without a subject`;

  const link = (one: MessageRow) => (
    <RowPageLink to={eventPath(id, `messages/${one.id}`)}>{name(one)}</RowPageLink>
  );
  const by = (one: MessageRow) => {
    if (one.reminder) return t`Automatic reminder`;
    const who = one.createdBy;
    const day = formatShortDay(one.updatedAt, { locale: i18n.locale, timezone });
    return one.status === 'draft' ? t`Draft by ${who}, ${day}` : t`By ${who}`;
  };
  const whom = (one: MessageRow) => (one.reminder ? i18n._(reminderNames[one.reminder]) : to(one.audience));
  const people = (one: MessageRow) => (
    <Plural value={one.counts.total || one.people} one="# person" other="# people" />
  );
  return {
    columns: [
      {
        key: 'message',
        header: <Trans>Message</Trans>,
        cell: (one) => <TwoLines first={link(one)} second={by(one)} />,
      },
      {
        key: 'to',
        header: <Trans>To</Trans>,
        cell: (one) => <TwoLines first={whom(one)} second={people(one)} />,
      },
      { key: 'when', header: <Trans>When</Trans>, cell: (one) => <When message={one} /> },
      { key: 'delivery', header: <Trans>Delivery</Trans>, cell: (one) => <Delivery message={one} /> },
    ],
    rowName: name,
    menu: (one) => <MessageItems message={one} acts={acts} mayWrite={mayWrite} />,
    narrow: (one) => (
      <div className={styles.narrow}>
        <TwoLines first={link(one)} second={by(one)} />
        <span className={styles.quiet}>
          {whom(one)} · {people(one)}
        </span>
        <When message={one} />
        {one.status !== 'draft' && <Delivery message={one} />}
      </div>
    ),
  };
}
