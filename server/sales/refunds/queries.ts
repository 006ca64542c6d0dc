import { personName } from '@entrada/contract/accounts/person-name';
import { type InsertObject, sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { DB } from '../../db/types.ts';
import type { ProviderRefundStatus } from '../../payment-providers/port.ts';
import type { AccountScope } from '../../platform/context.ts';
import { nextAsking, type Refund } from './core/refunds.ts';

const select = (tx: Tx | Db) => tx.selectFrom('refunds').selectAll();
type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

const toRefund = (row: Row): Refund => ({
  id: row.id,
  accountId: row.account_id,
  orderId: row.order_id,
  paymentId: row.payment_id,
  callId: row.provider_call_id,
  providerRefundId: row.provider_refund_id,
  amount: row.amount,
  currency: row.currency,
  status: row.status as Refund['status'],
  reason: row.reason as Refund['reason'],
  failureCode: row.failure_code,
  note: row.note,
  attendeeIds: row.attendee_ids,
  lineIds: row.order_item_ids,
  cancels: row.cancels,
  notifies: row.notifies,
  createdBy: row.created_by,
  createdAt: row.created_at,
  settledAt: row.settled_at,
  replacedBy: row.replaced_by,
  requestKey: row.request_key,
  requestHash: row.request_hash,
});

/** A refund by its id, for jobs and mails. */
export async function findRefund(tx: Tx | Db, id: number): Promise<Refund | null> {
  const row = await select(tx).where('id', '=', id).executeTakeFirst();
  return row ? toRefund(row) : null;
}

/** All refunds of an order, from all its payments, oldest first. */
export async function listRefunds(tx: Tx | Db, scope: AccountScope, orderId: number): Promise<Refund[]> {
  const rows = await select(tx)
    .where('account_id', '=', scope.accountId)
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
  return rows.map(toRefund);
}

export type NewRefund = Pick<Refund, 'amount' | 'currency' | 'reason' | 'callId'> & {
  paymentId: number;
} & Partial<
    Pick<
      Refund,
      | 'providerRefundId'
      | 'note'
      | 'attendeeIds'
      | 'lineIds'
      | 'cancels'
      | 'notifies'
      | 'createdBy'
      | 'requestKey'
      | 'requestHash'
    >
  >;

/** What an organizer says of a refund, whoever sends the money. */
type Wish = Omit<NewRefund, 'paymentId' | 'callId' | 'reason' | 'providerRefundId'>;

type Columns = InsertObject<DB, 'refunds'>;
type Insert<T> = (tx: Tx, scope: AccountScope, orderId: number, refund: T) => Promise<Refund>;

async function insertRow(
  tx: Tx,
  scope: AccountScope,
  orderId: number,
  refund: Wish,
  way: Partial<Columns> & Pick<Columns, 'payment_id' | 'reason'>,
): Promise<Refund> {
  const row = await tx
    .insertInto('refunds')
    .values({
      ...way,
      account_id: scope.accountId,
      order_id: orderId,
      amount: refund.amount,
      currency: refund.currency,
      note: refund.note ?? '',
      attendee_ids: refund.attendeeIds ?? [],
      order_item_ids: refund.lineIds ?? [],
      cancels: refund.cancels ?? false,
      notifies: refund.notifies ?? false,
      created_by: refund.createdBy ?? null,
      request_key: refund.requestKey ?? null,
      request_hash: refund.requestHash ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toRefund(row);
}

/** Writes a pending refund and the time of its first query. The order's row must be locked. */
export const insertRefund: Insert<NewRefund> = (tx, scope, orderId, refund) =>
  insertRow(tx, scope, orderId, refund, {
    payment_id: refund.paymentId,
    provider_call_id: refund.callId,
    provider_refund_id: refund.providerRefundId ?? null,
    reason: refund.reason,
    ask_at: sql<Date>`app.now() + make_interval(secs => ${nextAsking('pending', 0)})`,
  });

/**
 * Writes a refund that an organizer made by hand: it has succeeded, and no provider is asked. The order's row must be
 * locked.
 */
export const insertRefundByHand: Insert<Wish> = (tx, scope, orderId, refund) =>
  insertRow(tx, scope, orderId, refund, {
    payment_id: null,
    status: 'succeeded',
    settled_at: sql<Date>`app.now()`,
    reason: 'by_hand',
  });

/** Marks this refund as the next try after the failed refunds of its payment that have no next try yet. */
export async function replaceFailed(tx: Tx, scope: AccountScope, refund: Refund): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ replaced_by: refund.id })
    .where('account_id', '=', scope.accountId)
    .where('payment_id', '=', refund.paymentId)
    .where('status', '=', 'failed')
    .where('replaced_by', 'is', null)
    .where('id', '<>', refund.id)
    .execute();
}

/** Writes the new status of a refund. The caller has checked that it may replace the stored one. */
export async function updateRefund(
  tx: Tx,
  scope: AccountScope,
  refundId: number,
  change: { status: ProviderRefundStatus; providerRefundId: string | null; failureCode: string | null },
): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({
      status: change.status,
      provider_refund_id: change.providerRefundId,
      failure_code: change.failureCode,
      settled_at: change.status === 'pending' ? null : sql<Date>`app.now()`,
    })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', refundId)
    .execute();
}

/**
 * Sets the time of the next query. Answers the seconds until then, null if no query is needed, and the refund's age.
 */
export async function planAsking(
  tx: Tx | Db,
  refundId: number,
): Promise<{ seconds: number | null; ageSeconds: number }> {
  const row = await tx
    .selectFrom('refunds')
    .select(['status', sql<number>`floor(extract(epoch from app.now() - created_at))::int`.as('age')])
    .where('id', '=', refundId)
    .executeTakeFirst();
  const seconds = row ? nextAsking(row.status as Refund['status'], row.age) : null;
  await tx
    .updateTable('refunds')
    .set({ ask_at: seconds === null ? null : sql<Date>`app.now() + make_interval(secs => ${seconds})` })
    .where('id', '=', refundId)
    .execute();
  return { seconds, ageSeconds: row?.age ?? 0 };
}

/** Refunds whose next query is due and that have no job of their own. */
export async function findUnaskedRefunds(tx: Tx | Db): Promise<number[]> {
  const rows = await tx
    .selectFrom('refunds')
    .select('id')
    .where('ask_at', '<', sql<Date>`app.now() - interval '30 seconds'`)
    .orderBy('ask_at')
    .limit(500)
    .execute();
  return rows.map((row) => row.id);
}

/** Writes the refund status and totals to an order and to the refunded payment. Both rows must be locked. */
export async function writeRefundState(
  tx: Tx,
  scope: AccountScope,
  state: {
    orderId: number;
    /** Null if the money came offline. */
    paymentId: number | null;
    refundStatus: string;
    refundedTotal: number;
    ofPayment: number;
  },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ refund_status: state.refundStatus, refunded_total: state.refundedTotal })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', state.orderId)
    .execute();
  if (state.paymentId === null) return;
  await tx
    .updateTable('payments')
    .set({ refunded: state.ofPayment })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', state.paymentId)
    .execute();
}

/** The names of the users who requested refunds, by user id. */
export async function findNames(tx: Tx | Db, userIds: readonly number[]): Promise<Map<number, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('id', 'in', userIds)
    .execute();
  return new Map(
    rows.map((row) => [row.id, personName({ firstName: row.first_name, lastName: row.last_name })]),
  );
}
