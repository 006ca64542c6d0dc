import { LIMITS } from '@entrada/contract/constants';
import type { ChosenRows, ChosenRowsReply } from '@entrada/contract/list';
import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useChange } from '../data/use-change.ts';
import { notifyError, notifyUndo } from '../frame/notify.tsx';
import { useChosenRows } from './use-chosen-rows.ts';
import type { Selection } from './use-selection.ts';

type ChosenChange<Action extends string> = {
  /** Of the notice: the next one of the list takes its place. */
  id: string;
  selection: Selection;
  run: (body: { action: Action } & ChosenRows) => Promise<ChosenRowsReply>;
  /** What the change makes stale. */
  invalidates: readonly QueryKey[];
  /** The action that takes each one back; null for what stays. */
  back: Record<Action, Action | null>;
  /** What to say of so many rows that changed. */
  words: (action: Action, n: number) => string;
  /** What to say beside it of rows that stayed as they were. */
  kept?: (kept: ChosenRowsReply['kept']) => ReactNode;
};

type Given<Action extends string> = { body: { action: Action } & ChosenRows; isUndo: boolean };

/**
 * Does one thing to all chosen rows, says what came of it with a way back where there is one, and lets go of them.
 * `start` answers whether it worked.
 */
export function useChosenChange<Action extends string>(options: ChosenChange<Action>) {
  const { id, selection, run, invalidates, back, words, kept } = options;
  const choose = useChosenRows(selection);
  const change = useChange({
    run: ({ body }: Given<Action>) => run(body),
    invalidates: () => invalidates,
    onDone: (reply, { body: { action }, isUndo }) => {
      const { changed } = reply;
      const message = words(action, changed.length);
      const opposite = back[action];
      const isUndoable =
        opposite !== null && !isUndo && changed.length > 0 && changed.length <= LIMITS.selectedRows;
      const undo = isUndoable
        ? () => void change.start({ body: { action: opposite, ids: changed }, isUndo: true })
        : null;
      const more = reply.kept.length > 0 && kept?.(reply.kept);
      if (more)
        notifyError(
          <>
            {message} {more}
          </>,
        );
      else notifyUndo({ id, message, undo });
      if (!isUndo) selection.clear();
    },
  });
  const start = (action: Action): Promise<boolean> => {
    const chosen = choose();
    return chosen ? change.start({ body: { action, ...chosen }, isUndo: false }) : Promise.resolve(true);
  };
  return { start, isPending: change.isPending };
}
