import { enqueue, type JobCtx } from '../../platform/jobs/job.ts';
import { findUnaskedRefunds } from './queries.ts';
import { settleRefundRef } from './record.ts';

/**
 * Asks for refunds whose query is due: after a crash, a long silence of the provider, or days of waiting for a bank.
 */
export async function sweepRefunds(ctx: JobCtx): Promise<void> {
  for (const refundId of await findUnaskedRefunds(ctx.db)) {
    await enqueue(ctx.db, settleRefundRef, { refundId }, { key: `refund:${refundId}` });
  }
}
