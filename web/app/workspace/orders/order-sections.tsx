import type { Refund } from '@entrada/contract/refunds';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatDayTime } from '../../platform/format.ts';
import { OrderBadge } from '../ui/order-badge.tsx';
import type { OrderView } from './api.ts';
import { AttendeeList } from './attendee-list.tsx';
import { DisputeList } from './dispute-list.tsx';
import styles from './order-drawer.module.css';
import { OrderHistory } from './order-history.tsx';
import { OrderMoney } from './order-money.tsx';
import { brandName, paymentStatusNames, providerName } from './payment-words.ts';
import { RefundList } from './refund-list.tsx';

type OrderSectionsProps = {
  view: OrderView;
  timezone: string;
  /** Null for who may not refund. */
  onTryAgain: ((failed: Refund) => void) | null;
};

/** Everything about an order, what needs a look first. */
export function OrderSections({ view, timezone, onTryAgain }: OrderSectionsProps) {
  const { order, money } = view;
  return (
    <>
      <OrderBadge badge={money.badge} />
      <Facts view={view} timezone={timezone} />
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
      <Section title={<Trans>Attendees</Trans>}>
        <AttendeeList money={money} />
      </Section>
      <Section title={<Trans>Activity</Trans>}>
        <OrderHistory history={order.history} currency={order.currency} timezone={timezone} />
      </Section>
    </>
  );
}

function Section({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Facts({ view: { order }, timezone }: { view: OrderView; timezone: string }) {
  const { i18n } = useLingui();
  const { buyer } = order;
  return (
    <dl className={styles.facts}>
      <dt>
        <Trans>Buyer</Trans>
      </dt>
      <dd>
        {buyer.firstName} {buyer.lastName}
      </dd>
      <dt>
        <Trans>Email</Trans>
      </dt>
      <dd>
        <a className="link" href={`mailto:${buyer.email}`}>
          {buyer.email}
        </a>
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
      {order.promoCode && (
        <>
          <dt>
            <Trans>Promo code</Trans>
          </dt>
          <dd>{order.promoCode}</dd>
        </>
      )}
    </dl>
  );
}

function Payment({ order }: { order: OrderView['order'] }) {
  const { i18n } = useLingui();
  const { payment } = order;
  if (order.isManual) return <Trans>Created by hand</Trans>;
  if (order.total === 0) return <Trans>Free</Trans>;
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
