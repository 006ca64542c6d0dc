/**
 * What a ticket, a line and an order cost. Pure, used by server and browser alike; the server's
 * figure is the one charged. Every amount is in minor units of one currency, which this module does
 * not need to know. The rules stand in docs/money.md. In short, for one unit:
 *
 *   list -> promo discount -> fees on the discounted price -> taxes on price + fees
 *
 * each fee and each tax rounded half up (the commercial convention) on the unit, a line being
 * quantity x unit, so that refunding one attendee is exact.
 */

import { MAX_MINOR } from './money.ts';
import { HUNDRED_PERCENT, parseRate, roundHalfUp } from './rates.ts';

export type PricedTicketType = 'free' | 'paid' | 'donation' | 'tiered';

/** Where the price shows its fees and added taxes: within the figure, or beside it. */
export type PriceDisplayMode = 'inclusive' | 'exclusive';

/** A tax or fee as attached to a ticket. */
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

/** A tax or fee with what it comes to, in minor units. */
export type PricedTaxOrFee = TaxOrFee & { value: number };

export type UnitInput = {
  ticketType: PricedTicketType;
  /** List price, or the donation given, in minor units. */
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
  /** Added and included ones, in the order attached. */
  taxes: PricedTaxOrFee[];
  feeTotal: number;
  taxAdded: number;
  /** Part of price + fees already, and so of no total's growth. */
  taxIncluded: number;
  /** What the buyer pays for one ticket: price + feeTotal + taxAdded. */
  total: number;
  /** What is left when every tax is taken off: price + feeTotal - taxIncluded. */
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
 * Largest remainder: whole shares that sum to `amount`, each within one of its exact part. Equal
 * remainders go to the earlier weight.
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
 * What each included tax takes out of `gross` (price + fees). The fixed ones come out first
 * and never exceed it; the percentages then share gross' - gross' / (1 + sum of rates), rounded half
 * up once for all of them. That is the same net on which the same taxes, added, would lead back to
 * `gross`. Sorted by id first, so that a tie does not depend on the order of attachment.
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
 * Prices one ticket; every amount in minor units. The rules are those of docs/money.md; rounding is half up, the
 * commercial convention.
 *
 * - A free ticket's list price is 0, whatever is passed. Discounts touch neither free nor donation.
 * - The discount is rounded half up (a tie favours the buyer) and never exceeds the list price.
 * - A price of zero carries no fees and no taxes, fixed ones included.
 * - Added taxes are each reckoned on price + fees, also where included taxes stand beside them: the
 *   base is one and the same for every tax, and none is reckoned on another.
 * - Included taxes change no total; several of them share by largest remainder. A fixed included tax
 *   is taken out first, and never more than price + fees.
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
 * `quantity` tickets at one unit's price, every amount quantity x unit, in minor units; `charges`
 * has the fees first, in the order attached. Zero is allowed (an untouched row of the picker). Throws
 * RangeError on a quantity that is not a whole number >= 0, or when the line outgrows safe integers.
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
 * Prices a whole order, in minor units: lines in the order given, their sums, and every tax or fee
 * once, summed by id over the lines (fees, then added, then included taxes, by id). The order of the
 * lines changes no sum. No rounding happens here. Throws RangeError as `priceUnit` and `priceLine`
 * do. See docs/money.md, rule 8.
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
type DisplayedPrice = {
  mode: PriceDisplayMode;
  /** The figure itself: all-in when inclusive, the bare price when exclusive. */
  amount: number;
  /** "+ fees" beside the figure; 0 when inclusive. */
  plusFees: number;
  /** "+ tax" beside the figure; 0 when inclusive. */
  plusTaxes: number;
  /** What one ticket adds to the order, the same in both modes: amount + plusFees + plusTaxes. */
  total: number;
  /**
   * Taxes to name as contained ("includes 4.34 VAT"): the included ones, and when inclusive the
   * added ones too, being within the figure shown.
   */
  contains: PricedTaxOrFee[];
};

/**
 * What the page shows for one ticket, in minor units, by the event's price display mode
 * (docs/money.md, rule 10). The old figure to strike through under a promo code is the `amount` of the same ticket
 * priced with NO_DISCOUNT.
 */
export function displayPrice(unit: PricedUnit, mode: PriceDisplayMode): DisplayedPrice {
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
 * Splits `amount` (minor units) in proportion to `weights` (whole, >= 0) by largest remainder: the
 * shares sum to `amount` exactly, equal remainders go to the earlier weight, and no share exceeds
 * its weight unless `amount` exceeds their sum. Used to spread a refund over items. Throws RangeError
 * on negative or fractional input, or an amount above zero with nothing to carry it.
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
