import { useEffect, useState } from 'react';
import type { Identified, ListPageState } from './use-list-page.ts';

export type Side = 'previous' | 'next';

/** The rows beside the one whose drawer is open. */
export type Neighbours = {
  /** Null at that end of the list, and if the open row is not on this page of it. */
  go: Record<Side, (() => void) | null>;
  /** Where the last step went. The new drawer focuses the same button again. */
  last: Side | null;
};

/**
 * Steps from the open drawer to the row before or after it in the list as it is filtered and sorted, also over the end
 * of a page. A step replaces the address, so that the back button still closes the drawer.
 */
export function useNeighbours<Row extends Identified>({
  list,
  drawer,
}: Pick<ListPageState<Row>, 'list' | 'drawer'>): Neighbours {
  const { rows, view, meta, result } = list;
  const { opened, open } = drawer;
  const [last, setLast] = useState<Side | null>(null);
  /** The page of the list that a step over the end of a page waits for. */
  const [awaited, setAwaited] = useState<{ page: number; side: Side } | null>(null);
  const at = rows.findIndex(({ id }) => String(id) === opened);
  const isThere = awaited !== null && awaited.page === view.page && !result.isPlaceholderData;
  const arrived = isThere ? (awaited.side === 'next' ? rows[0] : rows.at(-1)) : undefined;
  useEffect(() => {
    if (!isThere) return;
    setAwaited(null);
    if (arrived) open(arrived.id, { replace: true });
  }, [isThere, arrived, open]);
  useEffect(() => {
    if (opened !== null) return;
    setLast(null);
    setAwaited(null);
  }, [opened]);
  const step = (side: Side): (() => void) | null => {
    if (at < 0 || awaited) return null;
    const by = side === 'next' ? 1 : -1;
    const row = rows[at + by];
    const page = view.page + by;
    if (!row && (page < 1 || page > (meta?.lastPage ?? 1))) return null;
    return () => {
      setLast(side);
      if (row) return open(row.id, { replace: true });
      setAwaited({ page, side });
      list.change({ page }, { replace: true });
    };
  };
  return { go: { previous: step('previous'), next: step('next') }, last };
}
