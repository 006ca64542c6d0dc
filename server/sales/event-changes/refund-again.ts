import type { EventChange } from '@entrada/contract/sales/event-changes/endpoints';
import { inTransaction } from '../../db/client.ts';
import { type Ctx, scopeOf, userOf } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { startJobOn } from '../bulk/service.ts';
import { refundsOfChange } from './core/change.ts';
import { ordersToRefundAgain } from './plan-queries.ts';
import { lockChange, writeStep } from './queries.ts';
import { showChange } from './reading.ts';

/**
 * Begins the refunds of a change once more, for orders whose money did not go back. Throws NOT_FOUND, also for a change
 * that refunds nothing; EVENT_CHANGE_UNDER_WAY while the earlier job runs; REFUND_NOTHING_DUE if no money is left that this
 * can send. Locks the change.
 */
export async function refundAgain(ctx: Ctx, at: { eventId: number; changeId: number }): Promise<EventChange> {
  const scope = scopeOf(ctx.actor);
  const { userId } = userOf(ctx.actor);
  const now = await showChange(ctx, at);
  if (now.refundJob === null) throw fail('NOT_FOUND');
  if (now.refundJob.status !== 'done' && now.refundJob.status !== 'failed')
    throw fail('EVENT_CHANGE_UNDER_WAY');
  await inTransaction(ctx.db, async (tx) => {
    const change = await lockChange(tx, scope, at);
    // Somebody else was faster.
    if (!change || change.refundJobId !== now.refundJob?.id) throw fail('EVENT_CHANGE_UNDER_WAY');
    const job = await startJobOn(tx, ctx, scope, {
      ...refundsOfChange,
      eventId: at.eventId,
      createdBy: userId,
      rows: ordersToRefundAgain(scope, change.refundJobId),
    });
    if (job === null) throw fail('REFUND_NOTHING_DUE');
    await writeStep(tx, change.id, { refundJobId: job });
  });
  return showChange(ctx, at);
}
