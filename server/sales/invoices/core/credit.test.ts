import { NO_DISCOUNT, priceUnit, type TaxOrFee } from '@entrada/contract/pricing';
import type { InvoiceContent } from '@entrada/documents/types';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type BilledLine,
  type CreditedLine,
  creditDue,
  creditOf,
  creditTotal,
  leftOf,
  unitsOf,
} from './credit.ts';
import { creditNoteContent } from './credit-note.ts';

const amounts = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 9_999_999 }));
const taxOrFee = fc
  .record({
    type: fc.constantFrom('tax' as const, 'fee' as const),
    rate: fc.constantFrom('0.5000', '6.0000', '10.0000', '21.0000', '33.3333'),
    amount: fc.option(fc.integer({ min: 0, max: 500 })),
    included: fc.boolean(),
  })
  .map(({ amount, rate, ...one }) => ({
    ...one,
    calculation: amount === null ? ('percentage' as const) : ('fixed' as const),
    rate: amount === null ? rate : null,
    amount,
  }));
const lines: fc.Arbitrary<BilledLine[]> = fc
  .array(
    fc.record({
      list: amounts,
      quantity: fc.integer({ min: 1, max: 5 }),
      charges: fc.array(taxOrFee, { maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) =>
    all.map(({ list, quantity, charges }, at) => {
      const taxesAndFees: TaxOrFee[] = charges.map((one, id) => ({
        ...one,
        id: at * 10 + id,
        name: `Charge ${id}`,
      }));
      const unit = priceUnit({ ticketType: 'paid', list, discount: NO_DISCOUNT, taxesAndFees });
      const priced = [...unit.fees, ...unit.taxes];
      return { itemId: at + 1, title: `Line ${at}`, quantity, unitPrice: unit.price, charges: priced };
    }),
  );
/** Amounts as shares of what is left, in hundredths; some name units of the first line. */
const wishes = fc.array(
  fc.record({ share: fc.integer({ min: 0, max: 100 }), units: fc.integer({ min: 0, max: 2 }) }),
  {
    maxLength: 8,
  },
);

const full = (all: readonly BilledLine[]) => all.map((line) => unitsOf(line, line.quantity));
const values = (part: CreditedLine | undefined) => [part?.price ?? 0, ...(part?.charges ?? [])];
const sums = (all: readonly BilledLine[], notes: readonly CreditedLine[][]) =>
  all.map((line, at) =>
    values(unitsOf(line, 0)).map((_, index) =>
      notes.reduce((sum, note) => sum + (values(note[at])[index] ?? 0), 0),
    ),
  );

/** Credits one wish after the other, and then all that is left. */
function creditAll(all: readonly BilledLine[], steps: readonly { share: number; units: number }[]) {
  const notes: CreditedLine[][] = [];
  for (const { share, units } of steps) {
    const left = creditTotal(all, leftOf(all, notes));
    const unit = all[0] ? creditTotal([all[0]], [unitsOf(all[0], units)]) : 0;
    const byUnits = units > 0 && unit <= left;
    const amount = byUnits ? unit : Math.floor((left * share) / 100);
    const note = creditOf(all, notes, { amount, units: byUnits ? new Map([[1, units]]) : new Map() });
    expect(creditTotal(all, note)).toBe(amount);
    for (const value of note.flatMap(values)) expect(value).toBeGreaterThanOrEqual(0);
    notes.push(note);
    for (const value of leftOf(all, notes).flatMap(values)) expect(value).toBeGreaterThanOrEqual(0);
  }
  notes.push(creditOf(all, notes, { amount: creditTotal(all, leftOf(all, notes)) }));
  return notes;
}

describe('credit notes', () => {
  test('of one invoice, however many, never exceed any of its parts, and the last leaves none', () => {
    fc.assert(
      fc.property(lines, wishes, (all, steps) => {
        const notes = creditAll(all, steps);
        expect(sums(all, notes)).toEqual(full(all).map(values));
      }),
      { numRuns: 500 },
    );
  });

  test('name lines, fees and taxes that come to their total', () => {
    fc.assert(
      fc.property(lines, wishes, (all, steps) => {
        for (const note of creditAll(all, steps)) {
          const invoice = { number: 'A-1', issuedAt: new Date(0), content: {} as InvoiceContent };
          const said = creditNoteContent(invoice, all, note, 'refund');
          const add = (them: readonly { minor: number }[]) => them.reduce((sum, { minor }) => sum + minor, 0);
          const added = said.taxes.filter(({ isIncluded }) => !isIncluded);
          expect(add(said.lines) + add(said.fees) + add(added)).toBe(said.totalMinor);
          expect(said.netMinor + add(said.taxes)).toBe(said.totalMinor);
          expect(said.netMinor).toBeGreaterThanOrEqual(0);
          for (const { quantity, unitMinor, minor } of said.lines)
            if (quantity !== null) expect(quantity * (unitMinor ?? 0)).toBe(minor);
        }
      }),
      { numRuns: 300 },
    );
  });
});

const vat = {
  id: 1,
  name: 'VAT',
  type: 'tax',
  calculation: 'percentage',
  rate: '21.0000',
  amount: null,
} as const;
const fee = {
  id: 2,
  name: 'Fee',
  type: 'fee',
  calculation: 'fixed',
  rate: null,
  amount: 100,
  included: false,
} as const;
const line = (itemId: number, unitPrice: number, quantity = 2): BilledLine => ({
  itemId,
  title: `Line ${itemId}`,
  quantity,
  unitPrice,
  charges: [
    { ...fee, value: 100 },
    { ...vat, included: false, value: Math.round((unitPrice + 100) * 0.21) },
  ],
});

test('whole units are given back exactly, also after a part of the money', () => {
  const all = [line(1, 1000), line(2, 3333)];
  const first = creditOf(all, [], { amount: 501 });
  expect(creditTotal(all, first)).toBe(501);
  const unit = creditTotal([line(2, 3333)], [unitsOf(line(2, 3333), 1)]);
  expect(creditOf(all, [first], { amount: unit, units: new Map([[2, 1]]) })).toEqual([
    unitsOf(line(1, 1000), 0),
    unitsOf(line(2, 3333), 1),
  ]);
});

test('if a line has less left than its units, the rest comes from the other lines', () => {
  const all = [line(1, 1000, 1), line(2, 1000, 1)];
  const whole = creditTotal([line(1, 1000)], [unitsOf(line(1, 1000), 1)]);
  const first = creditOf(all, [], { amount: 300, units: new Map([[1, 0]]) });
  const second = creditOf(all, [first], { amount: whole, units: new Map([[1, 1]]) });
  expect(leftOf(all, [first, second])[0]).toEqual(unitsOf(line(1, 1000), 0));
  expect(creditTotal(all, second)).toBe(whole);
});

test('more than is left of an invoice is refused', () => {
  const all = [line(1, 1000, 1)];
  expect(() => creditOf(all, [], { amount: 9999 })).toThrow(RangeError);
});

test('what is due is what went back beyond what is credited already', () => {
  expect(creditDue({ billed: 100, claim: 70 })).toBe(30);
  expect(creditDue({ billed: 70, claim: 70 })).toBe(0);
  // A bank returned 30 that were credited; the next try needs no second note.
  expect(creditDue({ billed: 70, claim: 100 })).toBe(0);
  // A refund and a dispute over the same money.
  expect(creditDue({ billed: 70, claim: 0 })).toBe(70);
});
