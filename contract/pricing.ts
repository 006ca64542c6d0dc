/**
 * The prices of a ticket, a line and an order. Pure. Server and browser both use this module; the
 * server's figure is charged. Every amount is in minor units of one currency, which this module does
 * not need to know. The rules are in docs/money.md. In short, for one unit:
 *
 *   list -> promo discount -> fees on the discounted price -> taxes on price + fees
 *
 * Each fee and each tax is rounded half up (the commercial convention) on the unit. A line is
 * quantity x unit, so that the refund of one attendee is exact.
 */

import { MAX_MINOR } from './money.ts';
import { HUNDRED_PERCENT, parseRate, roundHalfUp } from './rates.ts';

export type PricedTicketType = 'free' | 'paid' | 'donation' | 'tiered';

/** Where the price shows its fees and added taxes: in the figure, or beside it. */
export type PriceDisplayMode = 'inclusive' | 'exclusive';

/** A tax or fee of a ticket. */
export type TaxOrFee = {
  id: number;
  name: string;
  type: 'tax' | 'fee';
  calculation: 'percentage' | 'fixed';
  /** Percent, exact decimal with up to four places; null when fixed. */
  rate: string | null;
  /** Minor units per ticket; null when a percentage. */
  amount: number | null;
  /** Taxes only: taken out of the price instead of added to it. Ignored on a fee. */
  included: boolean;
};

export type Discount = {
  type: 'none' | 'percentage' | 'fixed';
  /** Percent, 0 to 100, exact decimal with up to four places. */
  percentage: string | null;
  /** Minor units per ticket. */
  amount: number | null;
};

/** A tax or fee with its calculated value in minor units. */
export type PricedTaxOrFee = TaxOrFee & { value: number };

export type UnitInput = {
  ticketType: PricedTicketType;
  /** List price, or the donor's amount, in minor units. */
  list: number;
  discount: Discount;
  taxesAndFees: readonly TaxOrFee[];
};

/** One ticket, all amounts in minor units. */
export type PricedUnit = {
  list: number;
  discount: number;
  /** list - discount */
  price: number;
  fees: PricedTaxOrFee[];
  /** Added and included taxes, in the order attached. */
  taxes: PricedTaxOrFee[];
  feeTotal: number;
  taxAdded: number;
  /** Already part of price + fees, so it adds nothing to the total. */
  taxIncluded: number;
  /** What the buyer pays for one ticket: price + feeTotal + taxAdded. */
  total: number;
  /** The total without any tax: price + feeTotal - taxIncluded. */
  net: number;
};

/** Sums over several units, in minor units: total = subtotal - discount + fees + taxesAdded. */
export type Totals = {
  /** List prices, before the discount. */
  subtotal: number;
  discount: number;
  /** subtotal - discount */
  price: number;
  fees: number;
  taxesAdded: number;
  taxesIncluded: number;
  total: number;
  net: number;
};

type PricedLine = Totals & { unit: PricedUnit; quantity: number; charges: PricedTaxOrFee[] };
export type PricedOrder = Totals & { lines: PricedLine[]; charges: PricedTaxOrFee[] };

/** Discount of a promo code that only unlocks tickets, or of no code at all. */
export const NO_DISCOUNT: Discount = { type: 'none', percentage: null, amount: null };

function minorUnits(value: number | null, what: string): bigint {
  if (value === null || !Number.isSafeInteger(value) || value < 0 || value > MAX_MINOR) {
    throw new RangeError(`${what} must be 0 to ${MAX_MINOR} whole minor units, not ${value}`);
  }
  return BigInt(value);
}

function toNumber(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError('Amount too large to hold');
  return Number(value);
}

function rateOf(taxOrFee: TaxOrFee): bigint {
  if (taxOrFee.rate === null) throw new RangeError(`${taxOrFee.name} has no rate`);
  return parseRate(taxOrFee.rate);
}

const sum = (values: readonly bigint[]): bigint => values.reduce((a, b) => a + b, 0n);

function discountOn(list: bigint, discount: Discount): bigint {
  if (discount.type === 'none') return 0n;
  if (discount.type === 'fixed') {
    const amount = minorUnits(discount.amount, 'A discount');
    return amount < list ? amount : list;
  }
  if (discount.percentage === null) throw new RangeError('The discount has no percentage');
  const rate = parseRate(discount.percentage);
  if (rate > HUNDRED_PERCENT) throw new RangeError('A discount cannot exceed 100 %');
  return roundHalfUp(list * rate, HUNDRED_PERCENT);
}

function valueOn(base: bigint, taxOrFee: TaxOrFee): bigint {
  return taxOrFee.calculation === 'fixed'
    ? minorUnits(taxOrFee.amount, taxOrFee.name)
    : roundHalfUp(base * rateOf(taxOrFee), HUNDRED_PERCENT);
}

