/**
 * Test only: the money rules a second time, without code from pricing.ts. It calculates in exact fractions of the
 * *major* unit and rounds to the currency's places, so that errors of scaling and of rounding both show.
 */
import type { PricedTaxOrFee, TaxOrFee, UnitInput } from '../pricing.ts';

type Fraction = { n: bigint; d: bigint };

const fraction = (n: bigint | number, d: bigint | number = 1n): Fraction => ({
  n: BigInt(n),
  d: BigInt(d),
});
const ZERO = fraction(0);
const ONE = fraction(1);
const add = (a: Fraction, b: Fraction) => fraction(a.n * b.d + b.n * a.d, a.d * b.d);
const subtract = (a: Fraction, b: Fraction) => fraction(a.n * b.d - b.n * a.d, a.d * b.d);
const multiply = (a: Fraction, b: Fraction) => fraction(a.n * b.n, a.d * b.d);
const divide = (a: Fraction, b: Fraction) => fraction(a.n * b.d, a.d * b.n);
const less = (a: Fraction, b: Fraction) => a.n * b.d < b.n * a.d;
const total = (values: Fraction[]) => values.reduce(add, ZERO);

/** Converts percent text to a ratio, digit by digit. */
function ratio(percent: string | null): Fraction {
  const [whole = '0', places = ''] = (percent ?? '0').split('.');
  return fraction(BigInt(whole + places), 10n ** BigInt(places.length) * 100n);
}

type OracleUnit = {
  discount: number;
  price: number;
  fees: number[];
  taxes: number[];
  feeTotal: number;
  taxAdded: number;
  taxIncluded: number;
  total: number;
  net: number;
};

/** Prices one unit of a currency with `exponent` places. Results are in minor units. */
export function oracleUnit(input: UnitInput, exponent: number): OracleUnit {
  const scale = 10n ** BigInt(exponent);
  const major = (minor: number | null) => fraction(minor ?? 0, scale);
  const minor = (value: Fraction): number => {
    const scaled = multiply(value, fraction(scale));
    if (scaled.n % scaled.d !== 0n) throw new Error('The oracle left a part of a minor unit');
    return Number(scaled.n / scaled.d);
  };
  /** Rounds down to the last place. */
  const floor = (value: Fraction) => fraction((value.n * scale) / value.d, scale);
  /** Rounds half up: a rest of one half or more goes to the next unit. */
  const round = (value: Fraction) => {
    const below = floor(value);
    const rest = multiply(subtract(value, below), fraction(scale));
    return less(rest, fraction(1, 2)) ? below : add(below, fraction(1, scale));
  };

  const list = input.ticketType === 'free' ? ZERO : major(input.list);
  const { discount: promo } = input;
  let discount = ZERO;
  if (input.ticketType !== 'free' && input.ticketType !== 'donation') {
    if (promo.type === 'percentage') discount = round(multiply(list, ratio(promo.percentage)));
    if (promo.type === 'fixed') discount = major(promo.amount);
  }
  if (less(list, discount)) discount = list;
  const price = subtract(list, discount);

  const items = price.n === 0n ? [] : input.taxesAndFees;
  const levy = (base: Fraction, item: TaxOrFee) =>
    item.calculation === 'fixed' ? major(item.amount) : round(multiply(base, ratio(item.rate)));
  const fees = items.filter((item) => item.type === 'fee').map((fee) => levy(price, fee));
  const base = add(price, total(fees));

  /**
   * Splits `sum` in proportion to `weights`: rounds down, then gives one minor unit at a time to the largest
   * remainder.
   */
  const apportion = (sum: Fraction, weights: Fraction[]): Fraction[] => {
    const all = total(weights);
    if (all.n === 0n) return weights.map(() => ZERO);
    const exact = weights.map((weight) => divide(multiply(sum, weight), all));
    const shares = exact.map(floor);
    for (let left = minor(subtract(sum, total(shares))); left > 0; left--) {
      let most = 0;
      const wanting = exact.map((value, i) => subtract(value, shares[i] ?? ZERO));
      wanting.forEach((want, i) => {
        if (less(wanting[most] ?? ZERO, want)) most = i;
      });
      shares[most] = add(shares[most] ?? ZERO, fraction(1, scale));
    }
    return shares;
  };

  const taxes = items.filter((item) => item.type === 'tax');
  const inside = taxes.filter((tax) => tax.included).sort((a, b) => a.id - b.id);
  const wanted = inside.map((tax) => (tax.calculation === 'fixed' ? major(tax.amount) : ZERO));
  const fixed = less(base, total(wanted)) ? apportion(base, wanted) : wanted;
  const gross = subtract(base, total(fixed));
  const rates = inside.map((tax) => (tax.calculation === 'fixed' ? ZERO : ratio(tax.rate)));
  const contained = round(subtract(gross, divide(gross, add(ONE, total(rates)))));
  const shared = apportion(contained, rates);
  const taxValues = taxes.map((tax) => {
    const i = inside.indexOf(tax);
    return tax.included ? add(fixed[i] ?? ZERO, shared[i] ?? ZERO) : levy(base, tax);
  });
  const taxSum = (included: boolean) => total(taxValues.filter((_, i) => taxes[i]?.included === included));

  return {
    discount: minor(discount),
    price: minor(price),
    fees: fees.map(minor),
    taxes: taxValues.map(minor),
    feeTotal: minor(total(fees)),
    taxAdded: minor(taxSum(false)),
    taxIncluded: minor(taxSum(true)),
    total: minor(add(base, taxSum(false))),
    net: minor(subtract(base, taxSum(true))),
  };
}

/** Only the values of taxes and fees, for comparison with the oracle's. */
export const valuesOf = (taxesAndFees: readonly PricedTaxOrFee[]): number[] =>
  taxesAndFees.map(({ value }) => value);
