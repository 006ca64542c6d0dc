import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Discount,
  displayPrice,
  NO_DISCOUNT,
  type PricedTicketType,
  priceLine,
  priceOrder,
  priceUnit,
  prorate,
  type TaxOrFee,
} from './pricing.ts';
import { valuesOf } from './test/pricing-oracle.ts';

let nextId = 1;
const percentage = (type: 'tax' | 'fee', rate: string, included = false): TaxOrFee => ({
  id: nextId++,
  name: type === 'tax' ? 'VAT' : 'Booking fee',
  type,
  calculation: 'percentage',
  rate,
  amount: null,
  included,
});
const fixed = (type: 'tax' | 'fee', amount: number, included = false): TaxOrFee => ({
  ...percentage(type, '0', included),
  calculation: 'fixed',
  rate: null,
  amount,
});
const unit = (
  list: number,
  taxesAndFees: TaxOrFee[] = [],
  discount: Discount = NO_DISCOUNT,
  ticketType: PricedTicketType = 'paid',
) => priceUnit({ ticketType, list, discount, taxesAndFees });
const percentOff = (rate: string): Discount => ({
  type: 'percentage',
  percentage: rate,
  amount: null,
});
const amountOff = (amount: number): Discount => ({ type: 'fixed', percentage: null, amount });

describe('one unit', () => {
  const fee = percentage('fee', '6.0000');

  it('adds VAT of 10 % to 45.00 and a 6 % fee: 4.77, 52.47 in all', () => {
    expect(unit(4500, [fee, percentage('tax', '10')])).toMatchObject({
      feeTotal: 270,
      taxAdded: 477,
      taxIncluded: 0,
      total: 5247,
      net: 4770,
    });
  });

  it('takes included VAT of 10 % out of 47.70: 4.34, total unchanged', () => {
    expect(unit(4500, [fee, percentage('tax', '10', true)])).toMatchObject({
      feeTotal: 270,
      taxAdded: 0,
      taxIncluded: 434,
      total: 4770,
      net: 4336,
    });
  });

  it.each([
    // [what, list, charges, discount, expected]
    ['a fee of half a cent goes up', 50, [percentage('fee', '1')], NO_DISCOUNT, { total: 51 }],
    ['just under half goes down', 49, [percentage('fee', '1')], NO_DISCOUNT, { total: 49 }],
    ['2.5 is 3, not the even 2', 250, [percentage('fee', '1')], NO_DISCOUNT, { feeTotal: 3 }],
    ['1.005 x 100 is no float', 1005, [percentage('tax', '10')], NO_DISCOUNT, { taxAdded: 101 }],
    [
      'just under half of a large amount, where doubles lose sight',
      99_999_500_001,
      [percentage('fee', '99.9999')],
      NO_DISCOUNT,
      { feeTotal: 99_999_400_001 },
    ],
    ['four places count', 1_000_000, [percentage('fee', '0.0001')], NO_DISCOUNT, { feeTotal: 1 }],
    ['a discount rounds half up', 5, [], percentOff('50'), { discount: 3, price: 2 }],
    ['fees follow the discount', 10_000, [fee], percentOff('25'), { price: 7500, feeTotal: 450 }],
    ['a fixed discount stops at zero', 500, [fee], amountOff(900), { discount: 500, total: 0 }],
    ['100 % off', 500, [fee, fixed('fee', 99)], percentOff('100'), { total: 0, fees: [] }],
    ['a price of zero is charged nothing', 0, [fixed('tax', 99)], NO_DISCOUNT, { taxes: [] }],
    ['fixed per ticket', 500, [fixed('fee', 50), fixed('tax', 7)], NO_DISCOUNT, { total: 557 }],
    [
      'taxes share one base',
      1000,
      [percentage('tax', '10'), percentage('tax', '20')],
      NO_DISCOUNT,
      { taxAdded: 300 },
    ],
    [
      'added beside included: the same base',
      1100,
      [percentage('tax', '10', true), percentage('tax', '10')],
      NO_DISCOUNT,
      { taxIncluded: 100, taxAdded: 110, total: 1210, net: 1000 },
    ],
    [
      'a fixed included tax comes out before the percentage',
      1150,
      [percentage('tax', '10', true), fixed('tax', 50, true)],
      NO_DISCOUNT,
      { taxIncluded: 150, total: 1150, net: 1000 },
    ],
    [
      'a fixed included tax never exceeds price + fees',
      100,
      [fixed('tax', 300, true), fixed('tax', 100, true), percentage('tax', '10', true)],
      NO_DISCOUNT,
      { taxIncluded: 100, total: 100, net: 0 },
    ],
  ])('%s', (_what, list, charges, discount, expected) => {
    expect(unit(list, charges, discount)).toMatchObject(expected);
  });

  it('splits included tax by largest remainder, ties to the lower id', () => {
    const low = { ...percentage('tax', '10', true), id: 1 };
    const high = { ...percentage('tax', '10', true), id: 2 };
    // 10.10 - 10.10 / 1.2 = 1.6833 -> 1.68; 1.00 - 1.00 / 1.2 = 0.1667 -> 0.17 = 0.09 + 0.08
    expect(valuesOf(unit(1010, [low, high]).taxes)).toEqual([84, 84]);
    expect(valuesOf(unit(100, [low, high]).taxes)).toEqual([9, 8]);
    expect(valuesOf(unit(100, [high, low]).taxes)).toEqual([8, 9]);
  });

  it('discounts neither free nor donation, and a free ticket costs nothing', () => {
    expect(unit(1000, [fee], percentOff('50'), 'donation')).toMatchObject({
      discount: 0,
      total: 1060,
    });
    expect(unit(1000, [fee], percentOff('50'), 'free')).toMatchObject({ list: 0, total: 0 });
    expect(unit(1000, [], percentOff('50'), 'tiered')).toMatchObject({ total: 500 });
  });

  it.each([
    ['a percentage over 100', () => unit(100, [], percentOff('100.0001'))],
    ['a negative discount', () => unit(100, [], amountOff(-1))],
    ['a negative price', () => unit(-1)],
    ['a fractional price', () => unit(0.5)],
    ['a price above the bound', () => unit(100_000_000_000)],
    ['five places', () => unit(100, [percentage('fee', '1.00001')])],
    ['a signed rate', () => unit(100, [percentage('fee', '-1')])],
    ['a percentage without rate', () => unit(100, [{ ...percentage('fee', '1'), rate: null }])],
    ['a fixed fee without amount', () => unit(100, [{ ...fixed('fee', 1), amount: null }])],
    ['half a ticket', () => priceLine(unit(100), 0.5)],
    ['a negative quantity', () => priceLine(unit(100), -1)],
    ['more than safe integers hold', () => priceLine(unit(99_999_999_999), 1_000_000)],
  ])('refuses %s', (_what, act) => {
    expect(act).toThrow(RangeError);
  });
});

