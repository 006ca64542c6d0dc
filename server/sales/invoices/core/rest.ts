import { type BilledLine, type CreditedLine, leftOf, minus, unitsOf } from './credit.ts';
import { wholeUnits } from './credit-note.ts';

/** A line as it is invoiced once more. `gone`: what of it a credit note gives back at once. Minor units. */
export type RestLine = { line: BilledLine; gone: CreditedLine };

/**
 * What an invoice still bills after its credit notes, as lines of a new one. A line of which whole units are left bills
 * those. Any other line bills all its units, and what of it is gone is credited on the new invoice, so that both come to
 * what is left to the last minor unit. Lines of which nothing is left are dropped. Pure. Minor units.
 */
export const restOf = (
  lines: readonly BilledLine[],
  notes: readonly (readonly CreditedLine[])[],
): RestLine[] =>
  leftOf(lines, notes).flatMap((left, at) => {
    const line = lines[at] as BilledLine;
    const quantity = wholeUnits(line, left) ?? line.quantity;
    return quantity === 0
      ? []
      : [{ line: { ...line, quantity }, gone: minus(unitsOf(line, quantity), left) }];
  });
