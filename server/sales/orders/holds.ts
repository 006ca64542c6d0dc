import { demandOf } from '../../catalog/inventory/core/demand.ts';
import { releaseReserved } from '../../catalog/inventory/queries.ts';
import type { Tx } from '../../db/client.ts';
import { scopeOfRow } from '../../platform/context.ts';
import { moveState } from './core/order-state.ts';
import type { Order } from './core/types.ts';
import * as queries from './queries.ts';

/** Ends a hold and gives its stock back. The order's row must be locked; locks the counters in the order of their ids. */
export async function release(
  tx: Tx,
  order: Order,
  event: 'expired' | 'given_up',
  endedReason: string,
): Promise<void> {
  const scope = scopeOfRow({ account_id: order.accountId });
  const next = moveState({ status: order.status, payment: order.paymentStatus }, event);
  await releaseReserved(tx, scope, demandOf(order.items, order.promoCounterId));
  await queries.changeState(tx, scope, order, {
    status: next.status,
    paymentStatus: next.payment,
    reason: event === 'given_up' ? event : endedReason,
    endedReason,
  });
}

/**
 * Ends a hold, for a reason of the buyer's: at once, or, where a payment may still succeed, by way of `cancelling`, in
 * which the payment is ended next. Locks the order, then counters. Answers whether a payment is to be ended.
 */
export async function endHold(tx: Tx, orderId: number, reason: 'abandoned' | 'replaced'): Promise<boolean> {
  const order = await queries.lockById(tx, orderId);
  if (order?.status !== 'reserved') return order?.status === 'cancelling';
  const isPaying = order.paymentStatus === 'awaiting' || order.paymentStatus === 'processing';
  if (!isPaying) {
    await release(tx, order, 'expired', reason);
    return false;
  }
  const next = moveState({ status: order.status, payment: order.paymentStatus }, 'ending');
  await queries.changeState(tx, scopeOfRow({ account_id: order.accountId }), order, {
    status: next.status,
    paymentStatus: next.payment,
    reason,
    endedReason: reason,
  });
  return true;
}
