import { HUNDRED_PERCENT, parseRate, roundHalfUp } from '../../rates.ts';

/** What was paid for one ticket. Minor units. */
export type PaidUnit = {
  unitList: number;
  unitDiscount: number;
  unitFees: number;
  unitTaxAdded: number;
  unitTotal: number;
};

/** Half up, exact. Amounts in minor units, never negative. */
const share = (amount: number, of: bigint, whole: bigint): number =>
  whole === 0n ? 0 : Number(roundHalfUp(BigInt(amount) * of, whole));

/**
 * What goes back for one ticket: the share of what was paid, without the fees and the added tax on them if those stay.
 * Each unit is rounded once, half up. Minor units. Pure.
 */
export function backOf(
  unit: PaidUnit,
  { percent, keepsFees }: { percent: string; keepsFees: boolean },
): { paid: number; fees: number; back: number } {
  const { unitFees, unitTaxAdded, unitTotal: paid } = unit;
  const taxed = unit.unitList - unit.unitDiscount + unitFees;
  const ofFees = share(unitTaxAdded, BigInt(unitFees), BigInt(taxed));
  const fees = keepsFees ? Math.min(paid, unitFees + ofFees) : 0;
  return { paid, fees, back: share(paid - fees, parseRate(percent), HUNDRED_PERCENT) };
}
