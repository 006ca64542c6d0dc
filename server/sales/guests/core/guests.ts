import type { BuyerQuestion } from '@entrada/contract/catalog/questions';
import type { FieldError } from '@entrada/contract/errors';
import { NO_DISCOUNT, type PricedOrder, priceOrder } from '@entrada/contract/pricing';
import type { PriceForSale, TicketForSale } from '../../../catalog/tickets/core/for-sale.ts';

/** The places that somebody is added to: a price of a ticket, and how many. `amount`: what each pays, minor units. */
export type Places = { priceId: number; amount: number; quantity: number };

export type Chosen = {
  ok: true;
  ticket: TicketForSale;
  price: PriceForSale;
  priced: PricedOrder;
  /** The counters that each unit takes: the price's own, then those of its pools. */
  counterIds: number[];
};

type Refused =
  | { ok: false; code: 'NO_TICKETS_YET' }
  | { ok: false; code: 'VALIDATION_FAILED'; errors: FieldError[] };

/**
 * What people get who are added by hand. A sale that has not begun, that is over or hidden does not matter here, nor do
 * the limits of an order. The amount replaces the list price; fees and taxes of the ticket come on top as in any sale.
 * Pure. Refuses an event without a ticket that lets people in, an unknown price, a ticket that lets nobody in, and an
 * amount for a free ticket.
 */
export function choosePlaces(
  tickets: readonly TicketForSale[],
  { priceId, amount, quantity }: Places,
): Chosen | Refused {
  if (!tickets.some(({ admits }) => admits)) return { ok: false, code: 'NO_TICKETS_YET' };
  const refuse = (error: FieldError): Refused => ({
    ok: false,
    code: 'VALIDATION_FAILED',
    errors: [error],
  });
  const ticket = tickets.find(({ prices }) => prices.some(({ id }) => id === priceId));
  const price = ticket?.prices.find(({ id }) => id === priceId);
  if (!ticket || !price) return refuse({ path: 'priceId', code: 'not_found' });
  if (!ticket.admits) return refuse({ path: 'priceId', code: 'admits_nobody' });
  if (ticket.type === 'free' && amount > 0) return refuse({ path: 'amount', code: 'too_big', max: 0 });
  const { type: ticketType, taxesAndFees } = ticket;
  const line = { ticketType, list: amount, discount: NO_DISCOUNT, taxesAndFees, quantity };
  return {
    ok: true,
    ticket,
    price,
    priced: priceOrder({ lines: [line] }),
    counterIds: [price.counterId, ...ticket.pools.map(({ counterId }) => counterId)],
  };
}

/** The questions as an organizer answers them for somebody: none has to be answered. Pure. */
export const withoutDuty = (questions: readonly BuyerQuestion[]): BuyerQuestion[] =>
  questions.map((question) => ({ ...question, required: false }));

type Asked = { chosen: Chosen; quantity: number };

/**
 * The first line that finds too few places, and how many it finds. Lines that share a counter take from it in their order.
 * `units`: what is left of each counter; null has no limit. If all fit by now, it is the scarcest line. Pure.
 */
export function firstShort(
  lines: readonly Asked[],
  units: ReadonlyMap<number, number | null>,
): { chosen: Chosen; left: number } {
  const taken = new Map<number, number>();
  const found = lines.map(({ chosen, quantity }) => {
    const lefts = chosen.counterIds.flatMap((id) => {
      const left = units.get(id);
      return left == null ? [] : [left - (taken.get(id) ?? 0)];
    });
    for (const id of chosen.counterIds) taken.set(id, (taken.get(id) ?? 0) + quantity);
    return { chosen, quantity, left: Math.max(0, Math.min(...lefts, Number.MAX_SAFE_INTEGER)) };
  });
  const short =
    found.find(({ left, quantity }) => left < quantity) ?? found.toSorted((a, b) => a.left - b.left)[0];
  if (!short) throw new Error('An order without a line is short of nothing');
  return { chosen: short.chosen, left: short.left };
}
