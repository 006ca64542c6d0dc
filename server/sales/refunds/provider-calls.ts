import { inTransaction } from '../../db/client.ts';
import {
  type PaymentProvider,
  ProviderError,
  type ProviderRefund,
  type RefundReference,
} from '../../payment-providers/port.ts';
import { type Ctx, scopeOfRow } from '../../platform/context.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { enqueue } from '../../platform/jobs/job.ts';
import type { Payment } from '../payments/core/types.ts';
import { findPayment, findProviderCall } from '../payments/queries.ts';
import { isVerdict, sendRefund } from '../payments/service.ts';
import type { Refund } from './core/refunds.ts';
import * as queries from './queries.ts';
import { settleRefundRef } from './record.ts';
import { applyRefund, applyRefusedRefund, isUnresolved, type RefundNews } from './settle.ts';

type Working = Pick<Ctx, 'db' | 'log'>;

/** Up to this interval a job of its own asks for the refund. For longer intervals the sweep is soon enough. */
const OWN_JOB_SECONDS = 120;

/** After this time a provider may have forgotten a key. The same call could then make a second refund. */
const KEY_SECONDS = 20 * 3600;

/**
 * Makes a refund that was already written, with its own key, or asks for the status of one that was made. Plans the
 * next query first, so that a crash at any point only delays it. If the provider refuses the refund, it fails and
 * people must take care of it. Other errors are thrown.
 */
export async function settleRefund(ctx: Working, provider: PaymentProvider, refundId: number): Promise<void> {
  const refund = await queries.findRefund(ctx.db, refundId);
  const payment = refund?.paymentId ? await findPayment(ctx.db, refund.paymentId) : null;
  if (!refund || !payment) return;
  const ageSeconds = await inTransaction(ctx.db, async (tx) => {
    const { seconds, ageSeconds: age } = await queries.planAsking(tx, refundId);
    if (seconds === null || seconds > OWN_JOB_SECONDS) return age;
    await enqueue(tx, settleRefundRef, { refundId }, { delaySeconds: seconds, key: `refund:${refundId}` });
    return age;
  });
  if (refund.status === 'failed') return;
  const fetched = await makeOrLookUp(ctx, provider, { refund, payment, ageSeconds });
  failpoint('refund.recorded');
  if (fetched) await applyOrCatchUp(ctx, provider, payment, fetched, refund.id);
  failpoint('refund.applied');
}

/**
 * The status of a refund at the provider. Makes the refund if it was not made yet. Null if the provider refused it, or
 * if people must look it up by hand.
 */
async function makeOrLookUp(
  ctx: Working,
  provider: PaymentProvider,
  { refund, payment, ageSeconds }: { refund: Refund; payment: Payment; ageSeconds: number },
): Promise<ProviderRefund | null> {
  const account = payment.providerAccount;
  if (refund.providerRefundId !== null || refund.callId === null) {
    return provider.lookUpRefund({ providerRefundId: refund.providerRefundId ?? '', account });
  }
  const call = await findProviderCall(ctx.db, refund.callId);
  if (!call) throw new Error(`Refund ${refund.id} has lost its call`);
  if (call.status === 'done' && call.providerId !== null) {
    return provider.lookUpRefund({ providerRefundId: call.providerId, account });
  }
  // Ask this for every old call: a process that was killed during a call has recorded nothing about it.
  if (ageSeconds > KEY_SECONDS && (await wasMade(ctx, provider, refund, payment))) {
    ctx.log.error(
      { refundId: refund.id },
      'a refund was made, but its answer never came: look it up at the provider by hand',
    );
    return null;
  }
  try {
    return await sendRefund(ctx, provider, call, payment);
  } catch (error) {
    if (!(error instanceof ProviderError) || !isVerdict(error)) throw error;
    await applyRefusedRefund(ctx, refund, error.code ?? 'rejected');
    return null;
  }
}

/** Whether the provider's refunds exceed the known ones by at least the amount of this refund. */
async function wasMade(
  ctx: Working,
  provider: PaymentProvider,
  refund: Refund,
  payment: Payment,
): Promise<boolean> {
  const providerPaymentId = payment.providerPaymentId ?? '';
  const { refunded } = await provider.lookUp({ providerPaymentId, account: payment.providerAccount });
  const known = (await refundsOfPayment(ctx, payment))
    .filter((one) => one.providerRefundId !== null && one.status !== 'failed')
    .reduce((sum, one) => sum + one.amount, 0);
  return refunded >= known + refund.amount;
}

/**
 * Fetches a refund that a provider reported and applies it. If it could be one of our refunds without an id, settles
 * those first, before it counts as made elsewhere. If it would exceed the payment, asks for the known refunds again
 * first.
 */
export async function applyRefundNews(
  ctx: Working,
  provider: PaymentProvider,
  payment: Payment,
  reference: RefundReference,
): Promise<RefundNews> {
  const fetched = await provider.lookUpRefund(reference);
  const news = await applyOrCatchUp(ctx, provider, payment, fetched, null);
  if (news !== 'unresolved') return news;
  for (const refund of await refundsOfPayment(ctx, payment)) {
    if (isUnresolved(refund)) await settleRefund(ctx, provider, refund.id);
  }
  const again = await applyOrCatchUp(ctx, provider, payment, fetched, null);
  if (again === 'unresolved') throw new Error(`Refunds of payment ${payment.id} are still under way`);
  return again;
}

/** Applies a refund. If the refunds would exceed the payment, asks for the known ones again first. */
async function applyOrCatchUp(
  ctx: Working,
  provider: PaymentProvider,
  payment: Payment,
  fetched: ProviderRefund,
  refundId: number | null,
): Promise<RefundNews> {
  const news = await applyRefund(ctx, payment.id, fetched, refundId);
  if (news !== 'exceeds') return news;
  for (const refund of await refundsOfPayment(ctx, payment)) {
    if (refund.status === 'failed' || refund.providerRefundId === null || refund.id === refundId) continue;
    const reference = { providerRefundId: refund.providerRefundId, account: payment.providerAccount };
    await applyRefund(ctx, payment.id, await provider.lookUpRefund(reference), refund.id);
  }
  const again = await applyRefund(ctx, payment.id, fetched, refundId);
  if (again === 'exceeds') {
    ctx.log.error({ paymentId: payment.id, providerRefundId: fetched.id }, 'more was refunded than was paid');
  }
  return again;
}

async function refundsOfPayment(ctx: Working, payment: Payment): Promise<Refund[]> {
  const scope = scopeOfRow(payment);
  const all = await queries.listRefunds(ctx.db, scope, payment.orderId);
  return all.filter((refund) => refund.paymentId === payment.id);
}