describe('the drawn order', () => {
  const fee = percentage('fee', '6');
  const vat = percentage('tax', '10', true);
  const line = (list: number, quantity: number, taxesAndFees: TaxOrFee[]) => ({
    ticketType: 'paid' as const,
    list,
    quantity,
    discount: NO_DISCOUNT,
    taxesAndFees,
  });
  const lines = [
    line(9500, 2, [fee, vat]),
    line(4500, 1, [vat, fee]),
    { ...line(1000, 1, []), ticketType: 'donation' as const },
  ];

  it('comes to 259.10', () => {
    const order = priceOrder({ lines });
    expect(order).toMatchObject({
      subtotal: 24_500,
      discount: 0,
      price: 24_500,
      fees: 1410,
      taxesAdded: 0,
      taxesIncluded: 2264,
      total: 25_910,
      net: 23_646,
    });
    expect(order.lines.map((l) => [l.price, l.fees, l.total])).toEqual([
      [19_000, 1140, 20_140],
      [4500, 270, 4770],
      [1000, 0, 1000],
    ]);
    expect(order.charges).toEqual([
      { ...fee, value: 1410 },
      { ...vat, value: 2264 },
    ]);
  });

  it('is empty without lines', () => {
    expect(priceOrder({ lines: [] })).toMatchObject({ total: 0, charges: [], lines: [] });
  });
});

describe('displayPrice', () => {
  const fee = percentage('fee', '6');
  const added = percentage('tax', '10');
  const included = percentage('tax', '10', true);

  it('shows fees and added tax within the figure or beside it', () => {
    const priced = unit(4500, [fee, added]);
    expect(displayPrice(priced, 'inclusive')).toEqual({
      mode: 'inclusive',
      amount: 5247,
      plusFees: 0,
      plusTaxes: 0,
      total: 5247,
      contains: [{ ...added, value: 477 }],
    });
    expect(displayPrice(priced, 'exclusive')).toEqual({
      mode: 'exclusive',
      amount: 4500,
      plusFees: 270,
      plusTaxes: 477,
      total: 5247,
      contains: [],
    });
  });

  it('names an included tax in both modes and never adds it', () => {
    const priced = unit(4500, [fee, included]);
    for (const mode of ['inclusive', 'exclusive'] as const) {
      const shown = displayPrice(priced, mode);
      expect(shown.contains).toEqual([{ ...included, value: 434 }]);
      expect(shown.plusTaxes).toBe(0);
      expect(shown.amount + shown.plusFees).toBe(4770);
    }
  });
});

describe('prorate', () => {
  it.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [10, [0, 5, 0], [0, 10, 0]],
    [0, [0, 0], [0, 0]],
    [0, [], []],
    [5, [3, 2], [3, 2]],
    [1, [1, 2], [0, 1]],
    [7, [10, 20, 30], [1, 2, 4]],
  ])('%i over %j is %j', (amount, weights, shares) => {
    expect(prorate(amount, weights)).toEqual(shares);
  });

  it.each([
    [1, [0, 0]],
    [1, []],
    [-1, [1]],
    [1, [-1, 2]],
    [0.5, [1]],
  ])('refuses %d over %j', (amount, weights) => {
    expect(() => prorate(amount, weights)).toThrow(RangeError);
  });

  it('sums exactly, stays within one of the exact share and within the weight', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (parts, part) => {
        const whole = parts.reduce((a, b) => a + b, 0);
        const amount = Math.floor(whole * part);
        const shares = prorate(amount, parts);
        expect(shares.reduce((a, b) => a + b, 0)).toBe(amount);
        shares.forEach((share, i) => {
          const weight = parts[i] ?? 0;
          const distance = BigInt(share) * BigInt(whole) - BigInt(amount) * BigInt(weight);
          expect((distance < 0n ? -distance : distance) < BigInt(whole || 1)).toBe(true);
          expect(share).toBeLessThanOrEqual(weight);
        });
      }),
      { numRuns: 3000 },
    );
  });
});
