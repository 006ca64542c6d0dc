import { personName } from '@entrada/contract/accounts/person-name';
import { brandName } from '@entrada/contract/sales/card-brands';
import { mostUrgentDispute } from '@entrada/contract/sales/disputes';
import type { Refund } from '@entrada/contract/sales/refunds';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatDayTime } from '../../platform/i18n/format.ts';
import { Note } from '../../ui/notices/note.tsx';
import { OrderBadge } from '../kit/display/order-badge.tsx';
import { Notes } from '../kit/notes/notes.tsx';
import { Timeline } from '../kit/timeline/timeline.tsx';
import { OrderMenu } from './actions/menu.tsx';
import type { OrderView } from './api.ts';
import { AttendeeList } from './attendee-list.tsx';
import styles from './drawer.module.css';
import { OrderAnswers } from './given-answers.tsx';
import { OrderMails } from './mails.tsx';
import { OrderMoney } from './money.tsx';
import { paymentStatusNames, providerName } from './payment-words.ts';
import { DisputeList } from './refunds/dispute-list.tsx';
import { RefundList } from './refunds/list.tsx';

type OrderSectionsProps = {
  view: OrderView;
  eventId: number;
  timezone: string;
  mayEdit: boolean;
  /** Null if the user may not refund. */
  onTryAgain: ((failed: Refund) => void) | null;
};

/** All sections about an order. What needs attention comes first. */
export function OrderSections({ view, eventId, timezone, mayEdit, onTryAgain }: OrderSectionsProps) {
  const { order, money } = view;
  const of = { eventId, orderId: order.id };
  return (
    <>
      <div className={styles.head}>
        <OrderBadge badge={money.badge} dispute={mostUrgentDispute(money.disputes)} timezone={timezone} />
        <OrderMenu view={view} eventId={eventId} mayEdit={mayEdit} />
      </div>
      <AwaitedNote order={order} timezone={timezone} />
      <Facts view={view} eventId={eventId} timezone={timezone} />
      <OrderMoney view={view} />
      {money.disputes.length > 0 && (
        <Section title={<Trans>Disputes</Trans>}>
          <DisputeList disputes={money.disputes} payment={order.payment} timezone={timezone} />
        </Section>
      )}
      {money.refunds.length > 0 && (
        <Section title={<Trans>Refunds</Trans>}>
          <RefundList money={money} timezone={timezone} onTryAgain={onTryAgain} />
        </Section>
      )}
      {order.lines.some(({ admits }) => admits) && (
        <Section title={<Trans>Attendees</Trans>}>
          <AttendeeList view={view} eventId={eventId} mayEdit={mayEdit} />
        </Section>
      )}
      <OrderAnswers view={view} eventId={eventId} mayEdit={mayEdit} />
      <Section title={<Trans>Emails</Trans>}>
        <OrderMails view={view} eventId={eventId} timezone={timezone} mayEdit={mayEdit} />
      </Section>
      <Section title={<Trans>Notes</Trans>} aside={<Trans>Only your team sees these</Trans>}>
        <Notes of={of} timezone={timezone} mayEdit={mayEdit} />
      </Section>
      <Section title={<Trans>Timeline</Trans>}>
        <Timeline of={of} currency={order.currency} timezone={timezone} />
      </Section>
    </>
  );
}

type SectionProps = { title: ReactNode; aside?: ReactNode; children: ReactNode };

function Section({ title, aside, children }: SectionProps) {
  return (
    <section className={styles.section}>
      <div className={styles.heading}>
        <h3>{title}</h3>
        {aside && <span className={styles.detail}>{aside}</span>}
      </div>
      {children}
    </section>
  );
}

/** Says until when an offline payment can arrive and what happens then. */
function AwaitedNote({ order, timezone }: { order: OrderView['order']; timezone: string }) {
  const { i18n } = useLingui();
  if (!order.offline?.isAwaited) return null;
  const due = formatDayTime(order.offline.dueAt, { locale: i18n.locale, timezone });
  return (
    <div className={styles.awaited}>
      <Note tone="attn">
        {order.offline.isOverdue ? (
          <Trans>
            The payment was due on {due}. The order is cancelled within a minute unless it is marked as paid.
          </Trans>
        ) : (
          <Trans>
            The buyer pays without a card, until {due}. Mark the order as paid once you have the money. If you
            have not by then, it is cancelled, its places go back on sale, and both of you are told.
          </Trans>
        )}
      </Note>
    </div>
  );
}

function Facts({
  view: { order },
  eventId,
  timezone,
}: Pick<OrderSectionsProps, 'view' | 'eventId' | 'timezone'>) {
  const { i18n } = useLingui();
  const { buyer } = order;
  return (
    <dl className={styles.facts}>
      <dt>
        <Trans>Buyer</Trans>
      </dt>
      <dd>{personName(buyer)}</dd>
      <dt>
        <Trans>Email</Trans>
      </dt>
      <dd>
        {buyer.email === '' ? (
          <Trans>No address</Trans>
        ) : (
          <a className="link" href={`mailto:${buyer.email}`}>
            {buyer.email}
          </a>
        )}
      </dd>
      <dt>
        <Trans>Bought</Trans>
      </dt>
      <dd className="num">{formatDayTime(order.createdAt, { locale: i18n.locale, timezone })}</dd>
      <dt>
        <Trans>Payment</Trans>
      </dt>
      <dd>
        <Payment order={order} />
      </dd>
      {order.invoice && (
        <>
          <dt>
            <Trans>Invoice</Trans>
          </dt>
          <dd>
            <a className="link num" href={`/api/events/${eventId}/orders/${order.id}/invoice.pdf`} download>
              {order.invoice.number}
            </a>
          </dd>
        </>
      )}
      {order.promoCode && (
        <>
          <dt>
            <Trans>Promo code</Trans>
          </dt>
          <dd>{order.promoCode}</dd>
        </>
      )}
      {order.affiliate && (
        <>
          <dt>
            <Trans>Affiliate</Trans>
          </dt>
          <dd>{order.affiliate.name}</dd>
        </>
      )}
    </dl>
  );
}

function Payment({ order }: { order: OrderView['order'] }) {
  const { i18n } = useLingui();
  const { payment } = order;
  if (order.isManual) {
    return (
      <>
        {order.paidByHand === 'cash' && <Trans>Added by hand, paid in cash</Trans>}
        {order.paidByHand === 'card' && <Trans>Added by hand, paid by card at the door</Trans>}
        {order.paidByHand === null && <Trans>Added by hand, free</Trans>}
        {order.exceedsCapacity && (
          <span className={styles.detail}>
            <Trans>Beyond the capacity</Trans>
          </span>
        )}
      </>
    );
  }
  if (order.total === 0) return <Trans>Free</Trans>;
  if (order.offline) {
    return order.completedAt ? <Trans>Paid without a card</Trans> : <Trans>Without a card, not paid</Trans>;
  }
  if (!payment) return order.completedAt ? <Trans>No online payment</Trans> : <Trans>Not paid yet</Trans>;
  const brand = payment.cardBrand && brandName(payment.cardBrand);
  const { cardLast4: last4 } = payment;
  return (
    <>
      {last4 && (
        <span className="num">
          {brand ? (
            <Trans>
              {brand} ending {last4}
            </Trans>
          ) : (
            <Trans>Card ending {last4}</Trans>
          )}
        </span>
      )}
      <span className={last4 ? styles.detail : undefined}>
        {i18n._(paymentStatusNames[payment.status])}
        {' · '}
        {providerName(i18n, payment.provider)}
      </span>
    </>
  );
}
