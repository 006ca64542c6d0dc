import type { OrderItem } from '../../orders/core/types.ts';

/** Half up, exact. Amounts in minor units, never negative. */
const share = (amount: number, of: number, whole: number): number =>
  whole === 0 ? 0 : Number((BigInt(amount) * BigInt(of) * 2n + BigInt(whole)) / (BigInt(whole) * 2n));

type Unit = Pick<OrderItem, 'unitList' | 'unitDiscount' | 'unitFees' | 'unitTaxAdded' | 'unitTotal'>;

/**
 * What goes back for one ticket: the share of what was paid, without the fees and the added tax on them if those stay.
 * Each unit is rounded once, half up. Minor units. Pure.
 */
export function backOf(
  unit: Unit,
  { percent, keepsFees }: { percent: number; keepsFees: boolean },
): { paid: number; fees: number; back: number } {
  const { unitFees, unitTaxAdded, unitTotal: paid } = unit;
  const taxed = unit.unitList - unit.unitDiscount + unitFees;
  const fees = keepsFees ? Math.min(paid, unitFees + share(unitTaxAdded, unitFees, taxed)) : 0;
  return { paid, fees, back: share(paid - fees, percent, 100) };
}
