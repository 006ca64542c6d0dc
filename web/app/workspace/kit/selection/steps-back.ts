import { LIMITS } from '@entrada/contract/constants';
import type { ChosenRows, ChosenRowsReply } from '@entrada/contract/list';

/** The body of a request that runs an action on rows. */
export type ActionBody<Action> = { action: Action } & ChosenRows;

/** How to undo an action: with the opposite action, or with requests made from the reply. Null if it can't be undone. */
export type Undo<Action, Reply> = Action | null | ((reply: Reply) => ActionBody<Action>[]);

/**
 * The requests that undo an action for exactly the rows that it changed, in their order. A request names no more rows
 * than it may, so thousands of rows need several. None if nothing changed or the action can't be undone.
 */
export function stepsBack<Action extends string, Reply extends ChosenRowsReply>(
  reply: Reply,
  undo: Undo<Action, Reply>,
): ActionBody<Action>[] {
  const { changed } = reply;
  if (undo === null || changed.length === 0) return [];
  const steps = typeof undo === 'function' ? undo(reply) : [{ action: undo, ids: changed }];
  return steps.flatMap((step): ActionBody<Action>[] => {
    if (!('ids' in step)) return [step];
    const { ids } = step;
    const parts = Math.ceil(ids.length / LIMITS.selectedRows);
    return Array.from({ length: parts }, (_, nth) => ({
      ...step,
      ids: ids.slice(nth * LIMITS.selectedRows, (nth + 1) * LIMITS.selectedRows),
    }));
  });
}
