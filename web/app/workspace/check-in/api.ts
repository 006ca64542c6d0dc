import {
  type CheckInList,
  createCheckInList,
  deleteCheckInList,
  listCheckInLists,
  updateCheckInList,
} from '@entrada/contract/check-in';
import type { InputOf } from '@entrada/contract/endpoint';
import { api } from '../../platform/api.ts';
import { keys } from '../keys.ts';
import { eventParams } from '../shell/event.ts';

export type CheckInListBody = InputOf<typeof createCheckInList>['body'];

const listParams = (eventId: number, listId: number) => ({
  params: { eventId: String(eventId), listId: String(listId) },
});

export const loadLists = (eventId: number, query: Record<string, string>, signal: AbortSignal) =>
  api(listCheckInLists, { ...eventParams(eventId), query }, { signal });

export const saveList = async (
  eventId: number,
  body: CheckInListBody,
  listId: number | null,
): Promise<CheckInList> =>
  listId === null
    ? (await api(createCheckInList, { ...eventParams(eventId), body })).data
    : (await api(updateCheckInList, { ...listParams(eventId, listId), body })).data;

export const removeList = (eventId: number, listId: number) =>
  api(deleteCheckInList, listParams(eventId, listId));

/** What a changed list makes stale: the lists, the event's checklist, and who counts as checked in. */
export const touchedByLists = (eventId: number) => [
  keys.checkInLists(eventId),
  keys.event(eventId),
  keys.stats(eventId),
];
