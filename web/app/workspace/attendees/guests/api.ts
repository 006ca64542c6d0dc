import { listQuestions, type Question } from '@entrada/contract/catalog/questions';
import { listTickets } from '@entrada/contract/catalog/tickets';
import { addGuests } from '@entrada/contract/sales/guests/add';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';
import { eventParams } from '../../kit/data/event.ts';
import { everyPage } from '../../kit/data/every-page.ts';
import { keys } from '../../kit/data/keys.ts';
import type { GuestBody } from './values.ts';

/** All tickets of an event, and the questions that it asks, as they are when the drawer opens. */
export function useGuestForm(eventId: number) {
  return useQuery({
    queryKey: keys.guestForm(eventId),
    queryFn: async ({ signal }) => {
      const event = eventParams(eventId);
      const [tickets, questions] = await Promise.all([
        everyPage((query) => api(listTickets, { ...event, query }, { signal })),
        everyPage((query) => api(listQuestions, { ...event, query }, { signal })),
      ]);
      return {
        tickets: tickets.flatMap(({ data }) => data),
        questions: questions.flatMap(({ data }) => data).filter(({ hidden }) => !hidden),
      };
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export const sendGuests = async (eventId: number, body: GuestBody, idempotencyKey: string) =>
  (await api(addGuests, { ...eventParams(eventId), body }, { idempotencyKey })).data;

/** The questions that are asked of whoever gets a ticket, first those of the order. */
export const questionsOf = (questions: readonly Question[], ticketId: number, scope: Question['scope']) =>
  questions.filter(
    (one) =>
      one.scope === scope && (one.appliesToAll || one.tickets.some((ticket) => ticket.id === ticketId)),
  );
