import type { EventDetail } from '@entrada/contract/catalog/events';
import {
  type AttentionItem,
  checkUnclearPayments,
  type StockItem,
} from '@entrada/contract/insight/attention';
import type { AttentionKind } from '@entrada/contract/sales/orders';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  IconBuildingBank,
  IconClockPause,
  IconCreditCardOff,
  IconMailX,
  IconMessageQuestion,
  IconReceiptRefund,
  IconScale,
  IconTicket,
  IconTicketOff,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { api } from '../../../platform/api/client.ts';
import { formatCount, formatDayTime } from '../../../platform/i18n/format.ts';
import { Money } from '../../../ui/money.tsx';
import { Space } from '../../../ui/space.tsx';
import { attentionPath, eventParams, eventPath } from '../../kit/data/event.ts';
import { keys } from '../../kit/data/keys.ts';
import { useSession } from '../../kit/data/session.ts';
import { useChange } from '../../kit/data/use-change.ts';
import { KeptFigures } from '../../kit/figures/kept.tsx';
import { useRead } from '../../kit/reading/reads.ts';
import styles from '../dashboard.module.css';
import { attentionRead } from '../reads.ts';

const icons = {
  dispute: IconScale,
  lost_dispute: IconTicketOff,
  refund_failed: IconReceiptRefund,
  payment_unclear: IconCreditCardOff,
  refund_requested: IconMessageQuestion,
  mail_bounced: IconMailX,
  payment_failed: IconCreditCardOff,
  transfer_due: IconBuildingBank,
} satisfies Record<AttentionKind, unknown>;

/** What can wait a little. */
const SOON: readonly AttentionKind[] = ['transfer_due', 'refund_requested', 'mail_bounced', 'payment_failed'];

type NeedsAttentionProps = { event: Pick<EventDetail, 'id' | 'timezone' | 'calledOffAt'> };

/** What waits for a person, the most urgent first. Nothing is shown if nothing waits. */
export function NeedsAttention({ event }: NeedsAttentionProps) {
  const query = useRead(attentionRead(event.id));
  const count = (query.data?.items.length ?? 0) + (query.data?.stock.length ?? 0);
  if (!query.isError && count === 0) return null;
  return (
    <section className={styles.cell} aria-labelledby="needs-attention">
      <div className={styles.cellHead}>
        <h2 id="needs-attention">
          <Trans>Needs attention</Trans>
        </h2>
        {query.data && <span className={styles.quiet}>{count}</span>}
      </div>
      <KeptFigures query={query} timezone={event.timezone} skeleton={null}>
        {({ items, stock, currency }) => (
          <ul>
            {items.map((item) => (
              <Item key={item.kind} item={item} currency={currency} event={event} />
            ))}
            {stock.map((item) => (
              <Stock key={`${item.kind} ${item.priceId}`} item={item} event={event} />
            ))}
          </ul>
        )}
      </KeptFigures>
    </section>
  );
}

type ItemProps = NeedsAttentionProps & { item: AttentionItem; currency: string };

function Item({ item, currency, event }: ItemProps) {
  const { t } = useLingui();
  const { kind, orders } = item;
  const Icon = icons[kind];
  const titles: Record<AttentionKind, string> = {
    dispute: t`${plural(orders, { one: '# dispute to answer', other: '# disputes to answer' })}`,
    lost_dispute: t`${plural(orders, { one: '# order lost to a dispute is still valid', other: '# orders lost to disputes are still valid' })}`,
    refund_failed: t`${plural(orders, { one: '# refund failed', other: '# refunds failed' })}`,
    payment_unclear: t`${plural(orders, { one: '# payment does not fit', other: '# payments do not fit' })}`,
    refund_requested: t`${plural(orders, { one: '# refund is asked for', other: '# refunds are asked for' })}`,
    mail_bounced: t`${plural(orders, { one: 'The emails of # order bounced', other: 'The emails of # orders bounced' })}`,
    payment_failed: t`${plural(orders, { one: '# buyer could not pay', other: '# buyers could not pay' })}`,
    transfer_due: t`${plural(orders, { one: '# payment without a card is due', other: '# payments without a card are due' })}`,
  };
  const links: Record<AttentionKind, string> = {
    dispute: t`See disputes`,
    lost_dispute: t`Decide`,
    refund_failed: t`See refunds`,
    payment_unclear: t`See payments`,
    refund_requested: t`Answer`,
    mail_bounced: t`Correct the addresses`,
    payment_failed: t`See orders`,
    transfer_due: t`Check them off`,
  };
  return (
    <li className={styles.waiting}>
      <Icon
        className={SOON.includes(kind) ? styles.soon : styles.urgent}
        size={18}
        stroke={1.75}
        aria-hidden="true"
      />
      <div>
        <strong>{titles[kind]}</strong>
        <p className={styles.quiet}>
          <Reason item={item} currency={currency} event={event} />
        </p>
        <Link className="link" to={attentionPath(event.id, [kind])}>
          {links[kind]}
        </Link>
        {kind === 'payment_unclear' && <CheckAgain event={event} />}
      </div>
    </li>
  );
}