/**
 * Largest remainder: whole shares whose sum is `amount`. Each differs from its exact part by less than one. Of
 * equal remainders, the earlier weight comes first.
 */
function split(amount: bigint, weights: readonly bigint[]): bigint[] {
  const whole = sum(weights);
  if (whole === 0n) return weights.map(() => 0n);
  const shares = weights.map((weight) => (amount * weight) / whole);
  const left = Number(amount - sum(shares));
  weights
    .map((weight, index) => ({ index, remainder: (amount * weight) % whole }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1))
    .slice(0, left)
    .forEach(({ index }) => {
      shares[index] = (shares[index] ?? 0n) + 1n;
    });
  return shares;
}

/**
 * The part of `gross` (price + fees) that each included tax has. Fixed taxes are taken out first; their sum never
 * exceeds `gross`. The percentages then share gross' - gross' / (1 + sum of rates), rounded half up once for all of
 * them. If the same taxes were added to that net, the result would be `gross` again. The taxes are sorted by id
 * first, so that a tie does not depend on the order of attachment.
 */
function includedValues(gross: bigint, taxes: readonly TaxOrFee[]): Map<TaxOrFee, bigint> {
  const sorted = [...taxes].sort((a, b) => a.id - b.id);
  const amounts = sorted.map((tax) => (tax.calculation === 'fixed' ? minorUnits(tax.amount, tax.name) : 0n));
  const rates = sorted.map((tax) => (tax.calculation === 'percentage' ? rateOf(tax) : 0n));
  const fixed = sum(amounts) > gross ? split(gross, amounts) : amounts;
  const rest = gross - sum(fixed);
  const rate = sum(rates);
  const shares = split(roundHalfUp(rest * rate, HUNDRED_PERCENT + rate), rates);
  return new Map(sorted.map((tax, i) => [tax, (fixed[i] ?? 0n) + (shares[i] ?? 0n)]));
}

/**
 * Prices one ticket. Every amount is in minor units. The rules are in docs/money.md. Rounding is half up, the
 * commercial convention.
 *
 * - A free ticket's list price is 0, whatever is passed. Free tickets and donations have no discount.
 * - The discount is rounded half up (a tie favours the buyer) and never exceeds the list price.
 * - A price of zero has no fees and no taxes, not even fixed ones.
 * - Each added tax is calculated on price + fees, also if there are included taxes. All taxes have the
 *   same base, and no tax is calculated on another tax.
 * - Included taxes do not change the total. Several of them share by largest remainder. A fixed included
 *   tax is taken out first and never exceeds price + fees.
 *
 * Throws RangeError on an amount out of bounds, a malformed rate or a percentage discount over 100:
 * these are refused when entered, so here they are defects.
 */
export function priceUnit({ ticketType, list, discount, taxesAndFees }: UnitInput): PricedUnit {
  const listed = ticketType === 'free' ? 0n : minorUnits(list, 'A list price');
  const discountable = ticketType === 'paid' || ticketType === 'tiered';
  const off = discountable ? discountOn(listed, discount) : 0n;
  const price = listed - off;
  const charged = price === 0n ? [] : taxesAndFees;

  const fees = charged
    .filter((item) => item.type === 'fee')
    .map((fee) => ({ ...fee, value: toNumber(valueOn(price, fee)) }));
  const feeTotal = sum(fees.map((fee) => BigInt(fee.value)));
  const base = price + feeTotal;

  const attached = charged.filter((item) => item.type === 'tax');
  const included = includedValues(
    base,
    attached.filter((tax) => tax.included),
  );
  const taxes = attached.map((tax) => ({
    ...tax,
    value: toNumber(tax.included ? (included.get(tax) ?? 0n) : valueOn(base, tax)),
  }));
  const taxSum = (isIncluded: boolean) =>
    sum(taxes.filter((tax) => tax.included === isIncluded).map((tax) => BigInt(tax.value)));
  const taxAdded = taxSum(false);
  const taxIncluded = taxSum(true);

  return {
    list: toNumber(listed),
    discount: toNumber(off),
    price: toNumber(price),
    fees,
    taxes,
    feeTotal: toNumber(feeTotal),
    taxAdded: toNumber(taxAdded),
    taxIncluded: toNumber(taxIncluded),
    total: toNumber(base + taxAdded),
    net: toNumber(base - taxIncluded),
  };
}

/**
 * Prices `quantity` tickets: every amount is quantity x unit, in minor units. `charges` has the fees first, in the
 * order attached. Zero is allowed (an unused row of the picker). Throws RangeError if the quantity is not a whole
 * number >= 0, or if the line exceeds safe integers.
 */
