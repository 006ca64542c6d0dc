import { useLingui } from '@lingui/react/macro';
import { notifications } from '@mantine/notifications';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../../platform/api/error.ts';
import { errorMessage } from '../../../platform/api/error-messages.ts';
import { notifyError, notifyUndo } from '../frame/notify.tsx';
import { inOrder, keepRows, type SortId } from './order.ts';

const NOTICE = 'sorted';

type SortedOptions<Row, Id extends SortId> = {
  /** The rows in the order of the server. */
  rows: readonly Row[];
  idOf: (row: Row) => Id;
  /** Stores the whole order. */
  save: (ids: Id[]) => Promise<unknown>;
  /** The queries to read again after sorting. */
  invalidates: readonly QueryKey[];
  /** The message after the order was stored, beside Undo. */
  saved: string;
  /** The message if the server no longer has one of the rows. */
  refused: string;
};

/**
 * Sorts rows on the page at once and then stores the order. Only one request runs at a time. Of the orders that wait
 * meanwhile, only the last is sent. If the server refuses an order, the rows go back to the server's order. Undo stores
 * the previous order.
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
      notifyError(isGone ? latest.current.refused : errorMessage(i18n, error));
      return false;
    } finally {
      isBusy.current = false;
      // The order is kept until the server's order has arrived. Otherwise rows would jump back for a moment.
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
      // The Undo of an earlier change must not stay: that change is no longer the last one.
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
