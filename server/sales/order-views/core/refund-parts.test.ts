import type { PricedTaxOrFee } from '@entrada/contract/pricing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BilledLine, creditOf, creditTotal } from '../../invoices/core/credit.ts';
import { givenOf, refundParts } from './refund-parts.ts';

const charge = (id: number, type: 'tax' | 'fee', value: number, included = false): PricedTaxOrFee =>
  ({ id, type, name: `${type} ${id}`, rate: '10.0000', included, value }) as PricedTaxOrFee;

const arbitraryLines = fc.array(
  fc
    .record({
      quantity: fc.integer({ min: 1, max: 5 }),
      unitPrice: fc.integer({ min: 0, max: 9_999 }),
      fee: fc.integer({ min: 0, max: 999 }),
      added: fc.integer({ min: 0, max: 999 }),
      share: fc.integer({ min: 0, max: 20 }),
    })
    .map(({ quantity, unitPrice, fee, added, share }) => ({
      quantity,
      unitPrice,
      charges: [
        charge(1, 'fee', fee),
        charge(2, 'tax', added),
        charge(3, 'tax', Math.floor(((unitPrice + fee) * share) / 100), true),
      ],
    })),
  { minLength: 1, maxLength: 4 },
);

const billed = (lines: readonly Omit<BilledLine, 'itemId' | 'title'>[]): BilledLine[] =>
  lines.map((line, at) => ({ ...line, itemId: at + 1, title: '' }));

const whole = (lines: readonly BilledLine[], at: number) =>
  lines.reduce((sum, { quantity, charges }) => sum + quantity * (charges[at]?.value ?? 0), 0);

test('refunds give back what credit notes would, and all of them together every charge', () => {
  fc.assert(
    fc.property(
      arbitraryLines,
      fc.array(fc.integer({ min: 1, max: 30_000 }), { maxLength: 6 }),
      (given, amounts) => {
        const lines = billed(given);
        const total = creditTotal(
          lines,
          lines.map(({ quantity, unitPrice, charges }) => ({
            price: unitPrice * quantity,
            charges: charges.map(({ value }) => value * quantity),
          })),
        );
        // The last one takes what is left, however much more it is.
        const parts = refundParts(lines, [...amounts.map((amount) => ({ amount })), { amount: total + 5 }]);
        expect(parts.reduce((sum, one) => sum + creditTotal(lines, one), 0)).toBe(total);
        for (const [at, one] of (lines[0]?.charges ?? []).entries()) {
          const back = parts.map((some) => givenOf([{ lines, parts: some }], one));
          expect(back.reduce((sum, value) => sum + value, 0)).toBe(whole(lines, at));
          for (const value of back) expect(value).toBeGreaterThanOrEqual(0);
        }
        for (const [nth, one] of parts.entries()) {
          const amount = creditTotal(lines, one);
          expect(one).toEqual(creditOf(lines, parts.slice(0, nth), { amount }));
        }
      },
    ),
    { numRuns: 100 },
  );
});

test('a ticket that bears no tax gives none back, and the others bear the rest', () => {
  const lines = billed([
    { quantity: 1, unitPrice: 2_000, charges: [] },
    { quantity: 1, unitPrice: 10_000, charges: [charge(2, 'tax', 2_100)] },
  ]);
  const tax = charge(2, 'tax', 0);
  const parts = refundParts(lines, [{ amount: 2_000, units: new Map([[1, 1]]) }, { amount: 12_100 }]);
  expect(parts.map((some) => givenOf([{ lines, parts: some }], tax))).toEqual([0, 2_100]);
});

test('nothing is given back of an order that cost nothing', () => {
  const lines = billed([{ quantity: 1, unitPrice: 0, charges: [charge(2, 'tax', 0)] }]);
  expect(refundParts(lines, [{ amount: 5 }])).toEqual([[{ price: 0, charges: [0] }]]);
});
