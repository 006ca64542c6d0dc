import type { PricedTaxOrFee } from '@entrada/contract/pricing';

const RANK = (charge: PricedTaxOrFee) => (charge.type === 'fee' ? 0 : charge.included ? 2 : 1);

/** Every tax or fee of an order once, summed over units and lines: fees, then added, then included taxes. Minor units. */
export function sumCharges(
  items: readonly { quantity: number; charges: readonly PricedTaxOrFee[] }[],
): PricedTaxOrFee[] {
  const byId = new Map<number, PricedTaxOrFee>();
  for (const { quantity, charges } of items) {
    for (const charge of charges) {
      byId.set(charge.id, { ...charge, value: (byId.get(charge.id)?.value ?? 0) + charge.value * quantity });
    }
  }
  return [...byId.values()].sort((a, b) => RANK(a) - RANK(b) || a.id - b.id);
}
