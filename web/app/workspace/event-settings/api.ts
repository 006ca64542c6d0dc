import { type EventDetail, getEvent, updateEvent } from '@entrada/contract/catalog/events';
import { listTickets } from '@entrada/contract/catalog/tickets';
import type { InputOf } from '@entrada/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api/client.ts';
import { eventParams } from '../kit/data/event.ts';
import { everyPage } from '../kit/data/every-page.ts';
import { keys } from '../kit/data/keys.ts';

export type EventBody = InputOf<typeof updateEvent>['body'];

export const loadEvent = async (eventId: number): Promise<EventDetail> =>
  (await api(getEvent, eventParams(eventId))).data;

export const saveEvent = async (eventId: number, body: EventBody): Promise<EventDetail> =>
  (await api(updateEvent, { ...eventParams(eventId), body })).data;

/** The tickets of an event that cost money, including donations. The first page is enough here. */
export const usePaidTickets = (eventId: number) =>
  useQuery({
    queryKey: keys.paidTickets(eventId),
    queryFn: async ({ signal }) => {
      const query = { per_page: '100', 'filter_fields[type][in]': 'paid,tiered,donation' };
      return (await api(listTickets, { ...eventParams(eventId), query }, { signal })).data;
    },
  });

/** All tickets of an event, with their windows of sales. */
export const useEveryTicket = (eventId: number, { enabled }: { enabled: boolean }) =>
  useQuery({
    queryKey: keys.everyTicket(eventId),
    queryFn: async ({ signal }) => {
      const load = (query: { page: string; per_page: string }) =>
        api(listTickets, { ...eventParams(eventId), query }, { signal });
      return (await everyPage(load)).flatMap(({ data }) => data);
    },
    enabled,
  });
