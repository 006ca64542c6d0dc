import type { CreditNoteContent, InvoiceContent } from '@entrada/documents/types';
import { type BilledLine, type CreditedLine, creditTotal, lineTotal, unitsOf } from './credit.ts';
import { sumTaxesAndFees } from './taxes-and-fees.ts';

type Noted = { number: string; issuedAt: Date; content: InvoiceContent };

/** How many whole units a part of a line is; null if it is a part of their price. */
export function wholeUnits(line: BilledLine, part: CreditedLine): number | null {
  const unit = unitsOf(line, 1);
  const [value, one] = [lineTotal(line, part), lineTotal(line, unit)];
  if (one === 0 || value % one !== 0) return null;
  const whole = unitsOf(line, value / one);
  const isSame =
    whole.price === part.price && whole.charges.every((charge, at) => charge === part.charges[at]);
  return isSame ? value / one : null;
}

/**
 * The content of a credit note: the parties of its invoice, and what it gives back of each line after its discount. A line
 * of which only a part of the price goes back has no quantity. Pure. Minor units.
 */
export function creditNoteContent(
  invoice: Noted,
  lines: readonly BilledLine[],
  parts: readonly CreditedLine[],
  reason: CreditNoteContent['reason'],
): CreditNoteContent {
  const { issuer, buyer, orderReference, event, currency } = invoice.content;
  const given = lines
    .map((line, at) => ({ line, part: parts[at] as CreditedLine }))
    .filter(({ line, part }) => lineTotal(line, part) > 0);
  const charges = sumTaxesAndFees(
    given.map(({ line, part }) => ({
      quantity: 1,
      charges: line.charges.map((charge, at) => ({ ...charge, value: part.charges[at] ?? 0 })),
    })),
  ).filter(({ value }) => value > 0);
  const [fees, taxes] = [
    charges.filter(({ type }) => type === 'fee'),
    charges.filter(({ type }) => type === 'tax'),
  ];
  const totalMinor = creditTotal(lines, parts);
  return {
    issuer,
    buyer,
    orderReference,
    event,
    currency,
    invoice: { number: invoice.number, issuedAt: invoice.issuedAt.toISOString() },
    reason,
    lines: given.map(({ line, part }) => {
      const quantity = wholeUnits(line, part);
      return {
        title: line.title,
        quantity,
        unitMinor: quantity === null ? null : line.unitPrice,
        minor: part.price,
      };
    }),
    fees: fees.map(({ name, rate, value }) => ({ label: name, rate, minor: value })),
    taxes: taxes.map(({ name, rate, included, value }) => ({
      label: name,
      rate,
      isIncluded: included,
      minor: value,
    })),
    netMinor: totalMinor - taxes.reduce((all, { value }) => all + value, 0),
    totalMinor,
  };
}
