import type { Availability } from '@entrada/contract/catalog/tickets';

type Window = { saleStartsAt: Date | null; saleEndsAt: Date | null };
export type Stock = { quantity: number | null; sold: number; reserved: number };

export type TicketFacts = Window & {
  hidden: boolean;
  hideBeforeSale: boolean;
  hideAfterSale: boolean;
  hideWhenSoldOut: boolean;
  hideWithoutPromoCode: boolean;
  /** The pools that its units take from as well. */
  pools: readonly Stock[];
};
export type PriceFacts = Window & Stock & { hidden: boolean };

/** When one looks, and when the event is over, which ends every sale. */
export type Moment = { now: Date; eventEnd: Date };

/** How many are left of a counter, never below zero; null when unlimited. */
export function leftOf({ quantity, sold, reserved }: Stock): number | null {
  return quantity === null ? null : Math.max(0, quantity - sold - reserved);
}

/** How many units of a price are left, for which its pools must have room as well; null when nothing limits them. */
export function leftOfPrice(ticket: { pools: readonly Stock[] }, price: Stock): number | null {
  const limits = [price, ...ticket.pools].map(leftOf).filter((left) => left !== null);
  return limits.length > 0 ? Math.min(...limits) : null;
}

/**
 * How one price stands for a buyer. The sale runs while both the ticket's and the price's own window are open and the
 * event is not over; a window includes its start and excludes its end.
 */
export function priceAvailability(
  ticket: Pick<TicketFacts, 'hidden' | 'saleStartsAt' | 'saleEndsAt' | 'pools'>,
  price: PriceFacts,
  { now, eventEnd }: Moment,
): Availability {
  if (ticket.hidden || price.hidden) return 'hidden';
  const isOver = (end: Date | null) => end !== null && end <= now;
  const isAhead = (start: Date | null) => start !== null && start > now;
  if (isOver(ticket.saleEndsAt) || isOver(price.saleEndsAt) || isOver(eventEnd)) return 'ended';
  if (isAhead(ticket.saleStartsAt) || isAhead(price.saleStartsAt)) return 'not_started';
  return leftOfPrice(ticket, price) === 0 ? 'sold_out' : 'on_sale';
}

const BEST_FIRST = [
  'on_sale',
  'not_started',
  'sold_out',
  'ended',
  'hidden',
] as const satisfies readonly Availability[];

/** The best that any of several prices offers; `hidden` where there is none. */
export function bestAvailability(all: readonly Availability[]): Availability {
  return BEST_FIRST.find((one) => all.includes(one)) ?? 'hidden';
}

/** How a whole ticket stands: as its best price. */
export function ticketAvailability(
  ticket: Pick<TicketFacts, 'hidden' | 'saleStartsAt' | 'saleEndsAt' | 'pools'> & {
    prices: readonly PriceFacts[];
  },
  moment: Moment,
): Availability {
  return bestAvailability(ticket.prices.map((price) => priceAvailability(ticket, price, moment)));
}

/**
 * Whether a buyer may know of a price at all. `opened`: the request's promo code is valid and for this ticket.
 * What is false here must neither be sent nor sold.
 */
export function isVisible(ticket: TicketFacts, price: PriceFacts, opened: boolean, moment: Moment): boolean {
  if (ticket.hideWithoutPromoCode && !opened) return false;
  switch (priceAvailability(ticket, price, moment)) {
    case 'hidden':
      return false;
    case 'not_started':
      return !ticket.hideBeforeSale;
    case 'ended':
      return !ticket.hideAfterSale;
    case 'sold_out':
      return !ticket.hideWhenSoldOut;
    case 'on_sale':
      return true;
  }
}
