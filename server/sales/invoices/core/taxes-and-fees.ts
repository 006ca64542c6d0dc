import type { PricedTaxOrFee } from '@entrada/contract/pricing';

const RANK = ({ type, included }: PricedTaxOrFee) => (type === 'fee' ? 0 : included ? 2 : 1);

type Items = readonly { quantity: number; charges: readonly PricedTaxOrFee[] }[];

/**
 * Every tax or fee of an order once, as a sum over all units and lines. Fees come first, then added taxes, then
 * included taxes. Minor units.
 */
export function sumTaxesAndFees(items: Items): PricedTaxOrFee[] {
  const byId = new Map<number, PricedTaxOrFee>();
  for (const { quantity, charges } of items) {
    for (const taxOrFee of charges) {
      const { id, value } = taxOrFee;
      byId.set(id, { ...taxOrFee, value: (byId.get(id)?.value ?? 0) + value * quantity });
    }
  }
  return [...byId.values()].sort((a, b) => RANK(a) - RANK(b) || a.id - b.id);
}

/** The same sums as an order shows them to its buyer and its organizer. */
export const shownTaxesAndFees = (items: Items) =>
  sumTaxesAndFees(items).map(({ name, type, included, value }) => ({ name, type, included, value }));

/** What lines hold of one fee or tax, over all their tickets. Those with the same name, rate and kind are one. Minor units. */
export const chargeSum = (
  items: Items,
  charge: Pick<PricedTaxOrFee, 'type' | 'name' | 'rate' | 'included'>,
): number =>
  items.reduce(
    (sum, { quantity, charges }) =>
      charges
        .filter(
          ({ type, name, rate, included }) =>
            type === charge.type &&
            name === charge.name &&
            rate === charge.rate &&
            included === charge.included,
        )
        .reduce((all, { value }) => all + value * quantity, sum),
    0,
  );