export function priceLine(unit: PricedUnit, quantity: number): PricedLine {
  if (!Number.isSafeInteger(quantity) || quantity < 0) {
    throw new RangeError(`Not a quantity: ${quantity}`);
  }
  const times = (value: number) => toNumber(BigInt(value) * BigInt(quantity));
  return {
    unit,
    quantity,
    subtotal: times(unit.list),
    discount: times(unit.discount),
    price: times(unit.price),
    fees: times(unit.feeTotal),
    taxesAdded: times(unit.taxAdded),
    taxesIncluded: times(unit.taxIncluded),
    total: times(unit.total),
    net: times(unit.net),
    charges: [...unit.fees, ...unit.taxes].map((item) => ({ ...item, value: times(item.value) })),
  };
}

/** Fees come first, then added taxes, then included ones. */
const rankOf = (taxOrFee: PricedTaxOrFee) => (taxOrFee.type === 'fee' ? 0 : taxOrFee.included ? 2 : 1);

function sumTaxesAndFees(lines: readonly PricedLine[]): PricedTaxOrFee[] {
  const byId = new Map<number, PricedTaxOrFee>();
  for (const taxOrFee of lines.flatMap((line) => line.charges)) {
    const value = BigInt(byId.get(taxOrFee.id)?.value ?? 0) + BigInt(taxOrFee.value);
    byId.set(taxOrFee.id, { ...taxOrFee, value: toNumber(value) });
  }
  return [...byId.values()].sort((a, b) => rankOf(a) - rankOf(b) || a.id - b.id);
}

/**
 * Prices a whole order, in minor units: the lines in the given order, their sums, and each tax or fee once. Taxes
 * and fees are summed by id over the lines and sorted: fees, added taxes, included taxes, each by id. The order of
 * the lines changes no sum. Nothing is rounded here. Throws RangeError like `priceUnit` and `priceLine`. See
 * docs/money.md, rule 8.
 */
export function priceOrder({ lines }: { lines: readonly (UnitInput & { quantity: number })[] }): PricedOrder {
  const priced = lines.map((line) => priceLine(priceUnit(line), line.quantity));
  const total = (pick: (line: PricedLine) => number) =>
    toNumber(sum(priced.map((line) => BigInt(pick(line)))));
  return {
    lines: priced,
    subtotal: total((line) => line.subtotal),
    discount: total((line) => line.discount),
    price: total((line) => line.price),
    fees: total((line) => line.fees),
    taxesAdded: total((line) => line.taxesAdded),
    taxesIncluded: total((line) => line.taxesIncluded),
    total: total((line) => line.total),
    net: total((line) => line.net),
    charges: sumTaxesAndFees(priced),
  };
}

/** What a price row shows, in minor units. */
export type DisplayedPrice = {
  mode: PriceDisplayMode;
  /** The shown figure: all-in when inclusive, the price without fees and added taxes when exclusive. */
  amount: number;
  /** "+ fees" beside the figure; 0 when inclusive. */
  plusFees: number;
  /** "+ tax" beside the figure; 0 when inclusive. */
  plusTaxes: number;
  /** The amount that one ticket adds to the order, the same in both modes: amount + plusFees + plusTaxes. */
  total: number;
  /**
   * Taxes that are part of the shown figure ("includes 4.34 VAT"): the included taxes, and when inclusive the added
   * taxes too.
   */
  contains: PricedTaxOrFee[];
};

/**
 * The price of one ticket as the event page and every document show it, in minor units, by the event's price display mode (docs/money.md,
 * rule 10). With a promo code the old price is struck through: it is the `amount` of the same ticket priced with
 * NO_DISCOUNT.
 */
export function displayPrice(
  unit: Pick<PricedUnit, 'price' | 'feeTotal' | 'taxAdded' | 'total' | 'taxes'>,
  mode: PriceDisplayMode,
): DisplayedPrice {
  const inclusive = mode === 'inclusive';
  return {
    mode,
    amount: inclusive ? unit.total : unit.price,
    plusFees: inclusive ? 0 : unit.feeTotal,
    plusTaxes: inclusive ? 0 : unit.taxAdded,
    total: unit.total,
    contains: unit.taxes.filter((tax) => tax.value > 0 && (inclusive || tax.included)),
  };
}

/**
 * Splits `amount` (minor units) in proportion to `weights` (whole, >= 0) by largest remainder. The sum of the
 * shares is exactly `amount`. Of equal remainders, the earlier weight comes first. No share exceeds its weight
 * unless `amount` exceeds the sum of the weights. A refund is divided among the items with it. Throws RangeError on
 * negative or fractional input, or on an amount above zero if all weights are zero.
 */
export function prorate(amount: number, weights: readonly number[]): number[] {
  for (const value of [amount, ...weights]) {
    if (!Number.isSafeInteger(value) || value < 0) {
      throw new RangeError(`Not a whole amount >= 0: ${value}`);
    }
  }
  if (amount > 0 && weights.every((weight) => weight === 0)) {
    throw new RangeError('Nothing carries a share of the amount');
  }
  return split(BigInt(amount), weights.map(BigInt)).map(toNumber);
}
