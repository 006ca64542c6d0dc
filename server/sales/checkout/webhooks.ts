import { type PaymentProvider, ProviderError, type ProviderPayment } from '../../payment-providers/port.ts';
import { type Ctx, scopeOfRow } from '../../platform/context.ts';
import { failpoint } from '../../platform/failpoints.ts';
import * as queries from '../orders/queries.ts';
import type { Payment } from '../payments/core/types.ts';
import { findLivePayment, findPayment, findPaymentByProviderId } from '../payments/queries.ts';
import { askProvider, isVerdict, planAsking } from '../payments/service.ts';
import { applyDisputeNews } from '../refunds/dispute-settle.ts';
import { applyRefundNews } from '../refunds/provider-calls.ts';
import { closeWebhook, findWebhook } from '../webhook-inbox/queries.ts';
import { endPayment } from './end-payment.ts';
import { applyPayment, failIfRefused } from './settle.ts';

type Working = Pick<Ctx, 'db' | 'log'>;
type Webhook = NonNullable<Awaited<ReturnType<typeof findWebhook>>>;

/**
 * Applies a stored webhook. Fetches the object that it names again, because events come late, twice and out of order.
 * Parks and logs a webhook that does not fit: another account, another amount, an unknown payment. A refund or a
 * dispute that the provider does not show is parked only on the last try, because no other job asks for it.
 */
export async function processWebhook(
  ctx: Working,
  provider: PaymentProvider,
  webhookId: number,
  { isLast } = { isLast: false },
): Promise<void> {
  const webhook = await findWebhook(ctx.db, webhookId);
  if (!webhook) return;
  const outcome = await outcomeOf(ctx, provider, webhook).catch((error: unknown) => {
    if (isLast && error instanceof ProviderError && error.kind === 'rejected') return 'not_at_provider';
    throw error;
  });
  const isParked = !['applied', 'unchanged', 'ignored'].includes(outcome);
  if (isParked) ctx.log.error({ webhookId, eventId: webhook.eventId, outcome }, 'a webhook was parked');
  failpoint('webhook.applied');
  await closeWebhook(ctx.db, webhookId, outcome);
}

async function outcomeOf(ctx: Working, provider: PaymentProvider, webhook: Webhook): Promise<string> {
  const { account, providerRefundId, providerDisputeId } = webhook;
  const providerPaymentId = webhook.providerPaymentId ?? (await findSubject(provider, webhook));
  if (providerPaymentId === null) return 'ignored';
  const known = await findPaymentByProviderId(ctx.db, webhook.provider, providerPaymentId);
  if (known && known.providerAccount !== account) return 'account_mismatch';
  let fetched: ProviderPayment;
  try {
    fetched = await provider.lookUp({ providerPaymentId, account });
  } catch (error) {
    if (isVerdict(error)) return 'payment_not_at_provider';
    throw error;
  }
  failpoint('webhook.fetched');
  const payment = known ?? (await findUnnamed(ctx, fetched, account));
  if (!payment) return 'unknown_payment';
  const settled = await applyPayment(ctx, payment, fetched);
  if (settled === 'mismatch') return settled;
  if (providerDisputeId !== null) {
    return applyDisputeNews(ctx, provider, payment, { providerDisputeId, account });
  }
  return providerRefundId === null
    ? settled
    : applyRefundNews(ctx, provider, payment, { providerRefundId, account });
}

/** Finds the payment of a refund or a dispute if the event itself does not name the payment. */
async function findSubject(provider: PaymentProvider, webhook: Webhook): Promise<string | null> {
  const { account, providerRefundId, providerDisputeId } = webhook;
  if (providerDisputeId !== null) {
    return (await provider.lookUpDispute({ providerDisputeId, account })).paymentId;
  }
  if (providerRefundId === null) return null;
  return (await provider.lookUpRefund({ providerRefundId, account })).paymentId;
}

/**
 * A webhook can arrive before the answer to the call that created its payment. Then the order in the payment's metadata
 * leads to the payment.
 */
async function findUnnamed(
  ctx: Working,
  fetched: ProviderPayment,
  account: string | null,
): Promise<Payment | null> {
  const order = await queries.findByShortId(ctx.db, fetched.metadata.orderShortId);
  if (!order) return null;
  const live = await findLivePayment(ctx.db, scopeOfRow(order), order.id);
  if (live?.providerAccount !== account) return null;
  // The answer may have been recorded since the search by the provider's id.
  return live.status === 'creating' || live.providerPaymentId === fetched.id ? live : null;
}

/**
 * Asks for the status of a payment, or cancels the payment if its order has ended. Plans the next check while the
 * payment is open.
 */
export async function reconcile(ctx: Working, provider: PaymentProvider, paymentId: number): Promise<void> {
  const payment = await findPayment(ctx.db, paymentId);
  if (!payment) return;
  await planAsking(ctx, paymentId);
  failpoint('reconcile.planned');
  const order = await queries.findById(ctx.db, payment.orderId);
  if (order?.status === 'expired' || order?.status === 'cancelling')
    return endPayment(ctx, provider, payment.orderId);
  if (payment.status !== 'creating' && ['succeeded', 'failed', 'cancelled'].includes(payment.status)) return;
  try {
    const fetched = await askProvider(ctx, provider, payment);
    failpoint('reconcile.asked');
    await applyPayment(ctx, payment, fetched);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (await failIfRefused(ctx, payment, error)) return;
    ctx.log.warn({ err: error, paymentId }, 'a payment could not be read from the provider');
  }
}
