import { z } from 'zod';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import type { Resources } from '../../platform/resources.ts';
import { processWebhookRef, reconcilePaymentRef } from '../payments/service.ts';
import { announceJob } from './announcements.ts';
import { endPayment, endPaymentRef } from './end-payment.ts';
import { processWebhook, reconcile } from './webhooks.ts';

/** The jobs that write the mails of free orders, end payments, ask for their status, and apply webhooks. */
export function checkoutJobs({ provider }: Pick<Resources, 'provider'>): Job[] {
  const end = defineJob({
    ...endPaymentRef,
    payload: z.object({ orderId: z.number() }),
    handler: (ctx, { orderId }) => endPayment(ctx, provider, orderId),
  });
  if (!provider) return [announceJob, end];
  return [
    announceJob,
    end,
    defineJob({
      ...processWebhookRef,
      payload: z.object({ webhookId: z.number() }),
      handler: (ctx, { webhookId }, attempt) => processWebhook(ctx, provider, webhookId, attempt),
    }),
    defineJob({
      ...reconcilePaymentRef,
      payload: z.object({ paymentId: z.number() }),
      handler: (ctx, { paymentId }) => reconcile(ctx, provider, paymentId),
    }),
  ];
}
