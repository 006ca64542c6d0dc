import type { SavedView, SavedViews } from '@entrada/contract/sales/views/saved';
import { type ListView, type Sort, viewParams, writeView } from '../list/view.ts';

/** The parameter of the address that names a view by its id. `all` means all rows. */
const NAME = 'view';
const ALL = 'all';

const isOfQuery = (key: string) =>
  key === 'query' || key.startsWith('sort_') || key.startsWith('filter_fields[');
const hasQuery = (search: URLSearchParams): boolean => [...search.keys()].some(isOfQuery);

/**
 * The view that an address opens: the one that it names, or the person's first view if it says nothing about the list.
 * Null for all rows, undefined for a view that the person does not see.
 */
export function openedView(
  search: URLSearchParams,
  saved: SavedViews | undefined,
): SavedView | null | undefined {
  const named = search.get(NAME);
  if (!saved || named === ALL || (named === null && hasQuery(search))) return null;
  const { views, defaultId } = saved;
  if (named === null) return views.find(({ id }) => id === defaultId) ?? null;
  return views.find(({ id }) => String(id) === named);
}

/** The address with the query of the view that it opens. An address with a query of its own stays as it is. */
export function openedSearch(search: URLSearchParams, saved: SavedViews | undefined): URLSearchParams {
  const view = openedView(search, saved);
  if (!view || hasQuery(search)) return search;
  return new URLSearchParams([...search, ...Object.entries(view.query)]);
}

/** The query of a list as a view keeps it: without a page. */
export function viewQuery(shown: ListView): Record<string, string> {
  const { page: _page, per_page: _size, ...query } = viewParams(shown);
  return query;
}

const told = (query: Record<string, string>): string =>
  Object.entries(query)
    // The order of the chosen options means nothing.
    .map(([key, value]) => `${key}=${value.split(',').sort()}`)
    .sort()
    .join('&');

/** Whether a list shows what the view keeps. */
export const isAsSaved = ({ query }: Pick<SavedView, 'query'>, shown: ListView): boolean =>
  told(query) === told(viewQuery(shown));

/** All rows in the usual order of the list, as a view. */
export const allRows = ({ by, direction }: Sort) => ({ query: { sort_by: by, sort_direction: direction } });

/**
 * The address for a list that shows this. If that is what the view keeps, the address only names the view; otherwise it
 * has the whole query beside it.
 */
export function writeOpened(
  search: URLSearchParams,
  saved: SavedViews | undefined,
  shown: ListView,
  defaultSort: Sort,
): URLSearchParams {
  const view = openedView(search, saved);
  const written = writeView(search, shown, defaultSort);
  if (view && isAsSaved(view, shown))
    return new URLSearchParams([...written].filter(([key]) => !isOfQuery(key)));
  if (view) {
    written.set(NAME, String(view.id));
    // Even all rows in their usual order are said, or the view would open again.
    written.set('sort_by', shown.sortBy);
    written.set('sort_direction', shown.sortDirection);
  } else if (view === undefined) written.delete(NAME);
  if (saved?.defaultId && !view && !hasQuery(written)) written.set(NAME, ALL);
  return written;
}

/** The search of the address that opens a view, or all rows. The number of rows on a page stays. */
export function viewLink(search: URLSearchParams, saved: SavedViews, id: number | null): string {
  const size = search.get('per_page');
  const named = id === null ? (saved.defaultId === null ? [] : [[NAME, ALL]]) : [[NAME, String(id)]];
  return `?${new URLSearchParams([...named, ...(size ? [['per_page', size]] : [])])}`;
}
