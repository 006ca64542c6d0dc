import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { auditAll, type Witness } from '../../platform/audit.ts';
import type { AccountScope } from '../../platform/context.ts';

/**
 * Settles the open refund requests of these orders that leave nothing to answer: every ticket that was asked for has ended
 * or is refunded by name, or all money of the order is gone, or `refund`, which was just made for no certain ticket, is as
 * much as was asked for. Whoever refunds or cancels calls this in the same transaction, and tells the buyer or not; the
 * request itself tells nobody. The rows of the orders must be locked. A refund in minor units.
 */
export async function settleRequests(
  tx: Tx,
  witness: Witness,
  scope: AccountScope,
  { orderIds, refund }: { orderIds: readonly number[]; refund?: Refund },
): Promise<void> {
  const { accountId } = scope;
  const by = witness.actor.kind === 'user' ? witness.actor.userId : null;
  const untargeted = refund && refund.attendeeIds.length === 0 ? refund.amount : null;
  const { rows } = await sql<{ id: number; orderId: number; amount: number }>`
    update app.refund_requests r
    set status = 'settled', answered_at = app.now(), answered_by = ${by}, refund_id = ${refund?.id ?? null}
    from app.orders o
    where r.account_id = ${accountId} and r.order_id = any(${[...orderIds]}::bigint[]) and r.status = 'open'
      and o.id = r.order_id and (
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
        or r.amount > 0 and r.amount <= ${untargeted}::bigint)
    returning r.id, r.order_id as "orderId", r.amount`.execute(tx);
  const entries = rows.map(({ id, orderId, amount }) => ({
    action: 'refund.request_settled',
    target: { type: 'order', id: orderId },
    after: { requestId: id, amount, ...(refund && { refundId: refund.id }) },
  }));
  if (entries.length > 0) await auditAll(tx, witness, scope, entries);
}

/** A refund that was just written. Minor units. */
type Refund = { id: number; amount: number; attendeeIds: readonly number[] };
