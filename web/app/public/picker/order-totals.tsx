import { formatMoney } from '@entrada/contract/money';
import type { PricedOrder } from '@entrada/contract/pricing';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { formatList } from '../../platform/i18n/format.ts';
import { languageTag } from '../../platform/i18n/locales.ts';
import { Stub, StubContains, StubExtras, StubItem, StubLine, StubTotal } from '../../ui/brand/stub.tsx';
import { Money } from '../../ui/money.tsx';
import { Space } from '../../ui/space.tsx';
import { ContinueButton, type ContinueProps } from './continue-button.tsx';
import styles from './order-totals.module.css';
import type { Chosen, SaleEvent } from './selection.ts';

type OrderTotalsProps = { event: SaleEvent; priced: PricedOrder; lines: Chosen[]; button: ContinueProps };

/** The chosen tickets and their total, all-in from the first ticket on. Always visible on wide screens. */
export function OrderTotals({ event, priced, lines, button }: OrderTotalsProps) {
  const { t } = useLingui();
  const { currency, settings } = event;
  const minutes = settings.orderTimeoutMinutes;
  const isInclusive = settings.priceDisplay === 'inclusive';
  return (
    <aside className={styles.side} aria-label={t`Your order`}>
      <Stub
        main={
          <>
            <h2 className={styles.title}>
              <Trans>Your order</Trans>
            </h2>
            <div className={styles.scripted}>
              {lines.length === 0 && (
                <p className={styles.empty}>
                  <Trans>Choose tickets to see the total.</Trans>
                </p>
              )}
              {priced.lines.map((line, index) => {
                const chosen = lines[index];
                if (!chosen) return null;
                return (
                  <StubLine
                    key={chosen.price.id}
                    label={
                      <StubItem
                        name={
                          <Trans>
                            {line.quantity} × {chosen.ticket.name}
                          </Trans>
                        }
                        detail={chosen.price.label}
                      />
                    }
                    amount={<Money minor={isInclusive ? line.total : line.subtotal} currency={currency} />}
                  />
                );
              })}
              {!isInclusive && <Extras priced={priced} event={event} />}
            </div>
            <noscript>
              <p className={styles.empty}>
                <Trans>The next page shows the total before you enter anything.</Trans>
              </p>
            </noscript>
          </>
        }
        end={
          <>
            <div className={styles.scripted}>
              <StubTotal
                label={<Trans>Total</Trans>}
                amount={<Money minor={priced.total} currency={currency} />}
              />
              <Contained priced={priced} event={event} />
            </div>
            <ContinueButton {...button} block />
            <p className={styles.small}>
              {priced.total > 0 && <Trans>You pay on a later page.</Trans>}
              <Space />
              <Plural
                value={minutes}
                one="Your order is held for # minute."
                other="Your order is held for # minutes."
              />
            </p>
          </>
        }
      />
    </aside>
  );
}

function Extras({ priced, event }: { priced: PricedOrder; event: SaleEvent }) {
  const added = priced.charges.filter(
    (taxOrFee) => taxOrFee.value > 0 && !(taxOrFee.type === 'tax' && taxOrFee.included),
  );
  const code = event.promo?.code;
  return (
    <StubExtras>
      {priced.discount > 0 && (
        <StubLine
          muted
          label={<Trans>Promo code {code}</Trans>}
          amount={<Money minor={-priced.discount} currency={event.currency} />}
        />
      )}
      {added.map((taxOrFee) => (
        <StubLine
          key={taxOrFee.id}
          muted
          label={taxOrFee.name}
          amount={<Money minor={taxOrFee.value} currency={event.currency} />}
        />
      ))}
    </StubExtras>
  );
}

/** "Includes €21.36 VAT": the taxes in the total. Also the fees if prices are shown all-in. */
function Contained({ priced, event }: { priced: PricedOrder; event: SaleEvent }) {
  const { i18n } = useLingui();
  const locale = languageTag(i18n.locale);
  const isInclusive = event.settings.priceDisplay === 'inclusive';
  const within = priced.charges
    .filter(
      (taxOrFee) => taxOrFee.value > 0 && (isInclusive || (taxOrFee.type === 'tax' && taxOrFee.included)),
    )
    .map(({ value, name }) => `${formatMoney({ minor: value, currency: event.currency, locale })} ${name}`);
  if (within.length === 0) return null;
  const taxesAndFees = formatList(within, i18n.locale);
  return (
    <StubContains>
      <Trans>Includes {taxesAndFees}</Trans>
    </StubContains>
  );
}
