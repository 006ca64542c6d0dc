import type { AccountTaxOrFee } from '@entrada/contract/catalog/taxes-and-fees';
import { oneAfterAnother, sideBySide } from '@entrada/contract/words/side-by-side';
import { useLingui } from '@lingui/react/macro';
import { sayLocalTime, useDifferences } from '../kit/form/differences.ts';
import { type Frame, sayAmount } from '../kit/form/typed.ts';
import { chosenTaxesAndFees } from '../kit/taxes-and-fees/chosen.ts';
import type { TicketValues } from './values.ts';

/** What someone else changed after the form of a ticket was read. */
export function useTicketDifferences(frame: Frame, taxesAndFees: readonly AccountTaxOrFee[]) {
  const { t, i18n } = useLingui();
  const labels: Record<keyof TicketValues, string> = {
    type: t`Type`,
    name: t`Name`,
    description: t`Description`,
    prices: t`Prices`,
    ownStartsAt: t`Valid from`,
    ownEndsAt: t`Valid until`,
    saleStartsAt: t`On sale from`,
    saleEndsAt: t`On sale until`,
    minPerOrder: t`Minimum`,
    maxPerOrder: t`Maximum`,
    maxIsPerPerson: t`The maximum is for each person`,
    admits: t`Lets a person in`,
    hidden: t`Hide from everyone`,
    hideBeforeSale: t`Hide before it goes on sale`,
    hideAfterSale: t`Hide after sales end`,
    hideWhenSoldOut: t`Hide when sold out`,
    hideWithoutPromoCode: t`Show only with a promo code`,
    showQuantityRemaining: t`Show how many are left`,
    collapsedOnLoad: t`Start collapsed on the event page`,
    taxOrFeeIds: t`Taxes and fees`,
  };
  const sayPrices = ({ prices }: TicketValues) =>
    oneAfterAnother(
      prices.map(({ label, amount, quantity, saleStartsAt, saleEndsAt, hidden }) => {
        const window =
          [saleStartsAt, saleEndsAt].some(Boolean) &&
          [saleStartsAt, saleEndsAt].map((at) => sayLocalTime(at, i18n.locale)).join(' – ');
        const parts = [label, sayAmount(amount, frame), quantity || t`No limit`, window, hidden && t`Hidden`];
        return sideBySide(parts, i18n.locale);
      }),
      i18n.locale,
    );
  return useDifferences<TicketValues, keyof TicketValues>(labels, (values, field) => {
    if (field === 'prices') return sayPrices(values);
    if (field !== 'taxOrFeeIds') return undefined;
    return sideBySide(
      chosenTaxesAndFees(values, taxesAndFees, frame.currency).map(({ name }) => name),
      i18n.locale,
    );
  });
}
