import { formatMoney } from '@entrada/contract/money';
import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconChevronDown, IconReceipt } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatEventDays, formatList, formatOwnDates } from '../../platform/i18n/format.ts';
import { languageTag } from '../../platform/i18n/locales.ts';
import { CoverImage } from '../../ui/brand/cover-image.tsx';
import { Stub, StubContains, StubExtras, StubItem, StubLine, StubTotal } from '../../ui/brand/stub.tsx';
import { Money } from '../../ui/money.tsx';
import { Adjustments } from './adjustments.tsx';
import styles from './order-summary.module.css';

/** The order as a stub: event, lines, fees, total. `below` follows the total. */
export function OrderSummary({ order, below }: { order: BuyerOrder; below?: ReactNode }) {
  const { i18n, t } = useLingui();
  const { event } = order;
  const isPaid = order.completedAt !== null && order.total > 0;
  return (
    <section aria-label={t`Order summary`} className={styles.summary}>
      <Stub
        main={
          <>
            <div className={styles.event}>
              {event.cover && <CoverImage cover={event.cover} alt="" sizes="88px" />}
              <div>
                <b>{event.title}</b>
                <p>
                  <span className="num">{formatEventDays(event, i18n.locale)}</span>
                  <br />
                  {event.location.isOnline ? <Trans>Online event</Trans> : event.location.venueName}
                </p>
              </div>
            </div>
            <hr />
            <OrderLines order={order} />
          </>
        }
        end={
          <>
            <StubTotal
              label={isPaid ? <Trans>Paid</Trans> : <Trans>Total</Trans>}
              amount={<Money minor={order.total} currency={order.currency} />}
            />
            <IncludedTaxes order={order} />
            {order.refundedTotal > 0 && (
              <StubLine
                muted
                label={<Trans>Refunded</Trans>}
                amount={<Money minor={order.refundedTotal} currency={order.currency} />}
              />
            )}
            <Adjustments order={order} />
            {below}
          </>
        }
      />
    </section>
  );
}

const isIncludedTax = (taxOrFee: BuyerOrder['charges'][number]) =>
  taxOrFee.type === 'tax' && taxOrFee.included;

/**
 * Lines, discount, fees and added taxes of an order. If the event shows all-in prices, each line shows its all-in
 * total, as on the event's page. The included fees and taxes are then listed below.
 */
export function OrderLines({ order }: { order: BuyerOrder }) {
  const { i18n, t } = useLingui();
  const dates = (line: BuyerOrder['lines'][number]) =>
    formatOwnDates(line, { locale: i18n.locale, timezone: order.event.timezone });
  const { currency, promoCode } = order;
  const isInclusive = order.priceDisplay === 'inclusive';
  const added = order.charges.filter(
    (taxOrFee) => taxOrFee.value > 0 && !isIncludedTax(taxOrFee) && !isInclusive,
  );
  return (
    <>
      {order.lines.map((line) => (
        <StubLine
          key={line.id}
          label={
            <StubItem
              name={
                <Trans>
                  {line.quantity} × {line.ticketName}
                </Trans>
              }
              detail={sideBySide(
                [line.priceLabel, dates(line), line.isCancelled && t`cancelled`],
                i18n.locale,
              )}
            />
          }
          amount={
            <Money minor={isInclusive ? line.total : line.unitList * line.quantity} currency={currency} />
          }
        />
      ))}
      <StubExtras>
        {order.discountTotal > 0 && (
          <StubLine
            muted
            label={promoCode ? <Trans>Promo code {promoCode}</Trans> : <Trans>Discount</Trans>}
            amount={isInclusive ? null : <Money minor={-order.discountTotal} currency={currency} />}
          />
        )}
        {added.map((taxOrFee) => (
          <StubLine
            key={`${taxOrFee.type} ${taxOrFee.name}`}
            muted
            label={taxOrFee.name}
            amount={<Money minor={taxOrFee.value} currency={currency} />}
          />
        ))}
      </StubExtras>
    </>
  );
}

/** "Includes €21.36 VAT": the taxes in the price. Also the fees if prices are shown all-in. */
export function IncludedTaxes({ order }: { order: BuyerOrder }) {
  const { i18n } = useLingui();
  const locale = languageTag(i18n.locale);
  const within = order.charges
    .filter(
      (taxOrFee) => taxOrFee.value > 0 && (isIncludedTax(taxOrFee) || order.priceDisplay === 'inclusive'),
    )
    .map(({ name, value }) => `${formatMoney({ minor: value, currency: order.currency, locale })} ${name}`);
  if (within.length === 0) return null;
  const taxes = formatList(within, i18n.locale);
  return (
    <StubContains>
      <Trans>Includes {taxes}</Trans>
    </StubContains>
  );
}

/** On narrow screens: a row with the total. It opens to show the whole order. */
export function SummaryDisclosure({ order }: { order: BuyerOrder }) {
  const { t } = useLingui();
  return (
    <section aria-label={t`Order summary`} className={styles.disclosure}>
      <details>
        <summary>
          <IconReceipt size={20} stroke={1.75} aria-hidden="true" />
          <span>
            <Trans>Order summary</Trans>
          </span>
          <b>
            <Money minor={order.total} currency={order.currency} />
          </b>
          <IconChevronDown size={18} stroke={1.75} aria-hidden="true" />
        </summary>
        <div>
          <OrderLines order={order} />
          <IncludedTaxes order={order} />
        </div>
      </details>
    </section>
  );
}
