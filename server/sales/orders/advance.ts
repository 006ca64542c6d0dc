import type { Tx } from '../../db/client.ts';
import { scopeOfRow } from '../../platform/context.ts';
import { moveState, type OrderEvent, stateOf } from './core/order-state.ts';
import type { Order } from './core/types.ts';
import * as queries from './queries.ts';

/**
 * Moves an order by an event: writes the state that the state machine leads to and its line of history. `reason` stands in
 * that line, the event itself where none is given. Answers the order in its new state; throws when the event cannot
 * happen to it, which is a defect. The order's row must be locked.
 */
export async function advance(
  tx: Tx,
  order: Order,
  event: OrderEvent,
  { reason = event, ...change }: queries.Change & { reason?: string } = {},
): Promise<Order> {
  const { status, payment: paymentStatus } = moveState(stateOf(order), event);
  const scope = scopeOfRow({ account_id: order.accountId });
  await queries.changeState(tx, scope, order, { ...change, status, paymentStatus, reason });
  return { ...order, status, paymentStatus };
}
