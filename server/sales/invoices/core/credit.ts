import { type PricedTaxOrFee, prorate } from '@entrada/contract/pricing';
import { ticketTitle } from '../../orders/core/lines.ts';
import type { Order, OrderItem } from '../../orders/core/types.ts';

/** A line of an invoice as it was billed. Minor units of one unit: its price after the discount, its fees and taxes. */
export type BilledLine = {
  itemId: number;
  title: string;
  quantity: number;
  unitPrice: number;
  charges: PricedTaxOrFee[];
};

/** What a credit note gives back of a line: its price, and each of its charges in their order. Minor units. */
export type CreditedLine = { price: number; charges: number[] };

/** Money to give back. `units`: how many units of each order item it is for, if it is for whole ones. Minor units. */
export type CreditWish = { amount: number; units?: ReadonlyMap<number, number> };

const isFee = ({ type }: PricedTaxOrFee) => type === 'fee';
/** An included tax is a part of the price and the fees, so it adds nothing. */
const isPart = ({ type, included }: PricedTaxOrFee) => type === 'tax' && included;

const chargeAt = ({ charges }: BilledLine, at: number) => charges[at] as PricedTaxOrFee;

const add = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);

/** The lines that an invoice of these items of an order bills. */
export const billedLines = (
  { locale }: Pick<Order, 'locale'>,
  items: readonly Pick<
    OrderItem,
    'id' | 'ticketName' | 'priceLabel' | 'quantity' | 'unitList' | 'unitDiscount' | 'charges'
  >[],
): BilledLine[] =>
  items.map((item) => ({
    itemId: item.id,
    title: ticketTitle(item, locale),
    quantity: item.quantity,
    unitPrice: item.unitList - item.unitDiscount,
    charges: item.charges,
  }));

/** Some units of a billed line. */
export const unitsOf = ({ unitPrice, charges }: BilledLine, quantity: number): CreditedLine => ({
  price: unitPrice * quantity,
  charges: charges.map(({ value }) => value * quantity),
});

/** What a part of a line comes to, in minor units. */
export const lineTotal = (line: BilledLine, { price, charges }: CreditedLine): number =>
  price + add(charges.filter((_, at) => !isPart(chargeAt(line, at))));

/** What parts of lines come to, in minor units. */
export const creditTotal = (lines: readonly BilledLine[], parts: readonly CreditedLine[]): number =>
  ofLines(lines, parts, () => true);

const ofLines = (
  lines: readonly BilledLine[],
  parts: readonly CreditedLine[],
  counts: (line: BilledLine) => boolean,
): number => add(lines.map((line, at) => (counts(line) ? lineTotal(line, parts[at] as CreditedLine) : 0)));

/** A part of a line less another one. */
export const minus = (from: CreditedLine, what: CreditedLine | undefined): CreditedLine => ({
  price: from.price - (what?.price ?? 0),
  charges: from.charges.map((value, at) => value - (what?.charges[at] ?? 0)),
});

/** What earlier credit notes have left of the lines of an invoice. */
export const leftOf = (
  lines: readonly BilledLine[],
  notes: readonly (readonly CreditedLine[])[],
): CreditedLine[] =>
  lines.map((line, at) => notes.reduce((left, note) => minus(left, note[at]), unitsOf(line, line.quantity)));

/** The price and fees of a part that are no included tax. */
const withoutTaxes = (line: BilledLine, { price, charges }: CreditedLine): number =>
  line.charges.reduce((net, charge, at) => {
    const value = charges[at] ?? 0;
    return isFee(charge) ? net + value : isPart(charge) ? net - value : net;
  }, price);

/** Whether a line still has all of a part: its price, each charge, and what remains without included taxes. */
const holds = (line: BilledLine, left: CreditedLine, part: CreditedLine): boolean => {
  const rest = minus(left, part);
  return rest.price >= 0 && rest.charges.every((value) => value >= 0) && withoutTaxes(line, rest) >= 0;
};

