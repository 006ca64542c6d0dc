import {
  createTicket,
  deleteTicket,
  duplicateTicket,
  getTicket,
  listTickets,
  listTicketTaxes,
  sortTickets,
  type Ticket,
  updateTicket,
} from '@entrada/contract/catalog/tickets';
import type { InputOf } from '@entrada/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api/client.ts';
import { eventParams } from '../kit/data/event.ts';
import { everyPage } from '../kit/data/every-page.ts';
import { keys } from '../kit/data/keys.ts';

export type TicketBody = InputOf<typeof createTicket>['body'];

const ticketParams = (eventId: number, ticketId: number) => ({
  params: { eventId: String(eventId), ticketId: String(ticketId) },
});

const loadPage = (eventId: number, query: Record<string, string>, signal: AbortSignal) =>
  api(listTickets, { ...eventParams(eventId), query }, { signal });

/** Whether a list shows all tickets in the order of the event page. Tickets can be sorted only in such a list. */
export const isHomepageOrder = (query: Record<string, string>) =>
  !Object.keys(query).some((key) => key.startsWith('filter_fields')) &&
  !query['query'] &&
  (query['sort_by'] ?? 'position') === 'position' &&
  (query['sort_direction'] ?? 'asc') === 'asc';

/** Loads a page of tickets. In homepage order it loads all tickets, because the user sorts them among each other. */
export async function loadTickets(eventId: number, query: Record<string, string>, signal: AbortSignal) {
  if (!isHomepageOrder(query)) return loadPage(eventId, query, signal);
  const pages = await everyPage((page) => loadPage(eventId, { ...query, ...page }, signal));
  return { data: pages.flatMap((page) => page.data), meta: { ...pages[0].meta, lastPage: 1 } };
}

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
