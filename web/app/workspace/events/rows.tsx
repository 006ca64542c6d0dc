import type { EventRow } from '@entrada/contract/catalog/events';
import { formatMoney } from '@entrada/contract/money';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { formatEventDays, formatTime } from '../../platform/i18n/format.ts';
import { languageTag } from '../../platform/i18n/locales.ts';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { attentionPath, eventPath } from '../kit/data/event.ts';
import { dotted } from '../kit/display/dotted.ts';
import { EventStatusBadge } from '../kit/display/event-status.tsx';
import { Sold, SoldWords } from '../kit/display/sold.tsx';
import { useNarrow } from '../kit/display/use-narrow.ts';
import { CoverThumb } from '../kit/images/cover-thumb.tsx';
import type { ColumnChoice, Columns } from '../kit/list/use-columns.ts';
import { SelectableRow } from '../kit/selection/select-boxes.tsx';
import type { Selection } from '../kit/selection/use-selection.ts';
import styles from './events.module.css';
import { EventMenu } from './menu.tsx';

type EventRowsProps = {
  rows: EventRow[];
  byMonth: boolean;
  /** Whether each row names its organizer, because there are several. */
  showsOrganizer: boolean;
  columns: Columns;
  /** Null while the boxes are hidden. */
  selection: Selection | null;
  /** The number of orders that wait for a person, by the event's id. Undefined while unknown. */
  waiting: ReadonlyMap<number, number> | undefined;
  duplicate: (event: EventRow) => void;
};

/** The columns of the list of events. All but the name can be hidden. */
export function useEventColumns(): ColumnChoice[] {
  return [
    { key: 'event', header: <Trans>Event</Trans> },
    { key: 'status', header: <Trans>Status</Trans> },
    { key: 'sold', header: <Trans>Tickets sold</Trans> },
    { key: 'gross', header: <Trans>Gross sales</Trans> },
  ];
}

/** The events, grouped by the month in which they start, in each event's own time zone. */
export function EventRows({ rows, byMonth, columns, selection, ...row }: EventRowsProps) {
  const { i18n } = useLingui();
  const isNarrow = useNarrow();
  const has = (key: string) => isNarrow || columns.has(key);
  const groups = new Map<string, EventRow[]>();
  for (const row of rows) {
    const month = byMonth ? part(row, i18n.locale, { month: 'long', year: 'numeric' }) : '';
    groups.set(month, [...(groups.get(month) ?? []), row]);
  }
  return (
    <>
      <div className={styles.head}>
        <span className={styles.headSpace} />
        {has('status') && (
          <span className={styles.status}>
            <Trans>Status</Trans>
          </span>
        )}
        {has('sold') && (
          <span className={styles.sold}>
            <Trans>Tickets sold</Trans>
          </span>
        )}
        {has('gross') && (
          <span className={styles.grossHead}>
            <Trans>Gross sales</Trans>
          </span>
        )}
        <span className={styles.menu} />
      </div>
      {[...groups].map(([month, events]) => (
        <Fragment key={month}>
          {month && <h2 className={styles.month}>{month}</h2>}
          <ul className={month ? undefined : styles.plain}>
            {events.map((event) => (
              <Row key={event.id} event={event} has={has} selection={selection} {...row} />
            ))}
          </ul>
        </Fragment>
      ))}
    </>
  );
}

type RowProps = Pick<EventRowsProps, 'showsOrganizer' | 'selection' | 'waiting' | 'duplicate'> & {
  event: EventRow;
  /** Whether a column shows. */
  has: (key: string) => boolean;
};

