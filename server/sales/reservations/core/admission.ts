import type { PromoRefusal } from '@entrada/contract/catalog/shop';
import { LIMITS } from '@entrada/contract/constants';
import type { ErrorCode, FieldError } from '@entrada/contract/errors';
import { type Discount, NO_DISCOUNT } from '@entrada/contract/pricing';
import { type PromoForSale, promoRefusal } from '../../../catalog/promo-codes/core/promo.ts';
import { type AdmittedLine, asRead, type Offer, type StockOf } from './offer.ts';
import { type Quote, quote } from './quote.ts';

export type PromoOffer = {
  id: number;
  code: string;
  counterId: number;
  discount: Discount;
  refusal: Exclude<PromoRefusal, 'PROMO_CODE_INVALID'> | null;
};

export type SelectedItem = { priceId: number; quantity: number; donation?: number | undefined };

export type AdmissionInput = {
  isEventOpen: boolean;
  /** Finds the offer of a price of this event. */
  findOffer: (priceId: number) => Offer | undefined;
  /** `unknown`: the event does not have the given code. */
  promo: PromoOffer | 'unknown' | null;
  items: readonly SelectedItem[];
  expectedTotal?: number | undefined;
  /** Prices the lines. By default anew each time. */
  quote?: (lines: readonly AdmittedLine[]) => Quote;
};

export type Admitted = {
  ok: true;
  lines: AdmittedLine[];
  quote: Quote;
  /** The code that this order uses once; null if the code is for none of the chosen tickets. */
  promo: PromoOffer | null;
  /** How many units the order takes from each counter. */
  demand: Map<number, number>;
};

export type Refusal = {
  ok: false;
  code: ErrorCode;
  params?: Record<string, string | number | null>;
  errors?: FieldError[];
};

/** A promo code in the form that `admit` needs. */
export function toPromoOffer(promo: PromoForSale, now: Date, stockOf: StockOf = asRead): PromoOffer {
  return {
    id: promo.id,
    code: promo.code,
    counterId: promo.counterId,
    discount: promo.discount,
    refusal: promoRefusal({ ...promo, ...stockOf(promo.counterId) }, now),
  };
}

const refuse = (code: ErrorCode, params?: Refusal['params']): Refusal => ({
  ok: false,
  code,
  ...(params && { params }),
});

const named = (offer: Offer, more: Record<string, string | number | null> = {}) => ({
  priceId: offer.priceId,
  ticketId: offer.ticketId,
  ticket: offer.ticketName,
  price: offer.priceLabel,
  ...more,
});

/** Merges lines with the same price and the same donation. Keeps the order of their first mention. */
export function mergeItems(items: readonly SelectedItem[]): readonly SelectedItem[] {
  if (items.length === 1) return items;
  const merged = new Map<string, SelectedItem>();
  for (const item of items) {
    const key = `${item.priceId} ${item.donation ?? ''}`;
    const known = merged.get(key);
    merged.set(key, known ? { ...known, quantity: known.quantity + item.quantity } : item);
  }
  return [...merged.values()];
}

function refuseItem(
  offer: Offer | undefined,
  item: SelectedItem,
  { index, promo }: { index: number; promo: PromoOffer | null },
): Refusal | null {
  // Whoever has the code of a ticket learns what became of the code.
  if (offer?.isLocked && offer.isPromoCovered && promo?.refusal) return refuse(promo.refusal);
  if (!offer || offer.isLocked || offer.state === 'hidden')
    return refuse('TICKET_UNAVAILABLE', { priceId: item.priceId });
  if (!offer.isVisible && offer.state !== 'sold_out')
    return refuse('TICKET_UNAVAILABLE', { priceId: item.priceId });
  if (offer.state === 'not_started') return refuse('SALE_NOT_STARTED', named(offer));
  if (offer.state === 'ended') return refuse('SALE_ENDED', named(offer));
  if (item.donation === undefined) return null;
  if (offer.ticketType !== 'donation') {
    return {
      ok: false,
      code: 'VALIDATION_FAILED',
      errors: [{ path: `items.${index}.donation`, code: 'unknown_field' }],
    };
  }
  return item.donation < offer.amount
    ? refuse('DONATION_BELOW_MINIMUM', named(offer, { minimum: offer.amount }))
    : null;
}

function refusePerOrder(lines: readonly AdmittedLine[]): Refusal | null {
  const byTicket = Map.groupBy(lines, (line) => line.offer.ticketId);
  for (const group of byTicket.values()) {
    const [first] = group;
    if (!first) continue;
    const quantity = group.reduce((sum, line) => sum + line.quantity, 0);
    const { minPerOrder: min, maxPerOrder: max } = first.offer;
    if (quantity < min) return refuse('BELOW_MINIMUM_PER_ORDER', named(first.offer, { min }));
    if (quantity > max) return refuse('ABOVE_MAXIMUM_PER_ORDER', named(first.offer, { max }));
  }
  return null;
}

