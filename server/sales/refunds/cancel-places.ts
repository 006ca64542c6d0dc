import { demandOf } from '../../catalog/inventory/core/demand.ts';
import { returnSold } from '../../catalog/inventory/queries.ts';
import type { Tx } from '../../db/client.ts';
import { scopeOfRow } from '../../platform/context.ts';
import { cancelAttendees } from '../attendees/queries.ts';
import { advance } from '../orders/advance.ts';
import { nextState, stateOf } from '../orders/core/order-state.ts';
import type { Order } from '../orders/core/types.ts';

/**
 * Cancels attendees of a completed order, or the order with all of them where `attendeeIds` is null or names the last
 * that are left. Their places are on sale again when the caller's transaction commits; the use of the promo code comes
 * back with the whole order only. The order's row must be locked; counters are locked here. Answers what was cancelled;
 * an order that is not complete has nothing to cancel.
 */
export async function cancelPlaces(
  tx: Tx,
  order: Order,
  attendeeIds: readonly number[] | null,
  activeIds: readonly number[],
): Promise<{ isOrder: boolean; attendeeIds: number[] }> {
  if (!nextState(stateOf(order), 'cancelled')) return { isOrder: false, attendeeIds: [] };
  const scope = scopeOfRow({ account_id: order.accountId });
  const isOrder = attendeeIds === null || activeIds.every((id) => attendeeIds.includes(id));
  const cancelled = await cancelAttendees(tx, scope, order.id, isOrder ? null : attendeeIds);
  const items = order.items.map((item) => ({
    quantity: cancelled.filter((one) => one.orderItemId === item.id).length,
    counterIds: item.counterIds,
  }));
  await returnSold(tx, scope, demandOf(items, isOrder ? order.promoCounterId : null));
  if (isOrder) await advance(tx, order, 'cancelled', { endedReason: 'cancelled' });
  return { isOrder, attendeeIds: cancelled.map((one) => one.id) };
}
