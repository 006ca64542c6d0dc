import { useCallback, useRef, useState } from 'react';
import type { ListControls } from '../list/use-list.ts';
import {
  allSelected,
  countSelected,
  isSelected,
  noneSelected,
  rangeOf,
  type SelectedRows,
  withRows,
} from './selected-rows.ts';

/**
 * The chosen rows of a list, over all its pages. Another search or other filters clear the choice, because the chosen
 * rows would no longer be visible.
 */
export function useSelection(list: Pick<ListControls, 'within' | 'meta'> & { rows: { id: number }[] }) {
  const { within } = list;
  const [held, setHeld] = useState<{ rows: SelectedRows; within: string }>({ rows: noneSelected, within });
  const [isSelecting, setSelecting] = useState(false);
  const last = useRef<number | null>(null);
  const rows = held.within === within ? held.rows : noneSelected;
  const shown = list.rows.map(({ id }) => id);
  const total = list.meta?.total ?? 0;
  const count = countSelected(rows, total);
  const onPage = shown.filter((id) => isSelected(rows, id)).length;
  const hold = (next: SelectedRows) =>
    setHeld({ rows: countSelected(next, total) === 0 ? noneSelected : next, within });
  const choose = (id: number, isOn: boolean, isRange: boolean) => {
    hold(withRows(rows, isRange ? rangeOf(shown, last.current, id) : [id], isOn));
    last.current = id;
  };
  const latest = useRef(choose);
  latest.current = choose;
  // The function never changes, so that of hundreds of rows only the chosen one is rendered again.
  const set = useCallback<typeof choose>((...given) => latest.current(...given), []);
  return {
    rows,
    count,
    total,
    /** Whether all matching rows are chosen, including those on other pages. */
    isAll: rows.kind === 'all' || (total > 0 && count === total),
    page: onPage === 0 ? 'none' : onPage === shown.length ? 'all' : 'some',
    pageSize: shown.length,
    has: (id: number) => isSelected(rows, id),
    /** Chooses a row or clears it. With `isRange`, does the same to all rows since the last one. */
    set,
    /** Clears a row that no longer exists, if single rows were chosen. */
    giveUp: (id: number) => rows.kind === 'some' && choose(id, false, false),
    setPage: (isOn: boolean) => hold(withRows(rows, shown, isOn)),
    setAll: () => hold(allSelected),
    /** Whether boxes show on narrow pages, where a button shows and hides them. */
    isSelecting: isSelecting || count > 0,
    startSelecting: () => setSelecting(true),
    clear: () => {
      last.current = null;
      setSelecting(false);
      setHeld({ rows: noneSelected, within });
    },
  } as const;
}

export type Selection = ReturnType<typeof useSelection>;
