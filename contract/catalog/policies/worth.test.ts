import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HUNDRED_PERCENT, parseRate } from '../../rates.ts';
import { backOf } from './worth.ts';

const unit = (unitList: number, unitFees = 0, unitTaxAdded = 0, unitDiscount = 0) => ({
  unitList,
  unitDiscount,
  unitFees,
  unitTaxAdded,
  unitTotal: unitList - unitDiscount + unitFees + unitTaxAdded,
});

test.each([
  ['the whole price without the fee', unit(4500, 270), '100', true, { paid: 4770, fees: 270, back: 4500 }],
  ['all of it', unit(4500, 270), '100', false, { paid: 4770, fees: 0, back: 4770 }],
  ['half of the price', unit(4500, 270), '50', true, { paid: 4770, fees: 270, back: 2250 }],
  // 10 % on 45.00 + 2.70 is 4.77, of which 0.27 is on the fee.
  [
    'the tax on the fee stays with the fee',
    unit(4500, 270, 477),
    '100',
    true,
    { paid: 5247, fees: 297, back: 4950 },
  ],
  ['half a cent goes to the buyer', unit(4501), '50', true, { paid: 4501, fees: 0, back: 2251 }],
  ['a third, exactly', unit(10_000), '33.3333', true, { paid: 10_000, fees: 0, back: 3333 }],
  [
    'the smallest share of a large price',
    unit(99_999_999_999),
    '0.0001',
    true,
    { paid: 99_999_999_999, fees: 0, back: 100_000 },
  ],
  ['a price with three decimals', unit(12_345, 999), '12.5', false, { paid: 13_344, fees: 0, back: 1668 }],
  ['a free ticket', unit(2500, 0, 0, 2500), '100', true, { paid: 0, fees: 0, back: 0 }],
])('%s', (_name, paid, percent, keepsFees, expected) => {
  expect(backOf(paid, { percent, keepsFees })).toEqual(expected);
});

test('never more than what was paid, nor less for a larger share', () => {
  const amount = fc.integer({ min: 0, max: 99_999_999_999 });
  fc.assert(
    fc.property(
      amount,
      amount,
      amount,
      fc
        .integer({ min: 1, max: 1_000_000 })
        .map((n) => `${Math.floor(n / 10_000)}.${String(n % 10_000).padStart(4, '0')}`),
      fc.boolean(),
      (list, fee, tax, percent, keepsFees) => {
        const paid = unit(list, fee, tax);
        const one = backOf(paid, { percent, keepsFees });
        const all = backOf(paid, { percent: '100', keepsFees });
        expect(one.back).toBeGreaterThanOrEqual(0);
        expect(one.back).toBeLessThanOrEqual(all.back);
        expect(all.back + all.fees).toBe(one.paid);
        // Half up: never further from the exact share than half a unit.
        const exact = BigInt(one.paid - one.fees) * parseRate(percent);
        const off = BigInt(one.back) * HUNDRED_PERCENT - exact;
        expect(2n * off <= HUNDRED_PERCENT && 2n * off > -HUNDRED_PERCENT).toBe(true);
      },
    ),
  );
});
