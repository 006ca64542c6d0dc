import {
  type BilledLine,
  type CreditedLine,
  type CreditWish,
  creditOf,
  creditTotal,
  leftOf,
} from '../../invoices/core/credit.ts';
import { chargeSum } from '../../invoices/core/taxes-and-fees.ts';

/** Lines of a sale, and what a refund gives back of each of them. */
export type Given = { lines: readonly BilledLine[]; parts: readonly CreditedLine[] };

/**
 * What each refund of an order without an invoice gives back of its lines, in the order in which they went through: the same
 * as its credit note would (`creditOf`). So the refunds of the whole total give back every charge to the last minor unit,
 * however many they are (docs/money.md, rule 9). What is more than the lines have left is in none of them. Minor units.
 */
export function refundParts(lines: readonly BilledLine[], refunds: readonly CreditWish[]): CreditedLine[][] {
  const given: CreditedLine[][] = [];
  for (const { amount, ...wish } of refunds) {
    const left = creditTotal(lines, leftOf(lines, given));
    given.push(creditOf(lines, given, { ...wish, amount: Math.min(amount, left) }));
  }
  return given;
}

/** What was given back of one fee or tax, over all lines. Minor units. */
export const givenOf = (given: readonly Given[], charge: Parameters<typeof chargeSum>[1]): number =>
  given.reduce((sum, { lines, parts }) => {
    const back = lines.map(({ charges }, at) => ({
      quantity: 1,
      charges: charges.map((one, nth) => ({ ...one, value: parts[at]?.charges[nth] ?? 0 })),
    }));
    return sum + chargeSum(back, charge);
  }, 0);
