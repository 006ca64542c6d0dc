import { sideBySide } from '@entrada/contract/words/side-by-side';
import { Trans, useLingui } from '@lingui/react/macro';
import { Stub, StubLine } from '../../ui/brand/stub.tsx';
import { Money } from '../../ui/money.tsx';
import type { OrderView } from './api.ts';
import styles from './drawer.module.css';

/** The amounts of an order line by line, as fixed at the purchase, and what went back of it. */
export function OrderMoney({ view: { order, money } }: { view: OrderView }) {
  const { i18n } = useLingui();
  const { currency, promoCode } = order;
  const added = order.charges.filter(({ included }) => !included);
  const included = order.charges.filter((taxOrFee) => taxOrFee.included);
  const lost = money.disputes.reduce((sum, { status, amount }) => sum + (status === 'lost' ? amount : 0), 0);
  const kept = Math.max(0, money.paid - money.refunded - lost);
  const amount = (minor: number) => <Money minor={minor} currency={currency} />;
  return (
    <Stub
      className={styles.stub ?? ''}
      main={
        <>
          {order.lines.map((line) => (
            <StubLine
              key={line.id}
              label={
                <>
                  <span className="num">{line.quantity}</span> ×{' '}
                  {sideBySide([line.ticketName, line.priceLabel], i18n.locale)}
                  {line.isCancelled && (
                    <span className={styles.detail}>
                      <Trans>Cancelled</Trans>
                    </span>
                  )}
                  {line.quantity > 1 && (
                    <span className={styles.detail}>
                      <Trans>{amount(line.unitList)} each</Trans>
                    </span>
                  )}
                </>
              }
              amount={amount(line.listTotal)}
            />
          ))}
          {order.discountTotal > 0 && (
            <StubLine
              label={promoCode ? <Trans>Promo code {promoCode}</Trans> : <Trans>Discount</Trans>}
              amount={amount(-order.discountTotal)}
              muted
            />
          )}
          {added.map((taxOrFee) => (
            <StubLine
              key={`${taxOrFee.type} ${taxOrFee.name}`}
              label={taxOrFee.name}
              amount={amount(taxOrFee.value)}
              muted
            />
          ))}
        </>
      }
      end={
        <>
          <div className={styles.total}>
            <StubLine label={<Trans>Total</Trans>} amount={amount(order.total)} />
          </div>
          {included.map(({ type, name, value }) => (
            <StubLine
              key={`${type} ${name}`}
              label={<Trans>including {name}</Trans>}
              amount={amount(value)}
              muted
            />
          ))}
          {money.refunded > 0 && (
            <StubLine label={<Trans>Refunded</Trans>} amount={amount(-money.refunded)} />
          )}
          {lost > 0 && <StubLine label={<Trans>Taken back by the bank</Trans>} amount={amount(-lost)} />}
          {money.refunded + lost > 0 && <StubLine label={<Trans>Remaining</Trans>} amount={amount(kept)} />}
        </>
      }
    />
  );
}
