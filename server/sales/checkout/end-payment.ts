import type { Db } from '../../db/client.ts';
import { type PaymentProvider, ProviderError } from '../../payment-providers/port.ts';
import { type Ctx, scopeOfRow } from '../../platform/context.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { enqueue, type JobRef } from '../../platform/jobs/job.ts';
import { inTurn } from '../../platform/turns.ts';
import { isPaying } from '../orders/core/order-state.ts';
import { release } from '../orders/holds.ts';
import * as queries from '../orders/queries.ts';
import { findLivePayment } from '../payments/queries.ts';
import { cancelAtProvider } from '../payments/service.ts';
import { applyPayment, failIfRefused } from './settle.ts';

type Ending = Pick<Ctx, 'db' | 'log'>;

export const endPaymentRef: JobRef<{ orderId: number }> = { name: 'end_payment' };

/** Queues the job that ends the payment of an order. Repeated calls queue it only once. */
export const planEnding = (db: Db, orderId: number): Promise<void> =>
  enqueue(db, endPaymentRef, { orderId }, { key: `end:${orderId}` });

/**
 * Asks the provider to cancel the payment of an order that is ending, and applies the answer. If the payment succeeded
 * first, the order is completed. If the provider cannot be asked, nothing changes and the next sweep tries again. Holds
 * no lock during the call to the provider.
 */
export async function endPayment(
  ctx: Ending,
  provider: PaymentProvider | null,
  orderId: number,
): Promise<void> {
  const order = await queries.findById(ctx.db, orderId);
  if (!order || (order.status !== 'cancelling' && order.status !== 'expired')) return;
  const payment = await findLivePayment(ctx.db, scopeOfRow(order), orderId);
  if (!payment || !provider) return;
  try {
    failpoint('cancel.before-call');
    const answer = await cancelAtProvider(ctx, provider, payment);
    failpoint('cancel.after-call');
    await applyPayment(ctx, payment, answer);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (await failIfRefused(ctx, payment, error)) return;
    ctx.log.warn({ err: error, orderId }, 'a payment could not be cancelled yet');
  }
}

/**
 * Gives back the stock of an order whose payment could not be ended in time. If that payment succeeds later, it is
 * handled as a late payment. Locks the order, then counters.
 */
export function giveUpEnding(ctx: Ending, orderId: number): Promise<void> {
  return inTurn(ctx.db, [`order ${orderId}`], async (tx) => {
    const order = await queries.lockById(tx, orderId);
    if (order?.status !== 'cancelling') return;
    // Meanwhile a bank may have begun to process the payment. That payment has its own deadline.
    if ((order.secondsLeft ?? 0) > 0) return;
    await release(tx, order, isPaying(order) ? 'given_up' : 'expired', order.endedReason ?? 'timeout');
    failpoint('cancel.given-up');
  });
}
