import { type PricedOrder, priceOrder } from '@entrada/contract/pricing';
import type { AdmittedLine } from './offer.ts';
import type { ReservedItem } from './reservation.ts';

/** What a selection costs, and the items of its future order. Amounts in minor units. Read-only, because many share it. */
export type Quote = { priced: PricedOrder; items: readonly ReservedItem[] };

/** Prices the lines of a selection by `priceOrder`. Throws RangeError like it. */
export function quote(lines: readonly AdmittedLine[]): Quote {
  const priced = priceOrder({
    lines: lines.map(({ offer, list, discount, quantity }) => ({
      ticketType: offer.ticketType,
      list,
      discount,
      taxesAndFees: offer.taxesAndFees,
      quantity,
    })),
  });
  return { priced, items: lines.map((line, at) => toItem(line, priced.lines[at]?.unit)) };
}

function toItem(
  { offer, quantity }: AdmittedLine,
  unit: PricedOrder['lines'][number]['unit'] | undefined,
): ReservedItem {
  if (!unit) throw new Error('A priced order lost a line');
  return {
    ticketId: offer.ticketId,
    priceId: offer.priceId,
    ticketName: offer.ticketName,
    priceLabel: offer.priceLabel,
    quantity,
    admits: offer.admits,
    unitList: unit.list,
    unitDiscount: unit.discount,
    unitFees: unit.feeTotal,
    unitTaxAdded: unit.taxAdded,
    unitTaxIncluded: unit.taxIncluded,
    unitTotal: unit.total,
    charges: [...unit.fees, ...unit.taxes],
    counterIds: offer.stocks.map((stock) => stock.counterId),
  };
}

/** Donations and many codes make many different selections. They are forgotten together when there are so many. */
const QUOTES_KEPT = 1000;

/**
 * Prices like `quote`, but each selection of one catalogue only once: a crowd selects the same few things, and pricing
 * was a tenth of what a hold cost the process. All offers must be of the same version of the same catalogue. Stock and
 * time do not matter, because no price depends on them.
 */
export function createQuotes(): typeof quote {
  const known = new Map<string, Quote>();
  return (lines) => {
    const name = lines.map(nameOf).join();
    const before = known.get(name);
    if (before) return before;
    if (known.size >= QUOTES_KEPT) known.clear();
    const made = quote(lines);
    known.set(name, made);
    return made;
  };
}

const nameOf = ({ offer, quantity, list, discount }: AdmittedLine) =>
  `${offer.priceId} ${quantity} ${list} ${discount.type} ${discount.percentage} ${discount.amount}`;
