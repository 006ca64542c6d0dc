import type { DisputeStatus } from '@entrada/contract/sales/disputes';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { ProviderDispute } from '../../payment-providers/port.ts';
import type { AccountScope } from '../../platform/context.ts';

/** A dispute: a buyer's bank claims the money back. Minor units. */
export type Dispute = {
  id: number;
  orderId: number;
  paymentId: number;
  providerDisputeId: string;
  amount: number;
  currency: string;
  reason: string;
  status: DisputeStatus;
  respondBy: Date | null;
  dismissedBy: number | null;
  dismissedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

const select = (tx: Tx | Db) => tx.selectFrom('disputes').selectAll();
type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

const toDispute = (row: Row): Dispute => ({
  id: row.id,
  orderId: row.order_id,
  paymentId: row.payment_id,
  providerDisputeId: row.provider_dispute_id,
  amount: row.amount,
  currency: row.currency,
  reason: row.reason,
  status: row.status as DisputeStatus,
  respondBy: row.respond_by,
  dismissedBy: row.dismissed_by,
  dismissedAt: row.dismissed_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** The disputes of an order, oldest first. */
export async function listDisputes(tx: Tx | Db, scope: AccountScope, orderId: number): Promise<Dispute[]> {
  const rows = await select(tx)
    .where('account_id', '=', scope.accountId)
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
  return rows.map(toDispute);
}

/** What banks took back of an order for good, in minor units. A payment that came twice is left out. */
export async function findLostToDisputes(tx: Tx | Db, scope: AccountScope, orderId: number): Promise<number> {
  const row = await tx
    .selectFrom('lost_disputes')
    .select('amount')
    .where('account_id', '=', scope.accountId)
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return row?.amount ?? 0;
}

/** Writes a new dispute. The order's row must be locked. */
export async function insertDispute(
  tx: Tx,
  scope: AccountScope,
  payment: { id: number; orderId: number },
  fetched: ProviderDispute,
): Promise<number> {
  const row = await tx
    .insertInto('disputes')
    .values({
      account_id: scope.accountId,
      order_id: payment.orderId,
      payment_id: payment.id,
      provider_dispute_id: fetched.id,
      amount: fetched.amount,
      currency: fetched.currency,
      reason: fetched.reason,
      status: fetched.status,
      respond_by: fetched.respondBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Writes the new status of a dispute. The caller has checked that it may replace the stored one. */
export async function updateDispute(
  tx: Tx,
  scope: AccountScope,
  id: number,
  fetched: ProviderDispute,
): Promise<void> {
  await tx
    .updateTable('disputes')
    .set({
      amount: fetched.amount,
      reason: fetched.reason,
      status: fetched.status,
      respond_by: fetched.respondBy,
      updated_at: sql<Date>`app.now()`,
    })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', id)
    .execute();
}

/** Notes that the tickets stay valid although a dispute was lost. The order's row must be locked. */
export async function writeDismissal(
  tx: Tx,
  scope: AccountScope,
  { id, userId }: { id: number; userId: number },
): Promise<void> {
  await tx
    .updateTable('disputes')
    .set({ dismissed_by: userId, dismissed_at: sql<Date>`app.now()` })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', id)
    .execute();
}
