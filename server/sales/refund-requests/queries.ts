import { personName } from '@entrada/contract/accounts/person-name';
import type { AskedBecause, RefundRequest } from '@entrada/contract/sales/refund-requests/answers';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import { refundedSince } from '../orders/request-queries.ts';

/** A buyer asked for money back. Minor units of the order's currency. */
export type Request = Omit<RefundRequest, 'answeredBy' | 'answeredAt' | 'createdAt'> & {
  answeredBy: string | null;
  answeredAt: Date | null;
  createdAt: Date;
};

/**
 * Whether the request `r` asks for all that was paid because its event had been moved, as `returnsOf` says: by the last
 * change before it.
 */
const isAfterMove = sql<boolean>`coalesce((
  select c.kind = 'move' and o.created_at < c.created_at and r.created_at < (c.after ->> 'returnsUntil')::timestamptz
  from app.orders o join app.event_changes c on c.account_id = o.account_id and c.event_id = o.event_id
  where o.id = r.order_id and c.status <> 'undone' and c.created_at <= r.created_at
  order by c.id desc limit 1), false)`;

/** The requests of an order, the latest first. */
export async function listRequests(tx: Tx | Db, scope: AccountScope, orderId: number): Promise<Request[]> {
  const rows = await tx
    .selectFrom('refund_requests as r')
    .leftJoin('users as u', 'u.id', 'r.answered_by')
    .selectAll('r')
    .select(['u.first_name', 'u.last_name'])
    .select(sql<number>`case when r.status = 'open' then ${refundedSince} else 0 end`.as('refunded'))
    .select(isAfterMove.as('is_after_move'))
    .where('r.account_id', '=', scope.accountId)
    .where('r.order_id', '=', orderId)
    .orderBy('r.id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    status: row.status as Request['status'],
    attendeeIds: row.attendee_ids,
    amount: row.amount,
    refunded: row.refunded,
    isAfterMove: row.is_after_move,
    why: row.why as AskedBecause,
    reason: row.reason,
    answer: row.answer,
    answeredBy:
      row.first_name === null
        ? null
        : personName({ firstName: row.first_name, lastName: row.last_name ?? '' }),
    answeredAt: row.answered_at,
    createdAt: row.created_at,
  }));
}

/** A request by its id, for mails. */
export const findRequest = (tx: Tx | Db, id: number) =>
  tx
    .selectFrom('refund_requests as r')
    .select(['order_id as orderId', 'status', 'amount', 'reason', 'answer', 'refund_id as refundId'])
    .select(sql<number>`cardinality(attendee_ids)`.as('ticketCount'))
    .select(isAfterMove.as('isAfterMove'))
    .where('id', '=', id)
    .executeTakeFirst();

/** Writes a request that waits for its answer. The order's row must be locked. Answers its id. */
export async function insertRequest(
  tx: Tx,
  scope: AccountScope,
  orderId: number,
  request: Pick<Request, 'attendeeIds' | 'amount' | 'why' | 'reason'>,
): Promise<number> {
  const row = await tx
    .insertInto('refund_requests')
    .values({
      account_id: scope.accountId,
      order_id: orderId,
      attendee_ids: request.attendeeIds,
      amount: request.amount,
      why: request.why,
      reason: request.reason,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Writes the answer to an open request. The order's row must be locked. */
export async function answerRequest(
  tx: Tx,
  scope: AccountScope,
  id: number,
  answered: { status: 'approved' | 'declined'; answer: string; by: number },
): Promise<void> {
  await tx
    .updateTable('refund_requests')
    .set({
      status: answered.status,
      answer: answered.answer,
      answered_by: answered.by,
      answered_at: sql<Date>`app.now()`,
    })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', id)
    .execute();
}

/** Names the refund that was made for an approved request. */
export async function writeRefundOfRequest(
  tx: Tx,
  scope: AccountScope,
  id: number,
  refundId: number,
): Promise<void> {
  await tx
    .updateTable('refund_requests')
    .set({ refund_id: refundId })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', id)
    .execute();
}
