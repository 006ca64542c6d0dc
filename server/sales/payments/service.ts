import { type Db, inTransaction, type Tx } from '../../db/client.ts';
import { together } from '../../db/pipeline.ts';
import {
  type CreatePaymentInput,
  mayHaveHappened,
  mayReplacePaymentStatus,
  type PaymentProvider,
  ProviderError,
  type ProviderPayment,
  type ProviderRefund,
  type RefundInput,
  type WebhookEvent,
} from '../../payment-providers/port.ts';
import type { AccountScope, Ctx } from '../../platform/context.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { enqueue, type JobCtx, type JobRef } from '../../platform/jobs/job.ts';
import * as connections from '../payment-connections/service.ts';
import {
  closeWebhook,
  findLostWebhooks,
  insertWebhook,
  openParkedWebhooks,
} from '../webhook-inbox/queries.ts';
import type { Payment, ProviderCall } from './core/types.ts';
import * as queries from './queries.ts';

type Calling = Pick<Ctx, 'db' | 'log'>;

/** The number of payment attempts per order. The limit stops tests of stolen cards. */
export const PAYMENTS_PER_ORDER = 5;

/** Works a stored webhook off. Its handler is in `checkout`, because the order's state follows the payment's. */
export const processWebhookRef: JobRef<{ webhookId: number }> = { name: 'process_webhook', maxAttempts: 12 };
/** Asks the provider how a payment stands. Its handler is in `checkout` as well. */
export const reconcilePaymentRef: JobRef<{ paymentId: number }> = {
  name: 'reconcile_payment',
  maxAttempts: 4,
};

/** What we send to create a payment. All of it is fixed when the payment is opened. */
type PaymentRequest = Omit<
  CreatePaymentInput,
  'idempotencyKey' | 'account' | 'amount' | 'currency' | 'applicationFee'
>;

/**
 * Writes a payment and the call that creates it at the provider, before that call is made. Plans the first query for
 * its status. The order's row must be locked. Amount and fee in minor units. `chargedAccount` provides the charged
 * account and the fee.
 */
export async function openPayment(
  tx: Tx,
  scope: AccountScope,
  payment: {
    orderId: number;
    number: number;
    provider: string;
    amount: number;
    currency: string;
    request: PaymentRequest;
  } & connections.ChargedAccount,
): Promise<Payment> {
  const key = `order:${payment.orderId}:payment:${payment.number}`;
  const opened = await queries.insertPayment(tx, scope, { ...payment, key });
  const asking = { delaySeconds: 15, key: `reconcile:${opened.id}` };
  await together(
    tx,
    () => queries.insertCreateCall(tx, opened, payment.request),
    () => enqueue(tx, reconcilePaymentRef, { paymentId: opened.id }, asking),
  );
  return opened;
}

/**
 * Creates the payment at the provider, or finds the one that an earlier try with the same key created. Records the
 * result of the call and throws the provider's errors. The caller applies the answer to the order.
 */
export async function createAtProvider(
  ctx: Calling,
  provider: PaymentProvider,
  payment: Payment,
): Promise<ProviderPayment> {
  const call = await queries.findCreateCall(ctx.db, payment);
  try {
    return await recorded(ctx, call.id, async () => {
      const created = await provider.createPayment({
        ...(call.request as PaymentRequest),
        idempotencyKey: payment.idempotencyKey,
        amount: payment.amount,
        currency: payment.currency,
        account: payment.providerAccount,
        applicationFee: payment.applicationFee,
      });
      failpoint('payment.created');
      return { result: created, providerId: created.id };
    });
  } catch (error) {
    if (call.status !== 'unknown' || isVerdict(error) || !(error instanceof ProviderError)) throw error;
    // The provider may refuse our key now although an earlier try was accepted without an answer. So the result of that
    // try is still unknown.
    const { operation, status, retryAfterSeconds } = error;
    throw new ProviderError('unknown', error.message, {
      provider: provider.name,
      operation,
      status: status ?? undefined,
      retryAfterSeconds: retryAfterSeconds ?? undefined,
      cause: error,
    });
  }
}

/**
 * Whether the provider refused the request itself. A refusal of our API key or account (401, 403) says nothing about
 * the request.
 */
export const isVerdict = (error: unknown): boolean =>
  error instanceof ProviderError && error.kind === 'rejected' && error.status !== 401 && error.status !== 403;

async function recorded<T>(
  ctx: Calling,
  callId: number,
  run: () => Promise<{ result: T; providerId: string }>,
): Promise<T> {
  try {
    const { result, providerId } = await run();
    await queries.recordCall(ctx.db, callId, { status: 'done', providerId });
    return result;
  } catch (error) {
    const status = isVerdict(error) ? 'failed' : mayHaveHappened(error) ? 'unknown' : 'pending';
    const message = error instanceof Error ? error.message.slice(0, 500) : 'unknown';
    await queries.recordCall(ctx.db, callId, { status, error: message });
    throw error;
  }
}

const reference = (payment: Payment) => {
  if (payment.providerPaymentId === null) throw new Error(`Payment ${payment.id} is not at the provider yet`);
  return { providerPaymentId: payment.providerPaymentId, account: payment.providerAccount };
};

