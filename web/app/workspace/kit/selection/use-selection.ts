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
 * The rows of a list that were chosen, over all its pages. Another search or other filters let go of them, because what
 * was chosen would no longer be in sight.
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
  // Always the same function, so that of hundreds of rows only the chosen one is drawn again.
  const set = useCallback<typeof choose>((...given) => latest.current(...given), []);
  return {
    rows,
    count,
    total,
    /** Whether the choice is all that match, pages not shown among them. */
    isAll: rows.kind === 'all' || (total > 0 && count === total),
    page: onPage === 0 ? 'none' : onPage === shown.length ? 'all' : 'some',
    pageSize: shown.length,
    has: (id: number) => isSelected(rows, id),
    /** Chooses a row or gives it up; with `isRange` all from the one before, as it was set. */
    set,
    /** Gives up a row that is no longer there, where rows were chosen one by one. */
    giveUp: (id: number) => rows.kind === 'some' && choose(id, false, false),
    setPage: (isOn: boolean) => hold(withRows(rows, shown, isOn)),
    setAll: () => hold(allSelected),
    /** Whether boxes show on narrow pages, where they wait behind a button. */
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
