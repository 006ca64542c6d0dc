import type { Demand } from '../../inventory/core/demand.ts';
import type { TicketForSale } from '../../tickets/core/for-sale.ts';

type Counted = { counterId: number; reserved: number };

/** Counts the units of one's own order as free. Pure. */
export const withoutOwn =
  (own: Demand) =>
  <T extends Counted>(stock: T): T => ({
    ...stock,
    reserved: stock.reserved - (own.get(stock.counterId) ?? 0),
  });

/** The same for all counters of a ticket. Pure. */
export const ticketWithoutOwn =
  (own: Demand) =>
  (ticket: TicketForSale): TicketForSale =>
    own.size === 0
      ? ticket
      : {
          ...ticket,
          prices: ticket.prices.map(withoutOwn(own)),
          pools: ticket.pools.map(withoutOwn(own)),
        };