/** The status of the payment at the provider. If we never got an id for it, creates it first, with its own key. */
export function askProvider(
  ctx: Calling,
  provider: PaymentProvider,
  payment: Payment,
): Promise<ProviderPayment> {
  return payment.providerPaymentId === null
    ? createAtProvider(ctx, provider, payment)
    : provider.lookUp(reference(payment));
}

/**
 * Cancels a payment at the provider and answers its status, even if it can no longer be cancelled. If we never got an
 * id for it, creates it first with its own key. If it cannot be cancelled yet, answers it as it was created.
 */
export async function cancelAtProvider(
  ctx: Calling,
  provider: PaymentProvider,
  payment: Payment,
): Promise<ProviderPayment> {
  if (payment.providerPaymentId !== null) return provider.cancel(reference(payment));
  const created = await createAtProvider(ctx, provider, payment);
  try {
    return await provider.cancel({ providerPaymentId: created.id, account: payment.providerAccount });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    ctx.log.warn(
      { err: error, paymentId: payment.id },
      'a payment was created and could not be cancelled yet',
    );
    return created;
  }
}

/**
 * Writes what the provider says unless the stored status is final. Answers whether the status changed. The row must be
 * locked.
 */
export async function recordPayment(tx: Tx, payment: Payment, fetched: ProviderPayment): Promise<boolean> {
  const changes = payment.status === 'creating' || mayReplacePaymentStatus(payment.status, fetched.status);
  if (changes || payment.status === fetched.status) await queries.updatePayment(tx, payment, fetched);
  return changes;
}

/** Whether the provider describes this payment: same amount, currency and order, and the same id if we know one. */
export function isSamePayment(payment: Payment, orderShortId: string, fetched: ProviderPayment): boolean {
  return (
    (payment.providerPaymentId === null || payment.providerPaymentId === fetched.id) &&
    payment.amount === fetched.amount &&
    payment.currency === fetched.currency &&
    fetched.metadata.orderShortId === orderShortId
  );
}

/** Plans the next query to the provider while the payment is open. */
export async function planAsking(ctx: Calling, paymentId: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const seconds = await queries.planAsking(tx, paymentId);
    if (seconds === null) return;
    await enqueue(
      tx,
      reconcilePaymentRef,
      { paymentId },
      { delaySeconds: seconds, key: `reconcile:${paymentId}` },
    );
  });
}

/**
 * Makes a refund that was already written, with its own key. Records the result of the call and throws the provider's
 * errors.
 */
export async function sendRefund(
  ctx: Calling,
  provider: PaymentProvider,
  call: ProviderCall,
  payment: Payment,
): Promise<ProviderRefund> {
  return recorded(ctx, call.id, async () => {
    failpoint('refund.before-call');
    const refund = await provider.refund({
      ...reference(payment),
      idempotencyKey: call.idempotencyKey,
      amount: call.amount ?? payment.amount,
      currency: payment.currency,
      applicationFee: payment.applicationFee,
      reason: call.reason as NonNullable<RefundInput['reason']>,
    });
    failpoint('refund.after-call');
    return { result: refund, providerId: refund.id };
  });
}

/** Stores a verified webhook and queues its job in one transaction. A repeated event changes nothing. */
export async function receiveWebhook(
  ctx: Calling,
  provider: string,
  event: WebhookEvent,
  body: unknown,
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const webhookId = await insertWebhook(tx, provider, event, body);
    if (webhookId !== null) await enqueueWebhook(tx, { id: webhookId, type: event.type });
    failpoint('webhook.before-commit');
  });
  failpoint('webhook.stored');
}

/**
 * Queues stored webhooks again that no job will process any more. One that ended its process at every try is parked: it
 * stays in the inbox, and the payment that it is about waits for a person. Payments and refunds learn of the provider's
 * state without it as well.
 */
export async function requeueLostWebhooks({ db, log }: Pick<JobCtx, 'db' | 'log'>): Promise<void> {
  for (const webhook of await findLostWebhooks(db)) {
    if (!webhook.hasDied) {
      await enqueueWebhook(db, webhook);
      continue;
    }
    await closeWebhook(db, webhook.id, 'process_ended');
    log.error({ webhookId: webhook.id }, 'a webhook was parked, because every try ended with its process');
  }
}

/**
 * Queues the parked webhooks of an event's payments again, in the caller's transaction. Each has all its tries anew; one
 * that still does not fit is parked again. Answers how many payments they are about.
 */
export async function processParkedAgain(tx: Tx, scope: AccountScope, eventId: number): Promise<number> {
  const webhooks = await openParkedWebhooks(tx, scope, eventId);
  for (const webhook of webhooks) await enqueueWebhook(tx, webhook);
  return new Set(webhooks.map(({ paymentId }) => paymentId)).size;
}

function enqueueWebhook(tx: Tx | Db, { id: webhookId, type }: { id: number; type: string }): Promise<void> {
  const job = connections.ACCOUNT_EVENTS.includes(type) ? connections.checkConnectionRef : processWebhookRef;
  return enqueue(tx, job, { webhookId }, { key: `webhook:${webhookId}` });
}
