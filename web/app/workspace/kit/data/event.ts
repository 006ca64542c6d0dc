import { type Checklist, type EventDetail, getEvent } from '@entrada/contract/catalog/events';
import { ATTENTION_KINDS, type AttentionKind } from '@entrada/contract/sales/orders';
import { createContext, useContext } from 'react';
import { data, type Params } from 'react-router';
import { type Read, useRead } from '../reading/reads.ts';
import { keys } from './keys.ts';

export const EventContext = createContext<EventDetail | null>(null);

/** The event of the page, as last read by the query client. */
export function useEvent(): EventDetail {
  const event = useContext(EventContext);
  if (!event) throw new Error('The event layout provides the event');
  return event;
}

/** Reads one event by its id. */
export const eventRead = (eventId: number): Read<EventDetail> => ({
  queryKey: keys.event(eventId),
  load: async (call, signal) => (await call(getEvent, eventParams(eventId), { signal })).data,
});

export const useEventQuery = (eventId: number, known?: EventDetail) => useRead(eventRead(eventId), known);

/** The event of an address. A malformed id means an unknown page (404), not an invalid request. */
export function eventIdIn({ eventId = '' }: Params): number {
  if (!/^[1-9][0-9]{0,14}$/.test(eventId)) throw data({ code: 'NOT_FOUND' }, { status: 404 });
  return Number(eventId);
}

export function eventParams(eventId: number) {
  return { params: { eventId: String(eventId) } };
}

/** The steps of getting started, in their order. */
export function checklistSteps(checklist: Checklist) {
  return [
    { id: 'email', isDone: checklist.emailConfirmed },
    { id: 'ticket', isDone: checklist.hasTicket },
    { id: 'page', isDone: checklist.hasCover && checklist.hasDescription },
    { id: 'publish', isDone: checklist.isPublished },
    { id: 'check-in', isDone: checklist.hasCheckInList },
  ] as const;
}

export type StepId = ReturnType<typeof checklistSteps>[number]['id'];

/** The address of the orders of an event that wait for a person, for these reasons or for any. */
export function attentionPath(eventId: number, kinds: readonly AttentionKind[] = ATTENTION_KINDS): string {
  const filter = new URLSearchParams({ 'filter_fields[attention][in]': kinds.join(',') });
  return `${eventPath(eventId, 'orders')}?${filter}`;
}

/** The address of a page of an event in the workspace. */
export function eventPath(eventId: number, page = ''): string {
  return `/manage/event/${eventId}${page && `/${page}`}`;
}
