import { PAGE } from '@entrada/contract/constants';
import type { ListFilter, ListOperator, ListRules } from '@entrada/contract/list';
import type { ViewedList } from '@entrada/contract/sales/views/saved';
import type { QueryKey } from '@tanstack/react-query';
import type { CallApi } from '../../../platform/api/endpoint-call.ts';
import type { Read } from '../reading/reads.ts';

/**
 * The view of a list: its page, search, sorting and filters. It is stored in the address, so that a view can be shared
 * and the back button works.
 */
export type ListView = {
  page: number;
  perPage: number;
  query: string;
  sortBy: string;
  sortDirection: 'asc' | 'desc';
  filters: ListFilter[];
};

export type Sort = { by: string; direction: 'asc' | 'desc' };

const filterKey = /^filter_fields\[([a-z_]+)\]\[([a-z]+)\]$/;

/** Reads a view from an address. Unknown values are ignored, because an old link may hold them. */
export function readView(search: URLSearchParams, rules: ListRules, defaultSort: Sort): ListView {
  const sortBy = search.get('sort_by') ?? '';
  const isSort = rules.sorts.includes(sortBy);
  const direction = search.get('sort_direction');
  const isDirection = direction === 'asc' || direction === 'desc';
  return {
    page: whole(search.get('page'), PAGE.first, 1_000_000),
    perPage: whole(search.get('per_page'), PAGE.size, PAGE.maxSize),
    query: (search.get('query') ?? '').slice(0, 200),
    sortBy: isSort ? sortBy : defaultSort.by,
    sortDirection: isDirection ? direction : isSort ? 'asc' : defaultSort.direction,
    filters: [...search].flatMap(([key, value]) => readFilter(key, value, rules)),
  };
}

function readFilter(key: string, value: string, rules: ListRules): ListFilter[] {
  const [, field = '', operator = ''] = filterKey.exec(key) ?? [];
  const allowed: readonly string[] = Object.hasOwn(rules.filters, field) ? (rules.filters[field] ?? []) : [];
  if (!allowed.includes(operator) || value === '' || value.length > 500) return [];
  return [{ field, operator: operator as ListOperator, value }];
}

/**
 * The view as query parameters of the API. With `defaultSort`, as parameters of the address, which leave out default
 * values.
 */
export function viewParams(view: ListView, defaultSort?: Sort): Record<string, string> {
  const isDefaultSort =
    defaultSort !== undefined &&
    view.sortBy === defaultSort.by &&
    view.sortDirection === defaultSort.direction;
  const isAddress = defaultSort !== undefined;
  const params: Record<string, string> = {};
  if (!(isAddress && view.page === PAGE.first)) params['page'] = String(view.page);
  if (!(isAddress && view.perPage === PAGE.size)) params['per_page'] = String(view.perPage);
  if (view.query.trim() !== '') params['query'] = view.query.trim();
  if (!isDefaultSort) {
    params['sort_by'] = view.sortBy;
    params['sort_direction'] = view.sortDirection;
  }
  for (const { field, operator, value } of view.filters) {
    params[`filter_fields[${field}][${operator}]`] = value;
  }
  return params;
}

/** The address for a view. Other parameters of the address are kept. */
export function writeView(search: URLSearchParams, view: ListView, defaultSort: Sort): URLSearchParams {
  const kept = [...search].filter(
    ([key]) =>
      !['page', 'per_page', 'query', 'sort_by', 'sort_direction'].includes(key) && !filterKey.test(key),
  );
  return new URLSearchParams([...kept, ...Object.entries(viewParams(view, defaultSort))]);
}

function whole(text: string | null, otherwise: number, max: number): number {
  if (text === null || !/^[1-9][0-9]{0,6}$/.test(text)) return otherwise;
  return Math.min(Number(text), max);
}

type Query = Record<string, string>;
type ListMeta = { page: number; perPage: number; total: number; lastPage: number };
type ListReply<Row> = { data: Row[]; meta: ListMeta };

/** A list of an event with saved views. */
export type ViewsAt = { eventId: number; list: ViewedList };

/** Where the rows of a list come from. */
export type ListSource<Row, More = unknown> = {
  rules: ListRules;
  defaultSort?: Sort;
  /** Filters that the page sets and the user can't change. */
  fixed?: Query;
  /** People save views of this list. Its page then loads by `readViewedOnServer` and `readViewedInBrowser`. */
  views?: ViewsAt;
  queryKey: (params: Query) => QueryKey;
  load: (call: CallApi, params: Query, signal?: AbortSignal) => Promise<ListReply<Row> & More>;
};

/** Lets the types of a source be inferred. */
export const listSource = <Row, More>(source: ListSource<Row, More>) => source;

/** The same for a list with saved views. */
export const viewedSource = <Row, More>(source: ListSource<Row, More> & { views: ViewsAt }) => source;

/** The query of a list for the view in this address. */
export function listRead<Row, More>(source: ListSource<Row, More>, search: URLSearchParams): Read {
  const { rules, defaultSort = rules.defaultSort, fixed } = source;
  const params = { ...viewParams(readView(search, rules, defaultSort)), ...fixed };
  return {
    queryKey: source.queryKey(params),
    load: (call, signal) => source.load(call, params, signal),
  };
}
