import type { changeCapacityAssignments as changeEndpoint } from '@entrada/contract/catalog/capacity-assignments';
import type { ChosenRowsReply, ListQuery } from '@entrada/contract/list';
import type { z } from 'zod';
import { type Ctx, scopeOf } from '../../platform/context.ts';
import { selectionOf } from '../../platform/lists/selection.ts';
import { lockEvent } from '../events/service.ts';
import { findChosenCapacities } from './queries.ts';
import { retryOnDeadlock } from './recount.ts';
import { removeCapacities, switchCapacities } from './service.ts';

type Input = z.output<(typeof changeEndpoint)['body']> & { query: ListQuery };

/**
 * Switches on, switches off or deletes many capacity assignments of an event and records each. The rows are the named
 * ones, or all that the query finds except some. Answers the changed ids. Skips those that already have the state and
 * those of other events. Throws NOT_FOUND, EVENT_ARCHIVED, UNAVAILABLE. Locks the event, the orders of all their
 * tickets, then all counters, each in id order, so that neither reservations nor payments can deadlock.
 */
export function changeCapacities(
  ctx: Ctx,
  eventId: number,
  { action, ...named }: Input,
): Promise<ChosenRowsReply> {
  const scope = scopeOf(ctx.actor);
  const selection = selectionOf(named);
  return retryOnDeadlock(ctx, eventId, async (tx) => {
    await lockEvent(tx, scope, eventId);
    if (action === 'delete') {
      const chosen = await findChosenCapacities(tx, scope, eventId, { selection });
      return { changed: await removeCapacities(ctx, tx, eventId, chosen), kept: [] };
    }
    const active = action === 'switch-on';
    const changed = await findChosenCapacities(tx, scope, eventId, { selection, active: !active });
    await switchCapacities(ctx, tx, eventId, { ids: changed, active });
    return { changed, kept: [] };
  });
}
