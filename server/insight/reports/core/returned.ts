import type { PricedTaxOrFee } from '@entrada/contract/pricing';
import {
  type BilledLine,
  type CreditedLine,
  lineTotal,
  unitsOf,
} from '../../../sales/invoices/core/credit.ts';
import type { Given } from '../../../sales/order-views/core/refund-parts.ts';
import type { ChargePart } from './charges.ts';

/** What went back of one line. `priceId` is null for money beyond all lines. Minor units. */
export type LinePart = { priceId: number | null; amount: number; tax: number; charges: ChargePart[] };

const isTax = ({ type }: PricedTaxOrFee) => type === 'tax';

/** One line of what went back: its sum, its taxes, and what each of them was charged on. */
function tellLine(priceId: number | null, line: BilledLine, part: CreditedLine): LinePart {
  const amount = lineTotal(line, part);
  const valueAt = (at: number) => part.charges[at] ?? 0;
  const tax = line.charges.reduce((sum, charge, at) => (isTax(charge) ? sum + valueAt(at) : sum), 0);
  const charges: ChargePart[] = line.charges.map((charge, at) => ({
    charge,
    base: isTax(charge) ? amount - tax : part.price,
    value: valueAt(at),
  }));
  if (!line.charges.some(isTax)) charges.push({ charge: null, base: amount, value: 0 });
  return { priceId, amount, tax, charges };
}

/**
 * What a return of `amount` gives back of the lines of its order. What the lines do not hold, such as a difference of a move
 * that was paid by hand, is a part without a price. Minor units.
 */
export function tellGiven(
  given: readonly Given[],
  { amount, priceOf }: { amount: number; priceOf: (itemId: number) => number | null },
): LinePart[] {
  const parts = given
    .flatMap(({ lines, parts }) =>
      lines.map((line, at) => tellLine(priceOf(line.itemId), line, parts[at] ?? unitsOf(line, 0))),
    )
    .filter((part) => part.amount !== 0);
  const rest = amount - parts.reduce((sum, part) => sum + part.amount, 0);
  return rest === 0
    ? parts
    : [...parts, { priceId: null, amount: rest, tax: 0, charges: [{ charge: null, base: rest, value: 0 }] }];
}

/** Whole units that went back with all that they cost. */
export const tellUnits = (priceId: number, line: Omit<BilledLine, 'itemId' | 'title'>): LinePart => {
  const billed = { ...line, itemId: 0, title: '' };
  return tellLine(priceId, billed, unitsOf(billed, line.quantity));
};

/** A difference of a move that went back by a refund. `charges` are the differences of fees and taxes, negative. */
export function tellMoved(priceId: number, amount: number, charges: readonly PricedTaxOrFee[]): LinePart {
  const back = charges.map((charge) => ({ ...charge, value: -charge.value }));
  const onTop = back.reduce((sum, { type, included, value }) => {
    return type === 'tax' && included ? sum : sum + value;
  }, 0);
  return tellUnits(priceId, { quantity: 1, unitPrice: amount - onTop, charges: back });
}
