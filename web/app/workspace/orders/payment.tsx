import { brandName } from '@entrada/contract/sales/card-brands';
import type { OrderDetail } from '@entrada/contract/sales/orders';
import { Trans, useLingui } from '@lingui/react/macro';
import { Money } from '../../ui/money.tsx';
import styles from './drawer.module.css';
import { paymentStatusNames, providerName } from './payment-words.ts';

/** How an order was paid, or is to be paid. */
export function PaymentRow({ order }: { order: OrderDetail }) {
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <Payment order={order} />
      </div>
      {order.total > 0 && <Money minor={order.total} currency={order.currency} />}
    </div>
  );
}

function Payment({ order }: { order: OrderDetail }) {
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
