import { z } from 'zod';
import type { PaymentProvider } from '../../payment-providers/port.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import { settleRefund } from './provider-calls.ts';
import { settleRefundRef } from './record.ts';

/** The job that makes a refund, or asks for its status. */
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
