import {
  createTicket,
  deleteTicket,
  duplicateTicket,
  getTicket,
  listTickets,
  listTicketTaxes,
  sortTickets,
  type Ticket,
  ticketListRules,
  updateTicket,
} from '@entrada/contract/catalog/tickets';
import type { InputOf } from '@entrada/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api/client.ts';
import type { CallApi } from '../../platform/api/endpoint-call.ts';
import { eventParams } from '../kit/data/event.ts';
import { everyPage } from '../kit/data/every-page.ts';
import { keys } from '../kit/data/keys.ts';
import { listRead, listSource } from '../kit/list/view.ts';
import { eventIdOf, type ReadsOf } from '../kit/reading/reads.ts';

export type TicketBody = InputOf<typeof createTicket>['body'];

const ticketParams = (eventId: number, ticketId: number) => ({
  params: { eventId: String(eventId), ticketId: String(ticketId) },
});

type Query = Record<string, string>;

/** Whether a list shows all tickets in the order of the event page. Tickets can be sorted only in such a list. */
export const isHomepageOrder = (query: Query) =>
  !Object.keys(query).some((key) => key.startsWith('filter_fields')) &&
  !query['query'] &&
  (query['sort_by'] ?? 'position') === 'position' &&
  (query['sort_direction'] ?? 'asc') === 'asc';

/** Loads a page of tickets. In homepage order it loads all tickets, because the user sorts them among each other. */
async function loadTickets(at: { call: CallApi; eventId: number; query: Query; signal?: AbortSignal }) {
  const { call, eventId, query, signal } = at;
  const load = (page: Query) =>
    call(listTickets, { ...eventParams(eventId), query: { ...query, ...page } }, { signal });
  if (!isHomepageOrder(query)) return load({});
  const pages = await everyPage(load);
  return { data: pages.flatMap((page) => page.data), meta: { ...pages[0].meta, lastPage: 1 } };
}

/** The tickets of an event. */
export const ticketSource = (eventId: number) =>
  listSource({
    rules: ticketListRules,
    queryKey: (params) => keys.ticketList(eventId, params),
    load: (call, query, signal) => loadTickets({ call, eventId, query, ...(signal && { signal }) }),
  });

export const reads: ReadsOf = (at) => [listRead(ticketSource(eventIdOf(at)), at.search)];

/** The taxes that tickets with a price carry, the most common first. */
export function useTicketTaxes(eventId: number) {
  return useQuery({
    queryKey: keys.ticketTaxes(eventId),
    queryFn: async ({ signal }) => (await api(listTicketTaxes, eventParams(eventId), { signal })).data,
  });
}

export const loadTicket = async (eventId: number, ticketId: number, signal?: AbortSignal) =>
  (await api(getTicket, ticketParams(eventId, ticketId), { signal })).data;

/** Creates a ticket, or changes the version that was read. */
export const saveTicket = async (
  eventId: number,
  body: TicketBody,
  current: Ticket | null,
): Promise<Ticket> => {
  if (!current) return (await api(createTicket, { ...eventParams(eventId), body })).data;
  const input = { ...ticketParams(eventId, current.id), body: { ...body, version: current.version } };
  return (await api(updateTicket, input)).data;
};

export const removeTicket = (eventId: number, ticketId: number) =>
  api(deleteTicket, ticketParams(eventId, ticketId));

/** Copies a ticket under this name. The copy is hidden from everyone. */
export const copyTicket = async (eventId: number, ticketId: number, name: string): Promise<Ticket> =>
  (await api(duplicateTicket, { ...ticketParams(eventId, ticketId), body: { name } })).data;

/** Sorts these tickets among themselves. They share the places that they had before. */
export const saveOrder = (eventId: number, ticketIds: number[]) =>
  api(sortTickets, { ...eventParams(eventId), body: { ticketIds } });

/**
 * The queries to read again after a change: the lists, everything that names tickets, the event's checklist and
 * figures, and the totals of events.
 */
export const touchedByTickets = (eventId: number) => [
  keys.tickets(eventId),
  keys.capacities(eventId),
  keys.promoCodes(eventId),
  keys.questions(eventId),
  keys.checkInLists(eventId),
  keys.attendees(eventId),
  keys.event(eventId),
  keys.stats(eventId),
  keys.events,
];