/** The included taxes in a part of a line: their share of its price and fees, by largest remainder. */
function withIncluded(line: BilledLine, left: CreditedLine, part: CreditedLine): CreditedLine {
  const at = line.charges.flatMap((charge, index) => (isPart(charge) ? [index] : []));
  const gross = part.price + add(part.charges.filter((_, index) => isFee(chargeAt(line, index))));
  if (at.length === 0 || gross === 0) return part;
  const [, ...shares] = prorate(gross, [
    withoutTaxes(line, left),
    ...at.map((index) => left.charges[index] ?? 0),
  ]);
  const charges = [...part.charges];
  for (const [nth, index] of at.entries()) charges[index] = shares[nth] ?? 0;
  return { ...part, charges };
}

/** Splits an amount over everything that some of the lines have left, by largest remainder. */
function spread(
  lines: readonly BilledLine[],
  left: readonly CreditedLine[],
  amount: number,
  counts: (line: BilledLine) => boolean,
): CreditedLine[] {
  const weights = lines.flatMap((line, at) => {
    const { price, charges } = left[at] as CreditedLine;
    const all = [price, ...charges.map((value, index) => (isPart(chargeAt(line, index)) ? 0 : value))];
    return counts(line) ? all : all.map(() => 0);
  });
  const shares = prorate(amount, weights);
  let from = 0;
  return lines.map((line, at) => {
    const [price = 0, ...charges] = shares.slice(from, from + 1 + line.charges.length);
    from += 1 + line.charges.length;
    return withIncluded(line, left[at] as CreditedLine, { price, charges });
  });
}

/**
 * What a credit note over an amount gives back of each line of an invoice, in their order. Pure. Units that the wish names
 * are given back with exactly their price, fees and taxes if they come to the amount and the lines still have them. Any
 * other amount is split by largest remainder over all prices, fees and added taxes that earlier notes have left, first of
 * the lines that the wish names, then of the others. What falls on prices and fees is split in the same way over their net
 * and their included taxes (docs/money.md, rule 9). So no part is ever given back twice, and notes over the whole invoice
 * give back every part to the last minor unit, however many they are. Throws RangeError for more than is left.
 */
export function creditOf(
  lines: readonly BilledLine[],
  notes: readonly (readonly CreditedLine[])[],
  { amount, units = new Map() }: CreditWish,
): CreditedLine[] {
  const left = leftOf(lines, notes);
  const all = creditTotal(lines, left);
  if (amount > all) throw new RangeError(`${amount} is more than the ${all} that are left of an invoice`);
  if (amount === all) return left;
  const named = lines.map((line) => unitsOf(line, units.get(line.itemId) ?? 0));
  const fits = lines.every((line, at) => holds(line, left[at] as CreditedLine, named[at] as CreditedLine));
  if (fits && creditTotal(lines, named) === amount) return named;
  const isNamed = ({ itemId }: BilledLine) => units.has(itemId);
  const first = Math.min(amount, ofLines(lines, left, isNamed));
  const parts = spread(lines, left, first, isNamed);
  const others = spread(lines, left, amount - first, (line) => !isNamed(line));
  return lines.map((line, at) => (isNamed(line) ? parts[at] : others[at]) as CreditedLine);
}

/** What an invoice still bills of an order item. Minor units. */
export function leftOfItem(
  { lines, notes }: { lines: readonly BilledLine[]; notes: readonly (readonly CreditedLine[])[] },
  itemId: number,
): number {
  return ofLines(lines, leftOf(lines, notes), (line) => line.itemId === itemId);
}

/**
 * How much of an order's invoices is to be credited, in minor units: what they still bill beyond what they may. `claim`
 * is the total of the order and the differences of its moves, less all that went back. Pure. Never more than they still
 * bill. Money that a bank returned after its note was issued is still owed to the buyer, so its note stands, and the next
 * try needs none.
 */
export const creditDue = ({ billed, claim }: { billed: number; claim: number }): number =>
  Math.max(0, billed - claim);
