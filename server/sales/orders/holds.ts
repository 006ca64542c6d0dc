import { demandOf } from '../../catalog/inventory/core/demand.ts';
import { releaseReserved } from '../../catalog/inventory/queries.ts';
import type { Tx } from '../../db/client.ts';
import { scopeOfRow } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { advance } from './advance.ts';
import { whyClosed } from './core/open.ts';
import { isPaying } from './core/order-state.ts';
import type { Order } from './core/types.ts';
import { noteLeftHold } from './hold-queries.ts';
import * as queries from './queries.ts';

/**
 * Locks the order behind a link, which its buyer must still be able to change. Otherwise throws the reason why the
 * order is closed.
 */
export async function lockOpen(tx: Tx, shortId: string): Promise<Order> {
  const order = await queries.lockByShortId(tx, shortId);
  if (!order) throw fail('ORDER_NOT_FOUND');
  const refusal = whyClosed(order);
  if (refusal) throw fail(refusal);
  return order;
}

/**
 * Ends a hold and gives its stock back. The order's row must be locked. Locks the counters in the order of their ids.
 */
export async function release(
  tx: Tx,
  order: Order,
  event: 'expired' | 'given_up',
  endedReason: string,
): Promise<void> {
  const scope = scopeOfRow(order);
  await releaseReserved(tx, scope, demandOf(order.items, order.promoCounterId));
  await advance(tx, order, event, { reason: event === 'given_up' ? event : endedReason, endedReason });
}

/**
 * Ends a hold because the buyer left or replaced it. If a payment may still succeed, the order becomes `cancelling` and
 * the caller must end the payment next. Otherwise the hold ends at once. What the browser holds next keeps the deadline.
 * Locks the order, then counters. Answers whether a payment must be ended.
 */
export async function endHold(tx: Tx, orderId: number, reason: 'abandoned' | 'replaced'): Promise<boolean> {
  const order = await queries.lockById(tx, orderId);
  if (order?.status !== 'reserved') return order?.status === 'cancelling';
  await noteLeftHold(tx, orderId);
  if (!isPaying(order)) {
    await release(tx, order, 'expired', reason);
    return false;
  }
  await advance(tx, order, 'ending', { reason, endedReason: reason });
  return true;
}
