import { demandOf } from '../../catalog/inventory/core/demand.ts';
import { releaseReserved } from '../../catalog/inventory/queries.ts';
import type { Tx } from '../../db/client.ts';
import { scopeOfRow } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { advance } from './advance.ts';
import { whyClosed } from './core/open.ts';
import { isPaying } from './core/order-state.ts';
import type { Order } from './core/types.ts';
import * as queries from './queries.ts';

/** The order behind a link, locked, as long as its buyer may still change it. Throws what has become of it otherwise. */
export async function lockOpen(tx: Tx, shortId: string): Promise<Order> {
  const order = await queries.lockByShortId(tx, shortId);
  if (!order) throw fail('ORDER_NOT_FOUND');
  const refusal = whyClosed(order);
  if (refusal) throw fail(refusal);
  return order;
}

/** Ends a hold and gives its stock back. The order's row must be locked; locks the counters in the order of their ids. */
export async function release(
  tx: Tx,
  order: Order,
  event: 'expired' | 'given_up',
  endedReason: string,
): Promise<void> {
  const scope = scopeOfRow({ account_id: order.accountId });
  await releaseReserved(tx, scope, demandOf(order.items, order.promoCounterId));
  await advance(tx, order, event, { reason: event === 'given_up' ? event : endedReason, endedReason });
}

/**
 * Ends a hold, for a reason of the buyer's: at once, or, where a payment may still succeed, by way of `cancelling`, in
 * which the payment is ended next. Locks the order, then counters. Answers whether a payment is to be ended.
 */
export async function endHold(tx: Tx, orderId: number, reason: 'abandoned' | 'replaced'): Promise<boolean> {
  const order = await queries.lockById(tx, orderId);
  if (order?.status !== 'reserved') return order?.status === 'cancelling';
  if (!isPaying(order)) {
    await release(tx, order, 'expired', reason);
    return false;
  }
  await advance(tx, order, 'ending', { reason, endedReason: reason });
  return true;
}
