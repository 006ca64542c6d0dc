import { demandOf } from '../../catalog/inventory/core/demand.ts';
import { returnSold } from '../../catalog/inventory/queries.ts';
import type { Tx } from '../../db/client.ts';
import { scopeOfRow } from '../../platform/context.ts';
import { cancelAttendees } from '../attendees/queries.ts';
import { advance } from '../orders/advance.ts';
import { nextState, stateOf } from '../orders/core/order-state.ts';
import type { Order } from '../orders/core/types.ts';

/**
 * Cancels attendees of a completed order. Cancels the whole order if `attendeeIds` is null or names all attendees that
 * are left. Their places are on sale again when the caller's transaction commits. The use of the promo code is given
 * back only with the whole order. The order's row must be locked; locks counters here. Answers what was cancelled. Does
 * nothing if the order is not complete.
 */
export async function cancelPlaces(
  tx: Tx,
  order: Order,
  attendeeIds: readonly number[] | null,
  activeIds: readonly number[],
): Promise<{ isOrder: boolean; attendeeIds: number[] }> {
  if (!nextState(stateOf(order), 'cancelled')) return { isOrder: false, attendeeIds: [] };
  const scope = scopeOfRow(order);
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
