import { listTickets, type Ticket } from '@entrada/contract/catalog/tickets';
import { NO_DISCOUNT, priceOrder } from '@entrada/contract/pricing';
import { eventParams } from '../data/event.ts';
import { everyPage } from '../data/every-page.ts';
import { keys } from '../data/keys.ts';
import { type Read, useRead } from '../reading/reads.ts';

/** A price that people can be added to, with its ticket. */
export type GuestPrice = { ticket: Ticket; price: Ticket['prices'][number] };

/** The prices of all tickets that let people in, in the order of the event. */
export const guestPrices = (tickets: readonly Ticket[]): GuestPrice[] =>
  tickets
    .filter(({ admits }) => admits)
    .flatMap((ticket) => ticket.prices.map((price) => ({ ticket, price })));

/** The price that is chosen at first: the first with a place left, or the first if none has one. */
export const firstPrice = (prices: readonly GuestPrice[]): GuestPrice | undefined =>
  prices.find(({ price }) => price.available === null || price.available > 0) ?? prices[0];

/** What a number of people pay together, in minor units, with fees and taxes. */
export const totalFor = ({ ticket }: GuestPrice, amount: number, quantity: number): number =>
  priceOrder({
    lines: [
      {
        ticketType: ticket.type,
        list: amount,
        discount: NO_DISCOUNT,
        taxesAndFees: ticket.taxesAndFees,
        quantity,
      },
    ],
  }).total;

/** "Press · Early", as a choice of a field. */
export const priceLabel = ({ ticket, price }: GuestPrice): string =>
  [ticket.name, price.label].filter(Boolean).join(' · ');

/** The choices of a field in which a price is chosen. */
export const priceChoices = (prices: readonly GuestPrice[]) =>
  prices.map((one) => ({ value: String(one.price.id), label: priceLabel(one) }));

/** The prices that people can be added to, with what is left of each. */
export const guestPricesRead = (eventId: number) =>
  ({
    queryKey: keys.guestPrices(eventId),
    load: async (call, signal) => {
      const pages = await everyPage((query) =>
        call(listTickets, { ...eventParams(eventId), query }, { signal }),
      );
      return guestPrices(pages.flatMap(({ data }) => data));
    },
  }) satisfies Read;

export const useGuestPrices = (eventId: number) => useRead(guestPricesRead(eventId));