/** Asks the payment provider once more. What still does not fit comes back. */
function CheckAgain({ event }: NeedsAttentionProps) {
  const { t } = useLingui();
  const { may } = useSession();
  const { start, isPending } = useChange({
    run: () => api(checkUnclearPayments, eventParams(event.id)),
    invalidates: () => [keys.attention(event.id)],
    success: () => t`The payment provider is asked again. What still does not fit comes back here.`,
  });
  if (!may('orders.write')) return null;
  return (
    <>
      <Space />
      <button type="button" className="link" disabled={isPending} onClick={() => void start(undefined)}>
        <Trans>Ask it again</Trans>
      </button>
    </>
  );
}

/** What is at stake, until when, and what to do. */
function Reason({ item: { kind, amount: minor, dueAt }, currency, event }: ItemProps) {
  const { i18n } = useLingui();
  const amount = <Money minor={minor} currency={currency} />;
  const due = dueAt && formatDayTime(dueAt, { locale: i18n.locale, timezone: event.timezone });
  switch (kind) {
    case 'dispute':
      return due ? (
        <Trans>
          {amount} is at stake. Answer at the payment provider before {due}.
        </Trans>
      ) : (
        <Trans>{amount} is at stake. Answer at the payment provider.</Trans>
      );
    case 'lost_dispute':
      return <Trans>Banks took back {amount}. Cancel the tickets, or let them stay valid.</Trans>;
    case 'refund_failed':
      return <Trans>{amount} did not get back to the buyers. Try again, or send it another way.</Trans>;
    case 'payment_unclear':
      return (
        <Trans>
          The payment provider reported something else than these orders say. Compare them with its dashboard.
        </Trans>
      );
    case 'refund_requested':
      return (
        <>
          <Trans>Buyers ask for {amount}.</Trans>
          <Space />
          {!event.calledOffAt && <Trans>Their tickets stay valid until you approve or decline it.</Trans>}
        </>
      );
    case 'mail_bounced':
      return <Trans>Buyers or ticket holders did not get what was sent to them.</Trans>;
    case 'payment_failed':
      return (
        <Trans>Their payments of {amount} failed in the last week, and they have not ordered again.</Trans>
      );
    case 'transfer_due':
      return (
        <Trans>
          {amount} is awaited, the first until {due}. What is not paid by then is cancelled and goes back on
          sale.
        </Trans>
      );
  }
}

type StockProps = NeedsAttentionProps & { item: StockItem };

/** A ticket that runs out, or whose sale ends with some left. */
function Stock({ item, event }: StockProps) {
  const { t, i18n } = useLingui();
  const { kind, lastsDays, endsAt } = item;
  const name = sideBySide([item.ticketName, item.priceLabel], i18n.locale);
  const left = formatCount(item.left ?? 0, i18n.locale);
  const ends = endsAt && formatDayTime(endsAt, { locale: i18n.locale, timezone: event.timezone });
  const titles: Record<StockItem['kind'], string> = {
    low_stock: t`${name} has ${left} left`,
    sold_out: t`${name} is sold out`,
    ending: t`The sale of ${name} ends soon`,
  };
  const Icon = kind === 'ending' ? IconClockPause : IconTicket;
  return (
    <li className={styles.waiting}>
      <Icon className={styles.quiet} size={18} stroke={1.75} aria-hidden="true" />
      <div>
        <strong>{titles[kind]}</strong>
        <p className={styles.quiet}>
          {kind === 'low_stock' &&
            (lastsDays === null
              ? t`Nothing is sold of it at the moment.`
              : t`${plural(lastsDays, { one: 'It sells out in about a day at this pace.', other: 'It sells out in about # days at this pace.' })}`)}
          {kind === 'sold_out' && t`Raise its quantity if there is room for more.`}
          {kind === 'ending' &&
            (item.left === null ? t`It ends on ${ends}.` : t`It ends on ${ends} with ${left} left.`)}
        </p>
        <Link className="link" to={`${eventPath(event.id, 'tickets')}?drawer=${item.ticketId}`}>
          {kind === 'ending' ? t`Change its end` : t`Change quantity`}
        </Link>
      </div>
    </li>
  );
}
