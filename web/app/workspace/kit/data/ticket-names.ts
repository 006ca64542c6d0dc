import { listTickets } from '@entrada/contract/catalog/tickets';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';
import { eventParams } from './event.ts';
import { everyPage } from './every-page.ts';
import { keys } from './keys.ts';

/** `admits`: it lets a person in. */
export type TicketName = { id: number; name: string; admits: boolean };

/** The names of all tickets of an event, in homepage order. */
export function useTicketNamesQuery(eventId: number) {
  return useQuery({
    queryKey: keys.ticketNames(eventId),
    queryFn: async ({ signal }) => {
      const pages = await everyPage((query) =>
        api(listTickets, { ...eventParams(eventId), query }, { signal }),
      );
      return pages.flatMap(({ data }) =>
        data.map(({ id, name, admits }): TicketName => ({ id, name, admits })),
      );
    },
  });
}

/** The same names; empty until they are loaded. */
export const useTicketNames = (eventId: number): TicketName[] => useTicketNamesQuery(eventId).data ?? [];
