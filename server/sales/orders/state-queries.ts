import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import { together } from '../../db/pipeline.ts';
import type { AccountScope } from '../../platform/context.ts';
import { moveState, type OrderEvent, stateOf } from './core/order-state.ts';
import type { Order } from './core/types.ts';

/** The start of the SQL insert that writes lines of order history. The statement adds the rows. */
export const insertHistory = sql`insert into app.order_transitions
  (account_id, order_id, from_status, to_status, from_payment, to_payment, reason)`;

/** The other fields of an order that a state change may write. */
export type Change = {
  endedReason?: string;
  /**
   * The due date of the offline payment. The drafts of the answers are cleared, because the issued tickets have them
   * now.
   */
  offlineDueAt?: Date;
};

type Move = Change & { status: Order['status']; paymentStatus: Order['paymentStatus']; reason: string };

/** Writes the state after an event and a line of history. The row must be locked. */
export async function changeState(tx: Tx, scope: AccountScope, order: Order, change: Move): Promise<void> {
  const isHeld = change.status === 'reserved' || change.status === 'cancelling';
  const isMoved = change.status !== order.status || change.paymentStatus !== order.paymentStatus;
  const update = tx
    .updateTable('orders')
    .set({
      status: change.status,
      payment_status: change.paymentStatus,
      ...(!isHeld && { expires_at: null, address_hash: null }),
      ...(change.status === 'completed' && {
        completed_at: sql<Date>`coalesce(completed_at, app.now())`,
        ended_reason: null,
      }),
      ...(change.endedReason !== undefined && { ended_reason: change.endedReason }),
      ...(change.offlineDueAt !== undefined && { offline_due_at: change.offlineDueAt, answers: '[]' }),
    })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', order.id);
  const history = sql`
    ${insertHistory} values (${scope.accountId}, ${order.id}, ${order.status}, ${change.status}, ${order.paymentStatus},
      ${change.paymentStatus}, ${change.reason})`;
  await together(
    tx,
    () => update.execute(),
    async () => {
      if (isMoved) await history.execute(tx);
    },
  );
}

/** An order and what happens to it. `reason` stands in its history; by default it is the name of the event. */
export type Step = { order: Order; event: OrderEvent; reason?: string; endedReason?: string };

/**
 * Writes the states of some orders after their events, and a line of history for each, in one statement. For orders that
 * hold nothing afterwards. Throws if an event cannot happen to its order, which is a defect. Their rows must be locked.
 */
export async function writeStates(tx: Tx, scope: AccountScope, steps: readonly Step[]): Promise<void> {
  if (steps.length === 0) return;
  const of = <T>(pick: (step: Step) => T) => steps.map(pick);
  const next = steps.map(({ order, event }) => moveState(stateOf(order), event));
  await sql`
    with moved as (
      select * from unnest(${of(({ order }) => order.id)}::bigint[], ${of(({ order }) => order.status)}::text[],
        ${of(({ order }) => order.paymentStatus)}::text[], ${next.map(({ status }) => status)}::text[],
        ${next.map(({ payment }) => payment)}::text[], ${of(({ event, reason = event }) => reason)}::text[],
        ${of(({ endedReason }) => endedReason ?? null)}::text[])
        m(id, from_status, from_payment, to_status, to_payment, reason, ended_reason)),
    changed as (
      update app.orders o set status = m.to_status, payment_status = m.to_payment, expires_at = null, address_hash = null,
        completed_at = case when m.to_status = 'completed' then coalesce(o.completed_at, app.now()) else o.completed_at end,
        ended_reason = case when m.to_status = 'completed' then null else coalesce(m.ended_reason, o.ended_reason) end
      from moved m where o.id = m.id and o.account_id = ${scope.accountId})
    ${insertHistory}
    select ${scope.accountId}::bigint, id, from_status, to_status, from_payment, to_payment, reason from moved`.execute(
    tx,
  );
}

/** Every state change of an order, oldest first. */
export function findHistory(tx: Tx | Db, scope: AccountScope, orderId: number) {
  return tx
    .selectFrom('order_transitions')
    .select(['from_status', 'to_status', 'from_payment', 'to_payment', 'reason', 'at'])
    .where('account_id', '=', scope.accountId)
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
}
