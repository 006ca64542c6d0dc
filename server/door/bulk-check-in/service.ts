import type { BulkJob } from '@entrada/contract/sales/bulk/jobs';
import { type Ctx, scopeOf } from '../../platform/context.ts';
import { fail, failFields } from '../../platform/errors.ts';
import { type Asked, startJob } from '../../sales/bulk/service.ts';
import { stateOf } from '../check-in-lists/core/state.ts';
import { lockList } from './queries.ts';

/**
 * Makes a job that checks attendees in by a list, as `startJob` does. Throws what that throws, VALIDATION_FAILED for a list of
 * another event, CHECK_IN_LIST_NOT_ACTIVE, CHECK_IN_LIST_EXPIRED.
 */
export function startCheckIn(
  ctx: Ctx,
  { checkInListId: listId, ...asked }: Omit<Asked, 'noun' | 'kind' | 'input'> & { checkInListId: number },
): Promise<BulkJob> {
  const job = { ...asked, noun: 'attendees', kind: 'check_in', input: { checkInListId: listId } } as const;
  return startJob(ctx, job, async (tx) => {
    const list = await lockList(tx, scopeOf(ctx.actor), { eventId: asked.eventId, listId });
    if (!list) throw failFields([{ path: 'checkInListId', code: 'not_found' }]);
    const state = stateOf(list);
    if (state === 'not_active') throw fail('CHECK_IN_LIST_NOT_ACTIVE');
    if (state === 'expired') throw fail('CHECK_IN_LIST_EXPIRED');
  });
}
