import { enqueue, type JobCtx } from '../../platform/jobs/job.ts';
import { endOneByOne } from '../orders/one-by-one.ts';
import { findUnaskedPayments } from '../payments/queries.ts';
import { reconcilePaymentRef, requeueLostWebhooks } from '../payments/service.ts';
import { giveUpEnding, planEnding } from './end-payment.ts';
import { findEnding, findStuckEnding } from './queries.ts';

/**
 * What an earlier try could not bring about: orders that only wait for the end of their payment are ended, payments whose
 * asking is due are asked for, and webhooks that no job will take up any more are queued again.
 */
export async function sweepPayments(ctx: JobCtx): Promise<void> {
  await endOneByOne(ctx, await findStuckEnding(ctx.db), (orderId) => giveUpEnding(ctx, orderId));
  for (const orderId of await findEnding(ctx.db)) await planEnding(ctx.db, orderId);
  for (const paymentId of await findUnaskedPayments(ctx.db)) {
    await enqueue(ctx.db, reconcilePaymentRef, { paymentId }, { key: `reconcile:${paymentId}` });
  }
  await requeueLostWebhooks(ctx.db);
}
