import type { Availability } from '@entrada/contract/catalog/tickets';

type Window = { saleStartsAt: Date | null; saleEndsAt: Date | null };
export type Stock = { quantity: number | null; sold: number; reserved: number };

export type TicketFacts = Window & {
  hidden: boolean;
  hideBeforeSale: boolean;
  hideAfterSale: boolean;
  hideWhenSoldOut: boolean;
  hideWithoutPromoCode: boolean;
  /** The end of the part of the event that the ticket is for; null for the whole event. */
  ownEndsAt: Date | null;
  /** The pools from which its units also take. */
  pools: readonly Stock[];
};
export type PriceFacts = Window & Stock & { hidden: boolean };

type Salable = Pick<TicketFacts, 'hidden' | 'saleStartsAt' | 'saleEndsAt' | 'ownEndsAt' | 'pools'>;

/** The present moment, and the end of the event, which ends every sale. */
export type Moment = { now: Date; eventEnd: Date };

/** The units left of a counter, never below zero; null if unlimited. */
export function leftOf({ quantity, sold, reserved }: Stock): number | null {
  return quantity === null ? null : Math.max(0, quantity - sold - reserved);
}

/** The units left of a price. Its pools must have room for them too. Null if nothing limits them. */
export function leftOfPrice(ticket: { pools: readonly Stock[] }, price: Stock): number | null {
  const limits = [price, ...ticket.pools].map(leftOf).filter((left) => left !== null);
  return limits.length > 0 ? Math.min(...limits) : null;
}

/**
 * The availability of one price for a buyer. The sale runs while the windows of both the ticket and the price are open
 * and the event, or the ticket's own part of it, is not over. A window includes its start and excludes its end.
 */
export function priceAvailability(ticket: Salable, price: PriceFacts, moment: Moment): Availability {
  return availabilityWith(ticket, price, { ...moment, left: leftOfPrice(ticket, price) });
}

/** Like `priceAvailability`, when it is known how many units of the price are left. Null: nothing limits them. */
export function availabilityWith(
  ticket: Omit<Salable, 'pools'>,
  price: Omit<PriceFacts, keyof Stock>,
  { now, eventEnd, left }: Moment & { left: number | null },
): Availability {
  if (ticket.hidden || price.hidden) return 'hidden';
  const isOver = (end: Date | null) => end !== null && end <= now;
  const isAhead = (start: Date | null) => start !== null && start > now;
  if (isOver(ticket.saleEndsAt) || isOver(price.saleEndsAt) || isOver(ticket.ownEndsAt) || isOver(eventEnd))
    return 'ended';
  if (isAhead(ticket.saleStartsAt) || isAhead(price.saleStartsAt)) return 'not_started';
  return left === 0 ? 'sold_out' : 'on_sale';
}

/**
 * From when until when a buyer can buy a price, if its ticket or it has such dates. Where several limit the sale, the last
 * start and the first end count, and a sale with an end ends with the event, or the ticket's own part of it, at the latest.
 */
export function saleWindow(
  ticket: Pick<Salable, 'saleStartsAt' | 'saleEndsAt' | 'ownEndsAt'>,
  price: Window,
  eventEnd: Date,
): Window {
  const given = (...dates: (Date | null)[]) => dates.flatMap((date) => date?.getTime() ?? []);
  const starts = given(ticket.saleStartsAt, price.saleStartsAt);
  const ends = given(ticket.saleEndsAt, price.saleEndsAt);
  return {
    saleStartsAt: starts.length > 0 ? new Date(Math.max(...starts)) : null,
    saleEndsAt: ends.length > 0 ? new Date(Math.min(...ends, ...given(ticket.ownEndsAt, eventEnd))) : null,
  };
}

const BEST_FIRST = [
  'on_sale',
  'not_started',
  'sold_out',
  'ended',
  'hidden',
] as const satisfies readonly Availability[];

/** The best availability among several prices; `hidden` if there are none. */
export function bestAvailability(all: readonly Availability[]): Availability {
  return BEST_FIRST.find((one) => all.includes(one)) ?? 'hidden';
}

/** The availability of a whole ticket: that of its best price. */
export function ticketAvailability(
  ticket: Salable & { prices: readonly PriceFacts[] },
  moment: Moment,
): Availability {
  return bestAvailability(ticket.prices.map((price) => priceAvailability(ticket, price, moment)));
}

/**
 * Whether a buyer may know that a price exists. `opened`: the request's promo code is valid and for this ticket. If
 * false, the price must be neither sent nor sold.
 */
export function isVisible(ticket: TicketFacts, price: PriceFacts, opened: boolean, moment: Moment): boolean {
  return isVisibleAs(priceAvailability(ticket, price, moment), ticket, opened);
}

/** Like `isVisible`, when the availability of the price is known. */
export function isVisibleAs(
  availability: Availability,
  ticket: Omit<TicketFacts, 'pools'>,
  opened: boolean,
): boolean {
  if (ticket.hideWithoutPromoCode && !opened) return false;
  switch (availability) {
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
