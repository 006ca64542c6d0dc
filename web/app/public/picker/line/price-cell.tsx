import type { PublicTicket } from '@entrada/contract/catalog/shop';
import { formatMoney } from '@entrada/contract/money';
import { displayPrice } from '@entrada/contract/pricing';
import { Trans, useLingui } from '@lingui/react/macro';
import { languageTag } from '../../../platform/i18n/locales.ts';
import { type PublicPrice, type SaleEvent, unitOf } from '../selection.ts';
import styles from './row.module.css';

/** The price of one ticket, with fees and taxes beside it or included. The old price is struck through. */
export function PriceCell(props: { event: SaleEvent; ticket: PublicTicket; price: PublicPrice }) {
  const { event, ticket, price } = props;
  const { i18n } = useLingui();
  const { now, before } = unitOf(event, ticket, price);
  const shown = displayPrice(now, event.settings.priceDisplay);
  const old = before && displayPrice(before, event.settings.priceDisplay);
  const money = (minor: number) =>
    formatMoney({ minor, currency: event.currency, locale: languageTag(i18n.locale) });
  const fees = money(shown.plusFees);
  const taxes = money(shown.plusTaxes);
  return (
    <div className={styles.price}>
      {old && (
        <del className={styles.old}>
          <span className="visually-hidden">
            <Trans>Before:</Trans>{' '}
          </span>
          {money(old.amount)}
        </del>
      )}
      <span className={styles.amount}>{shown.total === 0 ? <Trans>Free</Trans> : money(shown.amount)}</span>
      {shown.total === 0 && ticket.taxesAndFees.length === 0 && (
        <span className={styles.plus}>
          <Trans>No fee</Trans>
        </span>
      )}
      {shown.plusFees > 0 && (
        <span className={styles.plus}>
          <Trans>+ {fees} fee</Trans>
        </span>
      )}
      {shown.plusTaxes > 0 && (
        <span className={styles.plus}>
          <Trans>+ {taxes} tax</Trans>
        </span>
      )}
    </div>
  );
}
