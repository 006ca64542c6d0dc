import type { DoorOffer } from '@entrada/contract/door/sales';
import { NO_DISCOUNT, priceUnit } from '@entrada/contract/pricing';
import { leftOfPrice } from '../../../catalog/tickets/core/availability.ts';
import type { PriceForSale, TicketForSale } from '../../../catalog/tickets/core/for-sale.ts';

/** What a door sells: its list's tickets at this moment. */
export type Door = { allTickets: boolean; ticketIds: readonly number[]; now: Date };

const isOver = (end: Date | null, now: Date) => end !== null && end <= now;

/**
 * Whether a door sells a price: the list admits its ticket, it lets somebody in, nothing of it is hidden, and its own part of
 * the event is not over. The sale of the ticket may be over, because a door sells what is left. A tier is sold in its own
 * period only, or the door would sell the early price. Pure.
 */
export function isSoldAt(door: Door, ticket: TicketForSale, price: PriceForSale): boolean {
  const { now } = door;
  if (!door.allTickets && !door.ticketIds.includes(ticket.id)) return false;
  if (!ticket.admits || ticket.hidden || price.hidden || ticket.hideWithoutPromoCode) return false;
  if (isOver(ticket.ownEndsAt, now)) return false;
  if (ticket.type !== 'tiered') return true;
  return !isOver(price.saleEndsAt, now) && (price.saleStartsAt === null || price.saleStartsAt <= now);
}

/** The offers of a door in the order of the event's page, priced as any sale prices them. Pure. */
export const offersOf = (door: Door, tickets: readonly TicketForSale[]): DoorOffer[] =>
  tickets.flatMap((ticket) =>
    ticket.prices.filter((price) => isSoldAt(door, ticket, price)).map((price) => toOffer(ticket, price)),
  );

function toOffer(ticket: TicketForSale, price: PriceForSale): DoorOffer {
  const { type: ticketType, taxesAndFees } = ticket;
  const unit = priceUnit({ ticketType, list: price.amount, discount: NO_DISCOUNT, taxesAndFees });
  return {
    priceId: price.id,
    ticket: ticket.name,
    label: price.label,
    type: ticketType,
    unitTotal: unit.total,
    fees: unit.feeTotal,
    taxAdded: unit.taxAdded,
    taxIncluded: unit.taxIncluded,
    taxes: unit.taxes.map(({ name }) => name),
    left: leftOfPrice(ticket, price),
  };
}
