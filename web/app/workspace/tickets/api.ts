import type { InputOf } from '@entrada/contract/endpoint';
import {
  createTicket,
  deleteTicket,
  getTicket,
  listTickets,
  type Ticket,
  updateTicket,
} from '@entrada/contract/tickets';
import { api } from '../../platform/api.ts';
import { keys } from '../keys.ts';
import { eventParams } from '../shell/event.ts';

export type TicketBody = InputOf<typeof createTicket>['body'];

const ticketParams = (eventId: number, ticketId: number) => ({
  params: { eventId: String(eventId), ticketId: String(ticketId) },
});

export const loadTickets = (eventId: number, query: Record<string, string>, signal: AbortSignal) =>
  api(listTickets, { ...eventParams(eventId), query }, { signal });

export const loadTicket = async (eventId: number, ticketId: number, signal?: AbortSignal) =>
  (await api(getTicket, ticketParams(eventId, ticketId), signal ? { signal } : {})).data;

/** Creates a ticket, or changes the one that was read at this version. */
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

/** What a changed ticket makes stale: the lists, the event's checklist, its figures and the totals of events. */
export const touchedByTickets = (eventId: number) => [
  keys.tickets(eventId),
  keys.event(eventId),
  keys.stats(eventId),
  keys.events,
];