function Row({ event, has, selection, showsOrganizer, waiting, duplicate }: RowProps) {
  const { i18n } = useLingui();
  const waitingOrders = waiting?.get(event.id) ?? 0;
  const { locale } = i18n;
  const money = (minor: number) =>
    formatMoney({ minor, currency: event.currency, locale: languageTag(locale) });
  return (
    <SelectableRow
      selection={selection}
      id={event.id}
      name={event.title}
      className={styles.row}
      boxClassName={styles.box}
    >
      <div className={styles.date}>
        <span className="visually-hidden">{formatEventDays(event, locale)}</span>
        <span className={styles.day} aria-hidden="true">
          {part(event, locale, { day: '2-digit' }).replace(/\D/g, '')}
        </span>
        <span className={styles.weekday} aria-hidden="true">
          {part(event, locale, { weekday: 'short' })}
        </span>
      </div>
      <div className={styles.cover}>
        <CoverThumb cover={event.cover} width={112} height={56} />
      </div>
      <div className={styles.words}>
        <h3 className={styles.title}>
          <Link to={eventPath(event.id)}>{event.title}</Link>
        </h3>
        <p className={styles.place}>
          <WhereWhen event={event} showsOrganizer={showsOrganizer} />
        </p>
        {waitingOrders > 0 && (
          <Link className={styles.waiting} to={attentionPath(event.id)}>
            <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
            <Plural value={waitingOrders} one="# order needs attention" other="# orders need attention" />
          </Link>
        )}
      </div>
      {has('status') && (
        <div className={styles.status}>
          <EventStatusBadge event={event} />
          <span className={styles.soldWords}>
            <SoldWords sold={event.ticketsSold} total={event.ticketsTotal} />
          </span>
        </div>
      )}
      {has('sold') && (
        <div className={styles.sold}>
          <Sold name={event.title} sold={event.ticketsSold} total={event.ticketsTotal} />
        </div>
      )}
      {has('gross') && (
        <div className={styles.gross}>
          {money(event.paidTotal)}
          {event.refundedTotal > 0 && (
            <small>
              {event.lostToDisputes > 0 ? (
                <Trans>{money(event.paidTotal - event.refundedTotal)} after refunds and lost disputes</Trans>
              ) : (
                <Trans>{money(event.paidTotal - event.refundedTotal)} after refunds</Trans>
              )}
            </small>
          )}
        </div>
      )}
      <div className={styles.menu}>
        <EventMenu event={event} duplicate={() => duplicate(event)} />
      </div>
    </SelectableRow>
  );
}

function WhereWhen({ event, showsOrganizer }: Pick<RowProps, 'event' | 'showsOrganizer'>) {
  const { t, i18n } = useLingui();
  const place = event.isOnline
    ? t`Online`
    : sideBySide([event.venueName, event.city], i18n.locale) || t`No place yet`;
  const time = formatTime(event.startsAt, { locale: i18n.locale, timezone: event.timezone });
  const days = countDays(event);
  const length = days > 1 ? t`${plural(days, { one: '# day', other: '# days' })}` : '';
  return <>{dotted([place, time, length, showsOrganizer && event.organizer.name])}</>;
}

/** The number of days of an event. An event of at most 24 hours counts as one day. */
function countDays(event: EventRow): number {
  if (!event.endsAt) return 1;
  const ms = Date.parse(event.endsAt) - Date.parse(event.startsAt);
  return ms <= 24 * 3_600_000 ? 1 : Math.ceil(ms / 86_400_000);
}

function part(event: EventRow, locale: string, options: Intl.DateTimeFormatOptions): string {
  const tag = locale === 'en' ? 'en-GB' : languageTag(locale);
  const text = new Intl.DateTimeFormat(tag, { ...options, timeZone: event.timezone }).format(
    new Date(event.startsAt),
  );
  return text.charAt(0).toLocaleUpperCase(tag) + text.slice(1);
}

export function EventRowSkeletons() {
  return ['52%', '38%', '46%', '60%'].map((width) => (
    <div key={width} className={styles.row}>
      <Skeleton width={32} height={40} />
      <div className={styles.cover}>
        <Skeleton width={112} height={56} />
      </div>
      <div className={styles.skeletonWords}>
        <Skeleton width={width} height={14} />
        <Skeleton width="30%" />
      </div>
    </div>
  ));
}
