import type { Tx } from '../../db/client.ts';
import { scopeOfRow } from '../../platform/context.ts';
import { moveState, type OrderEvent, stateOf } from './core/order-state.ts';
import type { Order } from './core/types.ts';
import { type Change, changeState } from './state-queries.ts';

/**
 * Applies an event to an order: writes the new state of the state machine and a line of history. `reason` stands in
 * that line; by default it is the name of the event. Answers the order in its new state. Throws if the event cannot
 * happen to the order, which is a defect. The order's row must be locked.
 */
export async function advance(
  tx: Tx,
  order: Order,
  event: OrderEvent,
  { reason = event, ...change }: Change & { reason?: string } = {},
): Promise<Order> {
  const { status, payment: paymentStatus } = moveState(stateOf(order), event);
  const scope = scopeOfRow(order);
  await changeState(tx, scope, order, { ...change, status, paymentStatus, reason });
  return { ...order, status, paymentStatus };
}
