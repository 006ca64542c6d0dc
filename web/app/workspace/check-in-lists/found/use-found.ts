import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';

const DEBOUNCE_MS = 300;

type Page<Row> = { data: Row[]; meta: { total: number; lastPage: number } };

/** What somebody types to find people, and what is asked for when they pause. */
export function useTyped() {
  const [typed, setTyped] = useState('');
  const [query] = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  return { typed, setTyped, query };
}

/** The rows that a query finds, page after page. */
export function useFound<Row>(given: {
  queryKey: QueryKey;
  load: (page: number, signal: AbortSignal) => Promise<Page<Row>>;
  refreshMs?: number;
}) {
  const found = useInfiniteQuery({
    queryKey: given.queryKey,
    queryFn: ({ pageParam, signal }) => given.load(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ meta }: Page<Row>, pages) =>
      pages.length < meta.lastPage ? pages.length + 1 : undefined,
    placeholderData: keepPreviousData,
    ...(given.refreshMs && { refetchInterval: given.refreshMs }),
  });
  return {
    found,
    rows: found.data?.pages.flatMap(({ data }) => data),
    total: found.data?.pages.at(-1)?.meta.total ?? 0,
  };
}

export type Found = Pick<
  ReturnType<typeof useFound>['found'],
  'error' | 'isError' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
>;
