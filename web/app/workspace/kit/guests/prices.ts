import { listTickets, type Ticket } from '@entrada/contract/catalog/tickets';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';
import { eventParams } from '../data/event.ts';
import { everyPage } from '../data/every-page.ts';
import { keys } from '../data/keys.ts';

/** A price that people can be added to, with its ticket. */
export type GuestPrice = { ticket: Ticket; price: Ticket['prices'][number] };

/** The prices of all tickets that let people in, in the order of the event. */
export const guestPrices = (tickets: readonly Ticket[]): GuestPrice[] =>
  tickets
    .filter(({ admits }) => admits)
    .flatMap((ticket) => ticket.prices.map((price) => ({ ticket, price })));

/** "Press · Early", as a choice of a field. */
export const priceLabel = ({ ticket, price }: GuestPrice): string =>
  [ticket.name, price.label].filter(Boolean).join(' · ');

/** The choices of a field in which a price is chosen. */
export const priceChoices = (prices: readonly GuestPrice[]) =>
  prices.map((one) => ({ value: String(one.price.id), label: priceLabel(one) }));

/** The prices that people can be added to, with what is left of each. */
export const useGuestPrices = (eventId: number) =>
  useQuery({
    queryKey: keys.guestPrices(eventId),
    queryFn: async ({ signal }) => {
      const pages = await everyPage((query) =>
        api(listTickets, { ...eventParams(eventId), query }, { signal }),
      );
      return guestPrices(pages.flatMap(({ data }) => data));
    },
  });
