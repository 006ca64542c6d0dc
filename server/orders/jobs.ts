import { z } from 'zod';
import {
  findUnaskedPayments,
  findUnmadeRefunds,
  processWebhookRef,
  reconcilePaymentRef,
  sendRefundRef,
} from '../payments/service.ts';
import { defineJob, enqueue, type Job, type JobCtx, type Schedule } from '../platform/jobs.ts';
import type { Parts } from '../platform/parts.ts';
import type { PaymentProvider } from '../platform/payments-port.ts';
import { endPayment, giveUpEnding } from './ending.ts';
import { beginEnding, expireOverdue, findEnding, findStuckEnding } from './expiry-queries.ts';
import { endPaymentRef, expireHoldRef } from './job-refs.ts';
import { performRefund, processWebhook, reconcile } from './webhook-work.ts';

const anything = z.object({}).loose();
const REFUND_ASK_SECONDS = 60;

/** Everything about holds that time alone brings about: chunk after chunk until nothing is overdue. */
export async function sweepHolds(ctx: JobCtx): Promise<void> {
  while ((await expireOverdue(ctx.db)) > 0);
  while ((await beginEnding(ctx.db)).length > 0);
  for (const orderId of await findStuckEnding(ctx.db)) await giveUpEnding(ctx, orderId);
  for (const orderId of await findEnding(ctx.db)) {
    await enqueue(ctx.db, endPaymentRef, { orderId }, { key: `end:${orderId}` });
  }
  for (const paymentId of await findUnaskedPayments(ctx.db)) {
    await enqueue(ctx.db, reconcilePaymentRef, { paymentId }, { key: `reconcile:${paymentId}` });
  }
  for (const callId of await findUnmadeRefunds(ctx.db)) {
    await enqueue(ctx.db, sendRefundRef, { callId }, { key: `refund:${callId}` });
  }
}

function holdJobs(provider: PaymentProvider | null) {
  const byOrder = z.object({ orderId: z.number() });
  const sweep = defineJob({ name: 'sweep_holds', payload: anything, handler: sweepHolds });
  const expire = defineJob({
    ...expireHoldRef,
    payload: byOrder,
    handler: async (ctx, { orderId }) => {
      await expireOverdue(ctx.db, { orderId });
      for (const id of await beginEnding(ctx.db, { orderId })) await endPayment(ctx, provider, id);
    },
  });
  const end = defineJob({
    ...endPaymentRef,
    payload: byOrder,
    handler: (ctx, { orderId }) => endPayment(ctx, provider, orderId),
  });
  return { sweep, jobs: [sweep, expire, end] };
}

function providerJobs(provider: PaymentProvider): Job[] {
  return [
    defineJob({
      ...processWebhookRef,
      payload: z.object({ webhookId: z.number() }),
      handler: (ctx, { webhookId }) => processWebhook(ctx, provider, webhookId),
    }),
    defineJob({
      ...reconcilePaymentRef,
      payload: z.object({ paymentId: z.number() }),
      handler: (ctx, { paymentId }) => reconcile(ctx, provider, paymentId),
    }),
    defineJob({
      ...sendRefundRef,
      payload: z.object({ callId: z.number() }),
      handler: async (ctx, { callId }) => {
        if (!(await performRefund(ctx, provider, callId))) return;
        const options = { delaySeconds: REFUND_ASK_SECONDS, key: `refund-again:${callId}:${Date.now()}` };
        await enqueue(ctx.db, sendRefundRef, { callId }, options);
      },
    }),
  ];
}

/** What orders do by themselves: overdue holds end, payments are asked for, webhooks have their effect. */
export function orderJobs({ provider }: Parts): { jobs: Job[]; schedules: Schedule[] } {
  const { sweep, jobs } = holdJobs(provider);
  return {
    jobs: [...jobs, ...(provider ? providerJobs(provider) : [])],
    schedules: [{ job: sweep, crontab: '* * * * *' }],
  };
}
