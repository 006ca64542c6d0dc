import { enqueue, type JobCtx } from '../../platform/jobs/job.ts';
import { endOneByOne } from '../orders/one-by-one.ts';
import { findUnaskedPayments } from '../payments/queries.ts';
import { reconcilePaymentRef, requeueLostWebhooks } from '../payments/service.ts';
import { giveUpEnding, planEnding } from './end-payment.ts';
import { findEnding, findStuckEnding } from './queries.ts';

/**
 * Repeats what earlier tries could not finish. Ends orders that only wait for the end of their payment. Asks for
 * payments whose next check is due. Queues webhooks again that no job will process any more.
 */
export async function sweepPayments(ctx: JobCtx): Promise<void> {
  await endOneByOne(ctx, await findStuckEnding(ctx.db), (orderId) => giveUpEnding(ctx, orderId));
  for (const orderId of await findEnding(ctx.db)) await planEnding(ctx.db, orderId);
  for (const paymentId of await findUnaskedPayments(ctx.db)) {
    await enqueue(ctx.db, reconcilePaymentRef, { paymentId }, { key: `reconcile:${paymentId}` });
  }
  await requeueLostWebhooks(ctx);
}
