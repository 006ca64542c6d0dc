import { z } from 'zod';
import { isDatabaseUnavailable } from '../../db/errors.ts';
import type { PaymentProvider } from '../../payment-providers/port.ts';
import { failpoint } from '../../platform/failpoints.ts';
import {
  defineJob,
  enqueue,
  type Job,
  type JobCtx,
  type Schedule,
  type Tick,
} from '../../platform/jobs/job.ts';
import type { Parts } from '../../platform/parts.ts';
import { endPayment, giveUpEnding } from '../checkout/end-payment.ts';
import { endPaymentRef } from '../checkout/job-refs.ts';
import { processWebhook, reconcile } from '../checkout/webhooks.ts';
import { sweepUnpaid } from '../offline-payments/sweep.ts';
import {
  findUnaskedPayments,
  processWebhookRef,
  reconcilePaymentRef,
  requeueLostWebhooks,
} from '../payments/service.ts';
import { sweepRefunds } from '../refunds/sweep.ts';
import { beginEnding, expireOverdue, findEnding, findOverdue, findStuckEnding } from './expiry-queries.ts';

const anything = z.object({}).loose();

const SWEEP_SECONDS = 1;

/** Goes through orders one by one: one that cannot be ended is logged and left for the next time, and keeps nobody else's places. */
async function endEach(
  ctx: JobCtx,
  orderIds: readonly number[],
  end: (orderId: number) => Promise<unknown>,
): Promise<void> {
  for (const orderId of orderIds) {
    try {
      await end(orderId);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      ctx.log.error({ err: error, orderId }, 'an overdue hold could not be ended');
    }
  }
}

/** A chunk of overdue holds; where it cannot be ended for the sake of one, each by itself. Answers how many were ended at once. */
async function expireChunk(ctx: JobCtx): Promise<number> {
  try {
    return await expireOverdue(ctx.db);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    await endEach(ctx, await findOverdue(ctx.db), (orderId) => expireOverdue(ctx.db, { orderId }));
    return 0;
  }
}

/** Ends what is overdue, chunk after chunk; a payment that may still succeed is ended at the provider by a job. */
export async function sweepOverdue(ctx: JobCtx): Promise<void> {
  while ((await expireChunk(ctx)) > 0) failpoint('expiry.expired');
  for (let ids = await beginEnding(ctx.db); ids.length > 0; ids = await beginEnding(ctx.db)) {
    failpoint('expiry.ending');
    for (const orderId of ids) await enqueue(ctx.db, endPaymentRef, { orderId }, { key: `end:${orderId}` });
  }
}

/** Everything about holds that time alone brings about, what an earlier try could not end included. */
export async function sweepHolds(ctx: JobCtx): Promise<void> {
  await sweepOverdue(ctx);
  await endEach(ctx, await findStuckEnding(ctx.db), (orderId) => giveUpEnding(ctx, orderId));
  for (const orderId of await findEnding(ctx.db)) {
    await enqueue(ctx.db, endPaymentRef, { orderId }, { key: `end:${orderId}` });
  }
  for (const paymentId of await findUnaskedPayments(ctx.db)) {
    await enqueue(ctx.db, reconcilePaymentRef, { paymentId }, { key: `reconcile:${paymentId}` });
  }
  await requeueLostWebhooks(ctx.db);
  await sweepUnpaid(ctx);
  await sweepRefunds(ctx);
}

function holdJobs(provider: PaymentProvider | null) {
  const byOrder = z.object({ orderId: z.number() });
  const sweep = defineJob({ name: 'sweep_holds', payload: anything, handler: sweepHolds });
  const end = defineJob({
    ...endPaymentRef,
    payload: byOrder,
    handler: (ctx, { orderId }) => endPayment(ctx, provider, orderId),
  });
  return { sweep, jobs: [sweep, end] };
}

function providerJobs(provider: PaymentProvider): Job[] {
  return [
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

/** What orders do by themselves: overdue holds end, payments are asked for, webhooks have their effect. */
export function orderJobs({ provider }: Parts): { jobs: Job[]; schedules: Schedule[]; ticks: Tick[] } {
  const { sweep, jobs } = holdJobs(provider);
  return {
    jobs: [...jobs, ...(provider ? providerJobs(provider) : [])],
    schedules: [{ job: sweep, crontab: '* * * * *' }],
    ticks: [{ name: 'sweep_overdue', everySeconds: SWEEP_SECONDS, run: sweepOverdue }],
  };
}
