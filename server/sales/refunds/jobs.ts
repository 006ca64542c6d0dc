import { z } from 'zod';
import type { PaymentProvider } from '../../payment-providers/port.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import { settleRefund } from './provider-calls.ts';
import { settleRefundRef } from './record.ts';

/** Makes a refund, or asks how it stands. */
export function refundJobs(provider: PaymentProvider | null): Job[] {
  if (!provider) return [];
  return [
    defineJob({
      ...settleRefundRef,
      payload: z.object({ refundId: z.number() }),
      handler: (ctx, { refundId }) => settleRefund(ctx, provider, refundId),
    }),
  ];
}
