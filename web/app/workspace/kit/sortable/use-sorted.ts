import { useLingui } from '@lingui/react/macro';
import { notifications } from '@mantine/notifications';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../../platform/api/error.ts';
import { errorMessage } from '../../../platform/api/error-messages.ts';
import { workspaceErrors } from '../data/error-messages.ts';
import { notifyError, notifyUndo } from '../frame/notify.tsx';
import { inOrder, keepRows, type SortId } from './order.ts';

const NOTICE = 'sorted';

type SortedOptions<Row, Id extends SortId> = {
  /** As the server has them. */
  rows: readonly Row[];
  idOf: (row: Row) => Id;
  /** Stores a whole order. */
  save: (ids: Id[]) => Promise<unknown>;
  /** What a new order makes stale. */
  invalidates: readonly QueryKey[];
  /** What to say when it is stored, beside Undo. */
  saved: string;
  /** What to say when the server knows some row no longer. */
  refused: string;
};

/**
 * Rows that are sorted at once and stored after. One order is on its way at a time, and of those that follow only the
 * last is sent. A refusal puts the rows back as the server has them; Undo stores the order of before.
 */
export function useSorted<Row, Id extends SortId>(options: SortedOptions<Row, Id>) {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const { idOf } = options;
  const kept = useRef(new Map<SortId, Row>());
  const rows = useMemo(() => {
    kept.current = keepRows(kept.current, options.rows, idOf);
    return [...kept.current.values()];
  }, [options.rows, idOf]);
  const [order, setOrder] = useState<Id[] | null>(null);
  const latest = useRef(options);
  latest.current = options;
  const wanted = useRef<Id[] | null>(null);
  const isBusy = useRef(false);
  const sorted = useMemo(() => (order ? inOrder(rows, order, idOf) : [...rows]), [rows, order, idOf]);
  const current = useRef(sorted);
  current.current = sorted;

  const send = useCallback(async (): Promise<boolean> => {
    if (isBusy.current) return false;
    isBusy.current = true;
    try {
      while (wanted.current) {
        const ids = wanted.current;
        wanted.current = null;
        await latest.current.save(ids);
      }
      return true;
    } catch (error) {
      wanted.current = null;
      const isGone = error instanceof ApiError && error.code === 'VALIDATION_FAILED';
      notifyError(isGone ? latest.current.refused : errorMessage(i18n, error, workspaceErrors));
      return false;
    } finally {
      isBusy.current = false;
      // The order stands until the server's has arrived, or rows would jump back for a moment.
      const stale = latest.current.invalidates.map((queryKey) => client.invalidateQueries({ queryKey }));
      await Promise.allSettled(stale);
      if (!isBusy.current) setOrder(null);
    }
  }, [client, i18n]);

  const turns = useRef(0);
  const sort = useCallback(
    (ids: Id[], how: { isUndo?: boolean } = {}) => {
      turns.current += 1;
      const turn = turns.current;
      // What it would take back is no longer the last.
      notifications.hide(NOTICE);
      const before = current.current.map((row) => latest.current.idOf(row));
      wanted.current = ids;
      setOrder(ids);
      void send().then((done) => {
        if (!done) return;
        notifyUndo({
          id: NOTICE,
          message: latest.current.saved,
          undo: how.isUndo
            ? null
            : () => {
                if (turn === turns.current) sort(before, { isUndo: true });
              },
        });
      });
    },
    [send],
  );
  return { rows: sorted, sort };
}
