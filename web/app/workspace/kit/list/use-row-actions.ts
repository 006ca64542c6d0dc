import type { QueryKey } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { ApiError } from '../../../platform/api/error.ts';
import { useChange } from '../data/use-change.ts';
import { askFirst, type Question } from '../frame/confirm.tsx';
import { notifyUndo } from '../frame/notify.tsx';
import type { Identified, ListPageState } from './use-list-page.ts';

type DeleteRow<Row> = {
  page: Pick<ListPageState, 'selection'>;
  run: (row: Row) => Promise<unknown>;
  /** The queries to read again after the change. */
  invalidates: readonly QueryKey[];
  ask: (row: Row) => Question;
  /** The message after the row was deleted. */
  says: (row: Row) => string;
};

/**
 * Deletes one row after a question. It always returns the same function, so that hundreds of rows are not rendered
 * again.
 */
export function useDeleteRow<Row extends Identified>(options: DeleteRow<Row>): (row: Row) => void {
  const { run, invalidates, says } = options;
  const { start } = useChange({
    run,
    invalidates: () => invalidates,
    success: (_, row) => says(row),
    onDone: (_, row) => options.page.selection?.giveUp(row.id),
  });
  const latest = useRef(options.ask);
  latest.current = options.ask;
  return useCallback((row) => void askFirst({ ...latest.current(row), run: () => start(row) }), [start]);
}

type SwitchRow<Row> = {
  page: Pick<ListPageState, 'id' | 'list'>;
  /** Saves the row with the opposite state and returns the saved row. */
  run: (row: Row) => Promise<Row>;
  /** The queries to read again after the change. */
  invalidates: readonly QueryKey[];
  /** The message about the saved row. */
  says: (row: Row) => string;
};

/** Turns one row off or on, with an Undo. If someone else changed the row meanwhile, it is read again. */
export function useSwitchRow<Row extends Identified>({ page, run, invalidates, says }: SwitchRow<Row>) {
  const [switched, setSwitched] = useState<number | null>(null);
  const change = useChange({
    run: ({ row }: { row: Row; isUndo: boolean }) => run(row),
    invalidates: () => invalidates,
    onDone: (row, { isUndo }) =>
      notifyUndo({
        id: `${page.id}-${row.id}`,
        message: says(row),
        undo: isUndo ? null : () => void change.start({ row, isUndo: true }),
      }),
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'STALE_VERSION') void page.list.result.refetch();
      return false;
    },
  });
  return {
    isPending: ({ id }: Row) => change.isPending && switched === id,
    start: (row: Row) => {
      setSwitched(row.id);
      void change.start({ row, isUndo: false });
    },
  };
}
