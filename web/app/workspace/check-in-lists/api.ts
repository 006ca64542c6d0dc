import { setCheckInListClosed } from '@entrada/contract/door/check-in-links';
import {
  type CheckInList,
  createCheckInList,
  deleteCheckInList,
  getCheckInList,
  listCheckInLists,
  updateCheckInList,
} from '@entrada/contract/door/check-in-lists';
import type { InputOf } from '@entrada/contract/endpoint';
import { api } from '../../platform/api/client.ts';
import { eventParams } from '../kit/data/event.ts';
import { everyPage } from '../kit/data/every-page.ts';
import { keys } from '../kit/data/keys.ts';
import type { ListPageState } from '../kit/list/use-list-page.ts';

export type CheckInListBody = InputOf<typeof createCheckInList>['body'];

const listParams = (eventId: number, listId: number) => ({
  params: { eventId: String(eventId), listId: String(listId) },
});

export const loadList = async (eventId: number, listId: number, signal?: AbortSignal) =>
  (await api(getCheckInList, listParams(eventId, listId), { signal })).data;

/** Creates a check-in list, or changes the version that was read. */
export const saveList = async (
  eventId: number,
  body: CheckInListBody,
  before: Pick<CheckInList, 'id' | 'version'> | null,
): Promise<CheckInList> =>
  before
    ? (
        await api(updateCheckInList, {
          ...listParams(eventId, before.id),
          body: { ...body, version: before.version },
        })
      ).data
    : (await api(createCheckInList, { ...eventParams(eventId), body })).data;

/** Closes a list, so that it lets nobody in, or opens it again. */
export const closeList = (eventId: number, listId: number, isClosed: boolean) =>
  api(setCheckInListClosed, { ...listParams(eventId, listId), body: { isClosed } });

export const removeList = (eventId: number, listId: number) =>
  api(deleteCheckInList, listParams(eventId, listId));

type Chosen = Pick<ListPageState<CheckInList>, 'list' | 'selection'>;

/** Loads the chosen check-in lists, including those on other pages. */
export async function loadChosen(eventId: number, { list, selection }: Chosen): Promise<CheckInList[]> {
  if (!selection) return [];
  const known = list.rows.filter(({ id }) => selection.has(id));
  if (known.length === selection.count) return known;
  const pages = await everyPage((page) =>
    api(listCheckInLists, { ...eventParams(eventId), query: { ...list.params, ...page } }),
  );
  return pages.flatMap(({ data }) => data.filter(({ id }) => selection.has(id)));
}

/** The address where staff open a list to check people in. */
export const doorPath = (list: CheckInList) => `/check-in/${list.shortId}`;

/** The queries to read again after a change: the lists, the event's checklist, and who counts as checked in. */
export const touchedByLists = (eventId: number) => [
  keys.checkInLists(eventId),
  keys.event(eventId),
  keys.stats(eventId),
];
