import { useLingui } from '@lingui/react/macro';
import { useTicketNames } from '../kit/data/ticket-names.ts';
import { differencesIn } from '../kit/form/differences.ts';
import type { PromoValues } from './values.ts';

type Field = Exclude<keyof PromoValues, 'ticketIds'>;

/** Which fields someone else changed since the form was read, beside what the form says now. */
export function usePromoDifferences(eventId: number) {
  const { t } = useLingui();
  const tickets = useTicketNames(eventId);
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
  const say = (values: PromoValues, field: Field): string => {
    if (field === 'discountType') return kinds[values.discountType];
    if (field === 'disabled') return values.disabled ? t`No` : t`Yes`;
    if (field === 'usageLimit') return values.usageLimit || t`No limit`;
    if (field === 'expiresAt') return values.expiresAt.replace('T', ' ');
    if (field !== 'allTickets') return values[field];
    if (values.allTickets) return t`All tickets`;
    return tickets
      .filter(({ id }) => values.ticketIds.includes(String(id)))
      .map(({ name }) => name)
      .join(', ');
  };
  return differencesIn(labels, say);
}
