import { useLingui } from '@lingui/react/macro';
import { useTicketNames } from '../kit/data/ticket-names.ts';
import { sayRate } from '../kit/fields/rate.ts';
import { namesOf } from '../kit/fields/ticket-choice.tsx';
import { useDifferences } from '../kit/form/differences.ts';
import { sayAmount } from '../kit/form/typed.ts';
import { useFrame } from '../kit/form/use-frame.ts';
import type { PromoValues } from './values.ts';

type Field = Exclude<keyof PromoValues, 'ticketIds'>;

/** What someone else changed after the form of a promo code was read. */
export function usePromoDifferences(eventId: number) {
  const { i18n, t } = useLingui();
  const tickets = useTicketNames(eventId);
  const frame = useFrame();
  const labels: Record<Field, string> = {
    code: t`Code`,
    discountType: t`Discount`,
    percentage: t`Percentage off`,
    amount: t`Amount off each ticket`,
    allTickets: t`Tickets`,
    usageLimit: t`Orders that may use it`,
    expiresAt: t`Expires`,
    disabled: t`Active`,
  };
  const kinds: Record<PromoValues['discountType'], string> = {
    percentage: t`Percentage`,
    fixed: t`Fixed amount`,
    none: t`No discount`,
  };
  return useDifferences<PromoValues, Field>(labels, (values, field) => {
    if (field === 'discountType') return kinds[values.discountType];
    if (field === 'disabled') return values.disabled ? t`No` : t`Yes`;
    if (field === 'percentage' && values.percentage) return sayRate(values.percentage, frame.locale);
    if (field === 'amount' && values.amount) return sayAmount(values.amount, frame);
    if (field === 'usageLimit') return values.usageLimit || t`No limit`;
    if (field !== 'allTickets') return undefined;
    return values.allTickets ? t`All tickets` : namesOf(values.ticketIds, { tickets, locale: i18n.locale });
  });
}
