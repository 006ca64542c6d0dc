import type { AccountTaxOrFee } from '@entrada/contract/catalog/taxes-and-fees';
import type { TicketType } from '@entrada/contract/catalog/tickets';

/** The taxes and fees of a ticket's form: the chosen ones, or the defaults of a new ticket of this type. */
export function chosenTaxesAndFees(
  { type, taxOrFeeIds }: { type: TicketType; taxOrFeeIds: readonly number[] | null },
  taxesAndFees: readonly AccountTaxOrFee[],
  currency: string,
): AccountTaxOrFee[] {
  if (type === 'free') return [];
  if (taxOrFeeIds) return taxesAndFees.filter((taxOrFee) => taxOrFeeIds.includes(taxOrFee.id));
  if (type === 'donation') return [];
  return taxesAndFees.filter(
    (taxOrFee) => taxOrFee.isDefault && (taxOrFee.currency ?? currency) === currency,
  );
}
