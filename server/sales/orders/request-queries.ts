import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';

/**
 * What went back for no certain ticket since the request `r` was made. Minor units. Money that came twice or too late is
 * not what was asked for.
 */
export const refundedSince = sql<number>`(
  select coalesce(sum(f.amount), 0)::bigint from app.refunds f
  where f.order_id = r.order_id and f.status <> 'failed' and f.reason not in ('duplicate', 'late_payment')
    and f.created_at >= r.created_at and cardinality(f.attendee_ids) = 0)`;

/** Whether nothing is left to answer of the request `r` of the order `o`, as `settleRequests` says. */
const leavesNothing = sql<boolean>`(
  not exists (
    select from app.attendees a
    where a.id = any(r.attendee_ids) and a.status = 'active' and not exists (
      select from app.refunds f
      where f.order_id = r.order_id and f.status <> 'failed' and a.id = any(f.attendee_ids)))
  or o.total > 0 and o.total <= (
      select coalesce(sum(f.amount), 0) from app.refunds f
      where f.order_id = r.order_id and f.status <> 'failed' and f.reason not in ('duplicate', 'late_payment'))
    + (select coalesce(sum(l.amount), 0) from app.lost_disputes l
      where l.account_id = r.account_id and l.order_id = r.order_id)
  or r.amount > 0 and r.amount <= ${refundedSince})`;

/** A refund that was just written. */
export type WrittenRefund = { id: number };

/**
 * Settles the open refund requests of these orders that leave nothing to answer, as `settleRequests` says, and answers
 * them. The rows of the orders must be locked.
 */
export async function writeSettled(
  tx: Tx,
  { accountId }: AccountScope,
  { orderIds, refund, by }: { orderIds: readonly number[]; refund?: WrittenRefund; by: number | null },
): Promise<{ id: number; orderId: number; amount: number }[]> {
  const { rows } = await sql<{ id: number; orderId: number; amount: number }>`
    update app.refund_requests r
    set status = 'settled', answered_at = app.now(), answered_by = ${by}, refund_id = ${refund?.id ?? null}
    from app.orders o
    where r.account_id = ${accountId} and r.order_id = any(${[...orderIds]}::bigint[]) and r.status = 'open'
      and o.id = r.order_id and ${leavesNothing}
    returning r.id, r.order_id as "orderId", r.amount`.execute(tx);
  return rows;
}

/**
 * Opens the last request of an order again, as `reopenRequests` says, and answers it; undefined if nothing does. The row of
 * the order must be locked.
 */
export async function writeReopened(
  tx: Tx,
  { accountId }: AccountScope,
  { orderId, refund }: { orderId: number; refund: WrittenRefund },
): Promise<{ id: number; amount: number } | undefined> {
  const { rows } = await sql<{ id: number; amount: number }>`
    update app.refund_requests r
    set status = 'open', answered_at = null, answered_by = null, refund_id = null
    from app.orders o
    where r.account_id = ${accountId} and r.order_id = ${orderId} and r.status = 'settled' and o.id = r.order_id
      and r.id = (select max(l.id) from app.refund_requests l where l.order_id = r.order_id)
      and r.answered_at >= (select f.created_at from app.refunds f where f.account_id = r.account_id and f.id = ${refund.id})
      and not ${leavesNothing}
    returning r.id, r.amount`.execute(tx);
  return rows[0];
}
