import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';

type Move = { orderId: number; from: string; to: string };

/** Writes the address that the buyer corrected, and counts the correction. The order's row must be locked. */
export async function writeCorrection(tx: Tx, scope: AccountScope, { orderId, to }: Move): Promise<void> {
  await tx
    .updateTable('orders')
    .set({
      email: to,
      email_corrections: sql<number>`email_corrections + 1`,
      buyer_version: sql<number>`buyer_version + 1`,
    })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', orderId)
    .execute();
}

/**
 * Gives the attendees of an order that had the buyer's old address the new one too, unless they are cancelled. The
 * order's row must be locked. Answers their ids.
 */
export async function moveAttendees(
  tx: Tx,
  scope: AccountScope,
  { orderId, from, to }: Move,
): Promise<number[]> {
  const rows = await tx
    .updateTable('attendees')
    .set({ email: to, version: sql<number>`version + 1` })
    .where('account_id', '=', scope.accountId)
    .where('order_id', '=', orderId)
    .where('status', '<>', 'cancelled')
    .where(sql<boolean>`lower(email) = lower(${from})`)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}
