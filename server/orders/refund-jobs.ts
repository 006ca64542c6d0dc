import { z } from 'zod';
import { defineJob, enqueue, type Job, type JobCtx } from '../platform/jobs.ts';
import type { PaymentProvider } from '../platform/payments-port.ts';
import { findUnaskedRefunds } from './refund-queries.ts';
import { settleRefundRef } from './refund-record.ts';
import { settleRefund } from './refund-work.ts';

/** Makes a refund, or asks how it stands. */
export const refundJob = (provider: PaymentProvider): Job =>
  defineJob({
    ...settleRefundRef,
    payload: z.object({ refundId: z.number() }),
    handler: (ctx, { refundId }) => settleRefund(ctx, provider, refundId),
  });

/** Refunds whose asking is due, as after a crash, a long silence of the provider, or days of a bank's. */
export async function sweepRefunds(ctx: JobCtx): Promise<void> {
  for (const refundId of await findUnaskedRefunds(ctx.db)) {
    await enqueue(ctx.db, settleRefundRef, { refundId }, { key: `refund:${refundId}` });
  }
}
