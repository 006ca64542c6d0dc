import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BilledLine, creditOf, creditTotal, leftOf, unitsOf } from './credit.ts';
import { restOf } from './rest.ts';

const vat = {
  id: 1,
  name: 'VAT',
  type: 'tax',
  calculation: 'percentage',
  rate: '21.0000',
  amount: null,
} as const;
const line = (itemId: number, unitPrice: number, quantity: number): BilledLine => ({
  itemId,
  title: `Line ${itemId}`,
  quantity,
  unitPrice,
  charges: [{ ...vat, included: false, value: Math.round(unitPrice * 0.21) }],
});
const totalOf = (lines: readonly BilledLine[]) =>
  creditTotal(
    lines,
    lines.map((one) => unitsOf(one, one.quantity)),
  );

test('an invoice without notes is billed whole', () => {
  const lines = [line(1, 1000, 2), line(2, 3333, 1)];
  const rest = restOf(lines, []);
  expect(rest.map((one) => one.line)).toEqual(lines);
  expect(
    creditTotal(
      lines,
      rest.map(({ gone }) => gone),
    ),
  ).toBe(0);
});

test('whole units that went back are left out, and so is a line of which nothing is left', () => {
  const lines = [line(1, 1000, 2), line(2, 3333, 1)];
  const one = creditTotal([line(1, 1000, 1)], [unitsOf(line(1, 1000, 1), 1)]);
  const other = creditTotal([line(2, 3333, 1)], [unitsOf(line(2, 3333, 1), 1)]);
  const note = creditOf(lines, [], { amount: one, units: new Map([[1, 1]]) });
  const last = creditOf(lines, [note], { amount: other, units: new Map([[2, 1]]) });
  const rest = restOf(lines, [note, last]);
  expect(rest.map(({ line: { itemId, quantity } }) => [itemId, quantity])).toEqual([[1, 1]]);
  expect(rest.map(({ gone }) => gone)).toEqual([unitsOf(line(1, 1000, 1), 0)]);
});

test('what is billed anew less what is gone is what was left, whatever went back before', () => {
  const lines = fc
    .array(fc.tuple(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 1, max: 4 })), {
      minLength: 1,
      maxLength: 4,
    })
    .map((all) => all.map(([price, quantity], at) => line(at + 1, price, quantity)));
  fc.assert(
    fc.property(lines, fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 4 }), (all, shares) => {
      const notes: ReturnType<typeof creditOf>[] = [];
      for (const share of shares) {
        const left = creditTotal(all, leftOf(all, notes));
        notes.push(creditOf(all, notes, { amount: Math.floor((left * share) / 100) }));
      }
      const rest = restOf(all, notes);
      const billed = rest.map((one) => one.line);
      const gone = rest.map((one) => one.gone);
      expect(totalOf(billed) - creditTotal(billed, gone)).toBe(creditTotal(all, leftOf(all, notes)));
      for (const { price, charges } of gone)
        for (const value of [price, ...charges]) expect(value).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 300 },
  );
});
