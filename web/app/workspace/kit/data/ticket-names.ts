import { listTickets } from '@entrada/contract/catalog/tickets';
import { PAGE } from '@entrada/contract/constants';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';
import { eventParams } from './event.ts';
import { keys } from './keys.ts';

/** `admits`: it lets a person in. */
export type TicketName = { id: number; name: string; admits: boolean };

/** The names of all tickets of an event, in homepage order. */
export function useTicketNamesQuery(eventId: number) {
  return useQuery({
    queryKey: keys.ticketNames(eventId),
    queryFn: async ({ signal }) => {
      const names: TicketName[] = [];
      for (let page = 1; ; page += 1) {
        const query = { page: String(page), per_page: String(PAGE.maxSize) };
        const reply = await api(listTickets, { ...eventParams(eventId), query }, { signal });
        names.push(...reply.data.map(({ id, name, admits }) => ({ id, name, admits })));
        if (page >= reply.meta.lastPage) return names;
      }
    },
  });
}

/** The same names; empty until they are loaded. */
export const useTicketNames = (eventId: number): TicketName[] => useTicketNamesQuery(eventId).data ?? [];
