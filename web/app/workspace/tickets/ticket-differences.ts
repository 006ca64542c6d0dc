import { useLingui } from '@lingui/react/macro';
import type { Difference } from '../ui/conflict.tsx';
import type { FormFrame, TicketValues } from './ticket-values.ts';

/** Which fields someone else changed since the form was read, in words, beside what the form says now. */
export function useTicketDifferences(frame: FormFrame) {
  const { t } = useLingui();
  const labels: Record<keyof TicketValues, string> = {
    type: t`Type`,
    name: t`Name`,
    description: t`Description`,
    prices: t`Prices`,
    saleStartsAt: t`On sale from`,
    saleEndsAt: t`On sale until`,
    minPerOrder: t`Minimum`,
    maxPerOrder: t`Maximum`,
    hidden: t`Hide from everyone`,
    hideBeforeSale: t`Hide before it goes on sale`,
    hideAfterSale: t`Hide after sales end`,
    hideWhenSoldOut: t`Hide when sold out`,
    hideWithoutPromoCode: t`Show only with a promo code`,
    showQuantityRemaining: t`Show how many are left`,
  };
  const say = (values: TicketValues, field: keyof TicketValues): string => {
    const value = values[field];
    if (typeof value === 'boolean') return value ? t`Yes` : t`No`;
    if (typeof value === 'string') return value.replace('T', ' ');
    return value
      .map(({ label, amount, quantity }) =>
        [label, `${amount} ${frame.currency}`, quantity || t`No limit`].filter(Boolean).join(', '),
      )
      .join('; ');
  };
  return (base: TicketValues, theirs: TicketValues, yours: TicketValues): Difference[] =>
    (Object.keys(labels) as (keyof TicketValues)[])
      .filter((field) => say(base, field) !== say(theirs, field))
      .map((field) => ({
        field,
        label: labels[field],
        theirs: say(theirs, field),
        yours: say(yours, field),
      }));
}
