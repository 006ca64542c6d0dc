import { demandOf } from '../../catalog/inventory/core/demand.ts';
import { returnSold } from '../../catalog/inventory/queries.ts';
import type { Tx } from '../../db/client.ts';
import { scopeOfRow } from '../../platform/context.ts';
import { cancelAttendees } from '../attendees/queries.ts';
import { advance } from './advance.ts';
import { openSupport, placesOf } from './core/lines.ts';
import { nextState, stateOf } from './core/order-state.ts';
import type { Order } from './core/types.ts';
import { cancelLines } from './queries.ts';

/** Attendees by their ids, and lines that admit nobody, which are cancelled as a whole. */
export type Places = { attendeeIds: readonly number[]; lineIds: readonly number[] };

/**
 * Cancels places of a completed order: attendees, and lines that admit nobody. Cancels the whole order if `chosen` is null
 * or names all that is left. The places are on sale again when the caller's transaction commits. The use of the promo
 * code is given back only with the whole order. The order's row must be locked; locks counters here. Answers what was
 * cancelled. Does nothing if the order is not complete.
 */
export async function cancelPlaces(
  tx: Tx,
  order: Order,
  chosen: Places | null,
  activeIds: readonly number[],
): Promise<{ isOrder: boolean; attendeeIds: number[]; lineIds: number[] }> {
  if (!nextState(stateOf(order), 'cancelled')) return { isOrder: false, attendeeIds: [], lineIds: [] };
  const scope = scopeOfRow(order);
  const isOrder =
    chosen === null ||
    (activeIds.every((id) => chosen.attendeeIds.includes(id)) &&
      openSupport(order.items).every(({ id }) => chosen.lineIds.includes(id)));
  const cancelled = await cancelAttendees(tx, scope, order.id, isOrder ? null : chosen.attendeeIds);
  const lineIds = await cancelLines(tx, scope, order.id, isOrder ? null : chosen.lineIds);
  const items = placesOf(order).map((item) => ({
    quantity: lineIds.includes(item.id)
      ? item.quantity
      : cancelled.filter((one) => one.orderItemId === item.id).length,
    counterIds: item.counterIds,
  }));
  await returnSold(tx, scope, demandOf(items, isOrder ? order.promoCounterId : null));
  if (isOrder) await advance(tx, order, 'cancelled', { endedReason: 'cancelled' });
  return { isOrder, attendeeIds: cancelled.map((one) => one.id), lineIds };
}
