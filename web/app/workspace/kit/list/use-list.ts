import type { ListOperator } from '@entrada/contract/list';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { api } from '../../../platform/api/client.ts';
import { allRows, isAsSaved, openedSearch, openedView, writeOpened } from '../views/opened.ts';
import { useSavedViews } from '../views/reads.ts';
import { type ListSource, type ListView, readView, viewParams } from './view.ts';

/** A list whose view is stored in the address: its rows, and functions that change the view. */
export function useList<Row, More>(options: ListSource<Row, More>) {
  const { rules, fixed } = options;
  const defaultSort = options.defaultSort ?? rules.defaultSort;
  const saved = useSavedViews(options.views);
  const [given, setSearch] = useSearchParams();
  const search = useMemo(() => openedSearch(given, saved), [given, saved]);
  const view = useMemo(() => readView(search, rules, defaultSort), [search, rules, defaultSort]);
  const params = useMemo(() => ({ ...viewParams(view), ...fixed }), [view, fixed]);
  const result = useQuery({
    queryKey: options.queryKey(params),
    queryFn: ({ signal }) => options.load(api, params, signal),
    placeholderData: keepPreviousData,
  });

  const change = useCallback(
    (next: Partial<ListView>, how: { replace?: boolean } = {}) => {
      setSearch(
        (current) => {
          const shown = readView(openedSearch(current, saved), rules, defaultSort);
          return writeOpened(current, saved, { ...shown, page: 1, ...next }, defaultSort);
        },
        { replace: how.replace ?? false, preventScrollReset: next.page === undefined },
      );
    },
    [setSearch, saved, rules, defaultSort],
  );

  const lastPage = result.data?.meta.lastPage ?? 0;
  const isBeyond = !result.isPlaceholderData && lastPage > 0 && view.page > lastPage;
  useEffect(() => {
    if (isBeyond) change({ page: lastPage }, { replace: true });
  }, [isBeyond, lastPage, change]);

  const filterValue = (field: string) => view.filters.find((filter) => filter.field === field)?.value;
  const setFilter = (field: string, operator: ListOperator, value: string | undefined) => {
    const others = view.filters.filter((filter) => filter.field !== field || filter.operator !== operator);
    change({ filters: value ? [...others, { field, operator, value }] : others });
  };
  const rows = result.data?.data ?? [];
  const opened = openedView(given, saved);
  const isFiltered = view.query.trim() !== '' || view.filters.length > 0;
  return {
    view,
    params,
    result,
    rows,
    meta: result.data?.meta,
    isFiltered,
    /** Nothing exists yet, so there is nothing to search, sort or count. */
    isEmpty: result.isSuccess && rows.length === 0 && !isFiltered,
    /** Identifies the search and the filters. When it changes, the chosen rows are no longer chosen. */
    within: JSON.stringify([view.query, view.filters, fixed]),
    /** The saved views, and the one that is open. Null until they are read, and for a list without any. */
    views: options.views &&
      saved && {
        at: options.views,
        saved,
        opened,
        isUnsaved: !isAsSaved(opened ?? allRows(defaultSort), view),
      },
    change,
    filterValue,
    setFilter,
    clear: () => change({ query: '', filters: [] }),
  };
}

export type List<Row = unknown, More = unknown> = ReturnType<typeof useList<Row, More>>;
/** The parts of a list that the toolbar and the pagination need. */
export type ListControls = Pick<
  List,
  'view' | 'meta' | 'isFiltered' | 'within' | 'change' | 'filterValue' | 'setFilter' | 'clear'
>;
