import type { Ticket } from '@entrada/contract/catalog/tickets';
import { leftOfPrice, type Moment, priceAvailability, ticketAvailability } from './availability.ts';
import type { TicketForSale } from './for-sale.ts';

const iso = (date: Date | null) => date?.toISOString() ?? null;

/** A ticket as the workspace shows it. `lacksTax`: others of its event carry one. Amounts are in minor units. */
export function toTicket(
  ticket: TicketForSale,
  facts: { version: number; hasSales: boolean; lacksTax: boolean },
  moment: Moment,
): Ticket {
  return {
    ...ticket,
    ...facts,
    ownStartsAt: iso(ticket.ownStartsAt),
    ownEndsAt: iso(ticket.ownEndsAt),
    saleStartsAt: iso(ticket.saleStartsAt),
    saleEndsAt: iso(ticket.saleEndsAt),
    availability: ticketAvailability(ticket, moment),
    prices: ticket.prices.map(({ counterId: __, ...price }) => ({
      ...price,
      saleStartsAt: iso(price.saleStartsAt),
      saleEndsAt: iso(price.saleEndsAt),
      available: leftOfPrice(ticket, price),
      availability: priceAvailability(ticket, price, moment),
    })),
  };
}

/** What the audit keeps of a ticket: what people set, not what follows from sales. */
export function auditable({
  prices,
  taxesAndFees,
  availability: _a,
  hasSales: _h,
  lacksTax: _x,
  version: _v,
  id: _i,
  ...fields
}: Ticket) {
  return {
    ...fields,
    taxesAndFees: taxesAndFees.map((taxOrFee) => taxOrFee.id),
    prices: prices.map(({ sold: _s, reserved: _r, available: _l, availability: _p, ...price }) => price),
  };
}
