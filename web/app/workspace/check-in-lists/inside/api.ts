import { listPeopleInside, type PersonInside } from '@entrada/contract/door/inside';
import { api } from '../../../platform/api/client.ts';

export const INSIDE_PAGE = 50;

export type InsideAsked = { eventId: number; listId: number; query: string };

/** The query of the file of who is inside by one list. */
export const insideFileQuery = ({ listId, query }: InsideAsked): Record<string, string> => ({
  'filter_fields[list][eq]': String(listId),
  ...(query !== '' && { query }),
});

export const loadInside = (
  { eventId, listId, query }: InsideAsked,
  page: number,
  signal?: AbortSignal,
): Promise<{ data: PersonInside[]; meta: { total: number; lastPage: number } }> =>
  api(
    listPeopleInside,
    {
      params: { eventId: String(eventId), listId: String(listId) },
      query: { ...(query !== '' && { query }), page: String(page), per_page: String(INSIDE_PAGE) },
    },
    { signal },
  );
