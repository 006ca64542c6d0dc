import fc from 'fast-check';
import { describe, it } from 'vitest';
import {
  type Discount,
  displayPrice,
  NO_DISCOUNT,
  type PricedTicketType,
  priceOrder,
  type TaxOrFee,
  type UnitInput,
} from './pricing.ts';
import { oracleUnit, valuesOf } from './test/pricing-oracle.ts';

// `npm run test:deep` runs more carts.
const IS_DEEP = process.env['DEEP'] === '1';

// Rates and amounts whose results are often a half, or so little below a half that a double is not exact enough.
const rates = (max: number) =>
  fc.oneof(
    fc.constantFrom('0', '0.5', '1', '2.5', '5', '6.0000', '10', '12.5', '21', '21.5', '33.3333', '99.9999'),
    fc.integer({ min: 0, max: max * 10_000 }).map((n) => {
      const digits = String(n).padStart(5, '0');
      return `${digits.slice(0, -4)}.${digits.slice(-4)}`;
    }),
  );
const amounts = fc.oneof(
  fc.integer({ min: 0, max: 300 }),
  fc.integer({ min: 0, max: 2000 }).map((n) => n * 50),
  fc.integer({ min: 0, max: 99_999_999_999 }),
  fc.integer({ min: 0, max: 99_998 }).map((n) => n * 1_000_000 + 500_001),
);
const taxOrFee = fc
  .record({
    type: fc.constantFrom('tax' as const, 'fee' as const),
    calculation: fc.constantFrom('percentage' as const, 'percentage' as const, 'fixed' as const),
    rate: rates(120),
    amount: amounts,
    included: fc.boolean(),
  })
  .map((made) => ({
    ...made,
    name: 'charge',
    rate: made.calculation === 'percentage' ? made.rate : null,
    amount: made.calculation === 'fixed' ? made.amount : null,
    included: made.type === 'tax' && made.included,
  }));
const discounts: fc.Arbitrary<Discount> = fc.oneof(
  fc.constant(NO_DISCOUNT),
  rates(100).map((percentage): Discount => ({ type: 'percentage', percentage, amount: null })),
  amounts.map((amount): Discount => ({ type: 'fixed', percentage: null, amount })),
);
const cart = fc
  .record({
    pool: fc.array(taxOrFee, { maxLength: 4 }),
    discount: discounts,
    lines: fc.array(
      fc.record({
        ticketType: fc.constantFrom<PricedTicketType>('paid', 'paid', 'tiered', 'donation', 'free'),
        list: amounts,
        quantity: fc.integer({ min: 1, max: 12 }),
        attached: fc.integer({ min: 0, max: 15 }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  })
  .map(({ pool, discount, lines }) =>
    lines.map(({ attached, ...line }): UnitInput & { quantity: number } => ({
      ...line,
      discount,
      taxesAndFees: pool
        .map((item, i): TaxOrFee => ({ ...item, id: i + 1 }))
        .filter((_, i) => attached & (1 << i)),
    })),
  );

const add = (values: number[]) => values.reduce((a, b) => a + b, 0);

/** Compares as JSON. A matcher for each figure would take most of the test's time. */
function same(actual: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${a} is not ${b}`);
}

describe.each([
  ['JPY', 0],
  ['EUR', 2],
  ['KWD', 3],
])('random carts in %s', (_currency, exponent) => {
  it('agree with the exact rational oracle to the last unit', () => {
    fc.assert(
      fc.property(cart, (lines) => {
        const order = priceOrder({ lines });
        const expected = lines.map((line) => oracleUnit(line, exponent));
        const { lines: priced, charges, ...totals } = order;
        same(
          priced
            .map(({ unit: { list: _, ...of } }) => ({
              ...of,
              fees: valuesOf(of.fees),
              taxes: valuesOf(of.taxes),
            }))
            .map(sorted),
          expected.map(sorted),
        );
        const times = (pick: (unit: (typeof expected)[number]) => number) =>
          add(expected.map((unit, i) => pick(unit) * (lines[i]?.quantity ?? 0)));
        const subtotal = add(
          lines.map((line) => (line.ticketType === 'free' ? 0 : line.list) * line.quantity),
        );
        same(totals, {
          subtotal,
          discount: times((u) => u.discount),
          price: times((u) => u.price),
          fees: times((u) => u.feeTotal),
          taxesAdded: times((u) => u.taxAdded),
          taxesIncluded: times((u) => u.taxIncluded),
          total: times((u) => u.total),
          net: times((u) => u.net),
        });
        same(add(valuesOf(charges)), totals.fees + totals.taxesAdded + totals.taxesIncluded);
      }),
      { numRuns: IS_DEEP ? 34_000 : 3400 },
    );
  });
});

function sorted<T extends object>(value: T): [string, unknown][] {
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}

describe('any cart', () => {
  it('holds the invariants of an order', () => {
    fc.assert(
      fc.property(cart, (lines) => {
        const order = priceOrder({ lines });
        const { subtotal, discount, fees, taxesAdded, taxesIncluded, total, net } = order;
        same(total, subtotal - discount + fees + taxesAdded);
        same(total, add(order.lines.map((line) => line.total)));
        same(total, net + taxesAdded + taxesIncluded);
        for (const value of [...Object.values(order).filter((v) => typeof v === 'number')]) {
          same(Number.isSafeInteger(value) && value >= 0, true);
        }
        for (const { unit: one, quantity, total: lineTotal } of order.lines) {
          same(lineTotal, one.total * quantity);
          same(one.net >= 0 && one.discount <= one.list, true);
          const inside = one.taxes.filter((tax) => tax.included);
          same(add(valuesOf(inside)), one.taxIncluded);
          const [all, bare] = [displayPrice(one, 'inclusive'), displayPrice(one, 'exclusive')];
          same(all.amount, bare.amount + bare.plusFees + bare.plusTaxes);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('costs the same in any order of lines and of attached charges', () => {
    fc.assert(
      fc.property(cart, (lines) => {
        const turned = [...lines].reverse().map((line) => ({
          ...line,
          taxesAndFees: [...line.taxesAndFees].reverse(),
        }));
        const { lines: _a, ...straight } = priceOrder({ lines });
        const { lines: _b, ...reversed } = priceOrder({ lines: turned });
        same(reversed, straight);
      }),
      { numRuns: 3000 },
    );
  });
});
