import { Trans, useLingui } from '@lingui/react/macro';
import { formatList } from '../../../platform/i18n/format.ts';
import { Space } from '../../../ui/space.tsx';
import type { SaleEvent } from '../selection.ts';
import styles from '../ticket-picker.module.css';

/** What the prices of this page include: "Prices in euros, VAT included. Fees are shown next to each price." */
export function PriceNote({ event, currency }: { event: SaleEvent; currency: string }) {
  const { i18n } = useLingui();
  const taxesAndFees = event.tickets
    .filter(({ type }) => type !== 'free')
    .flatMap((ticket) => ticket.taxesAndFees);
  if (event.tickets.every(({ type }) => type === 'free')) return null;
  const included = [
    ...new Set(taxesAndFees.filter((item) => item.type === 'tax' && item.included).map(({ name }) => name)),
  ];
  const taxes = formatList(included, i18n.locale);
  const hasFees = taxesAndFees.some((item) => item.type === 'fee');
  const hasAddedTaxes = taxesAndFees.some((item) => item.type === 'tax' && !item.included);
  return (
    <p className={styles.prices}>
      {event.settings.priceDisplay === 'inclusive' && taxesAndFees.length > 0 ? (
        <Trans>Prices in {currency}, all taxes and fees included.</Trans>
      ) : (
        <>
          {included.length > 0 ? (
            <Trans>
              Prices in {currency}, {taxes} included.
            </Trans>
          ) : (
            <Trans>Prices in {currency}.</Trans>
          )}
          <Space />
          {hasFees && hasAddedTaxes && <Trans>Fees and taxes are shown next to each price.</Trans>}
          {hasFees && !hasAddedTaxes && <Trans>Fees are shown next to each price.</Trans>}
          {!hasFees && hasAddedTaxes && <Trans>Taxes are shown next to each price.</Trans>}
        </>
      )}
    </p>
  );
}
