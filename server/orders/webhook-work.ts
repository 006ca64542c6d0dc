import {
  askProvider,
  closeWebhook,
  findLivePayment,
  findPayment,
  findPaymentByProviderId,
  findProviderCall,
  findRefundCall,
  findWebhook,
  type Payment,
  planAsking,
  sendRefund,
} from '../payments/service.ts';
import { type Ctx, scopeOfRow } from '../platform/context.ts';
import { type PaymentProvider, ProviderError, type ProviderPayment } from '../platform/payments-port.ts';
import { endPayment } from './ending.ts';
import * as queries from './queries.ts';
import { applyPayment, applyRefund, applyRefusedCreation } from './settle.ts';

type Working = Pick<Ctx, 'db' | 'log'>;
type Webhook = NonNullable<Awaited<ReturnType<typeof findWebhook>>>;

/**
 * Gives a kept webhook its effect: the object it names is fetched again, since events come late, twice and out of order.
 * What does not fit (another account, another amount, a payment nobody knows) is parked with an outcome and logged.
 */
export async function processWebhook(
  ctx: Working,
  provider: PaymentProvider,
  webhookId: number,
): Promise<void> {
  const webhook = await findWebhook(ctx.db, webhookId);
  if (!webhook) return;
  const outcome = await outcomeOf(ctx, provider, webhook);
  const isParked = !['applied', 'unchanged', 'ignored'].includes(outcome);
  if (isParked) ctx.log.error({ webhookId, eventId: webhook.eventId, outcome }, 'a webhook was parked');
  await closeWebhook(ctx.db, webhookId, outcome);
}

async function outcomeOf(ctx: Working, provider: PaymentProvider, webhook: Webhook): Promise<string> {
  if (webhook.providerPaymentId === null) return 'ignored';
  const reference = { providerPaymentId: webhook.providerPaymentId, account: webhook.account };
  const known = await findPaymentByProviderId(ctx.db, webhook.provider, webhook.providerPaymentId);
  if (known && known.providerAccount !== webhook.account) return 'account_mismatch';
  let fetched: ProviderPayment;
  try {
    fetched = await provider.lookUp(reference);
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'rejected') return 'payment_not_at_provider';
    throw error;
  }
  const payment = known ?? (await findUnnamed(ctx, fetched, webhook.account));
  if (!payment) return 'unknown_payment';
  const settled = await applyPayment(ctx, payment, fetched);
  if (settled === 'mismatch' || webhook.providerRefundId === null) return settled;
  return applyRefundNews(ctx, provider, { id: webhook.providerRefundId, account: webhook.account });
}

/** A webhook can be faster than the answer to the call that made its payment: the order that it names leads to it. */
async function findUnnamed(
  ctx: Working,
  fetched: ProviderPayment,
  account: string | null,
): Promise<Payment | null> {
  const order = await queries.findByShortId(ctx.db, fetched.metadata.orderShortId);
  if (!order) return null;
  const live = await findLivePayment(ctx.db, scopeOfRow({ account_id: order.accountId }), order.id);
  return live?.status === 'creating' && live.providerAccount === account ? live : null;
}

async function applyRefundNews(
  ctx: Working,
  provider: PaymentProvider,
  refund: { id: string; account: string | null },
): Promise<string> {
  const call = await findRefundCall(ctx.db, refund.id);
  const payment = call && (await findPayment(ctx.db, call.paymentId));
  // Its own job knows the answer to a refund of ours; one made elsewhere is none of an order's.
  if (!payment) return 'ignored';
  const fetched = await provider.lookUpRefund({ providerRefundId: refund.id, account: refund.account });
  await applyRefund(ctx, payment.orderId, fetched.status);
  return 'applied';
}

/** Asks how a payment stands; one whose order has ended is cancelled instead. Plans the next asking while it is open. */
export async function reconcile(ctx: Working, provider: PaymentProvider, paymentId: number): Promise<void> {
  const payment = await findPayment(ctx.db, paymentId);
  if (!payment) return;
  await planAsking(ctx, paymentId);
  const order = await queries.findById(ctx.db, payment.orderId);
  if (order?.status === 'expired' || order?.status === 'cancelling')
    return endPayment(ctx, provider, payment.orderId);
  if (payment.status !== 'creating' && ['succeeded', 'failed', 'cancelled'].includes(payment.status)) return;
  try {
    await applyPayment(ctx, payment, await askProvider(ctx, provider, payment));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.kind === 'rejected' && payment.status === 'creating') {
      return applyRefusedCreation(ctx, payment, error.code ?? 'rejected');
    }
    ctx.log.warn({ err: error, paymentId }, 'a payment could not be asked for');
  }
}

/**
 * Makes a refund that was written down, or asks how one stands. Answers whether it is still to be decided. One that the
 * provider refuses has failed, and people have to see to it; any other trouble is thrown, for another try with its key.
 */
export async function performRefund(
  ctx: Working,
  provider: PaymentProvider,
  callId: number,
): Promise<boolean> {
  const call = await findProviderCall(ctx.db, callId);
  const payment = call && (await findPayment(ctx.db, call.paymentId));
  if (!call || !payment || call.status === 'failed') return false;
  const isMade = call.status === 'done' && call.providerId !== null;
  const reference = { providerRefundId: call.providerId ?? '', account: payment.providerAccount };
  try {
    const refund = isMade
      ? await provider.lookUpRefund(reference)
      : await sendRefund(ctx, provider, call, payment);
    await applyRefund(ctx, payment.orderId, refund.status);
    return refund.status === 'pending';
  } catch (error) {
    if (isMade || !(error instanceof ProviderError) || error.kind !== 'rejected') throw error;
    await applyRefund(ctx, payment.orderId, 'failed');
    return false;
  }
}