/** Lines that share a counter take from it in their order. The refusal names the first line that finds too little. */
function refuseStock(lines: readonly AdmittedLine[]): Refusal | null {
  const taken = new Map<number, number>();
  for (const { offer, quantity } of lines) {
    const limits = offer.stocks.filter((stock) => stock.left !== null);
    const left = Math.min(
      ...limits.map(({ counterId, left }) => (left ?? 0) - (taken.get(counterId) ?? 0)),
      Number.POSITIVE_INFINITY,
    );
    if (quantity > left) {
      const isSoldOut = limits.some((stock) => stock.left === 0);
      return refuse(isSoldOut ? 'SOLD_OUT' : 'NOT_ENOUGH_LEFT', named(offer, { left }));
    }
    for (const { counterId } of offer.stocks) taken.set(counterId, (taken.get(counterId) ?? 0) + quantity);
  }
  return null;
}

function demandOf(lines: readonly AdmittedLine[], promo: PromoOffer | null): Map<number, number> {
  const demand = new Map<number, number>();
  for (const { offer, quantity } of lines) {
    for (const { counterId } of offer.stocks) demand.set(counterId, (demand.get(counterId) ?? 0) + quantity);
  }
  if (promo) demand.set(promo.counterId, 1);
  return demand;
}

/** Whether the highest amount that pricing could reach is still a valid amount of money. */
const isPayable = (lines: readonly AdmittedLine[]) =>
  lines.reduce((sum, line) => sum + BigInt(line.list) * BigInt(line.quantity), 0n) <=
  BigInt(LIMITS.moneyMinor);

/**
 * Decides on a selection by the facts of one moment. Answers a typed refusal that names the line and what is left, or
 * the lines with their prices, which are fixed from then on. Locks nothing and holds nothing: the counters decide
 * finally. Limits per order apply to each ticket, summed over all its lines.
 */
export function admit(input: AdmissionInput): Admitted | Refusal {
  if (!input.isEventOpen) return refuse('EVENT_NOT_AVAILABLE');
  const items = mergeItems(input.items);
  if (items.length === 0) return refuse('NOTHING_SELECTED');
  if (input.promo === 'unknown') return refuse('PROMO_CODE_INVALID');

  const lines: AdmittedLine[] = [];
  for (const [index, item] of items.entries()) {
    const offer = input.findOffer(item.priceId);
    const refusal = refuseItem(offer, item, { index, promo: input.promo });
    if (refusal || !offer) return refusal ?? refuse('TICKET_UNAVAILABLE');
    const discount = input.promo && offer.isPromoCovered ? input.promo.discount : NO_DISCOUNT;
    lines.push({ offer, quantity: item.quantity, list: item.donation ?? offer.amount, discount });
  }
  const promo = input.promo && lines.some((line) => line.offer.isPromoCovered) ? input.promo : null;
  const refusal =
    refusePerOrder(lines) ?? (promo?.refusal ? refuse(promo.refusal) : null) ?? refuseStock(lines);
  if (refusal) return refusal;
  if (!isPayable(lines)) {
    return {
      ok: false,
      code: 'VALIDATION_FAILED',
      errors: [{ path: 'items', code: 'too_big', max: LIMITS.moneyMinor }],
    };
  }

  const quoted = (input.quote ?? quote)(lines);
  const { total } = quoted.priced;
  if (total > LIMITS.moneyMinor) {
    return {
      ok: false,
      code: 'VALIDATION_FAILED',
      errors: [{ path: 'items', code: 'too_big', max: LIMITS.moneyMinor }],
    };
  }
  if (input.expectedTotal !== undefined && input.expectedTotal !== total) {
    return refuse('TOTAL_CHANGED', { total });
  }
  return { ok: true, lines, quote: quoted, promo, demand: demandOf(lines, promo) };
}

/** Refusals that an overdue hold of another buyer may cause. */
export const isStockRefusal = (code: ErrorCode) =>
  code === 'SOLD_OUT' || code === 'NOT_ENOUGH_LEFT' || code === 'PROMO_CODE_USED_UP';

/** So many places one network address may hold of any stock without a proof of work. */
export const FREE_PLACES = 20;
/** And so many hundredths of a larger stock. */
const FREE_PERCENT = 2;

/**
 * How many places of an event one network address may hold without a proof of work, if these are the quantities of the
 * stocks that a request takes from (row E3). The smallest stock decides. Null: none of them is limited, so nobody can
 * take it from others.
 */
export function freePlaces(quantities: readonly (number | null)[]): number | null {
  const limited = quantities.filter((quantity) => quantity !== null);
  if (limited.length === 0) return null;
  return Math.max(FREE_PLACES, Math.floor((Math.min(...limited) * FREE_PERCENT) / 100));
}
