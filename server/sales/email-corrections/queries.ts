import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';

/**
 * Writes the corrected address of an order and counts the correction. Attendees of the order that had the old address
 * get the new one too, unless they are cancelled. The order's row must be locked. Answers the ids of these attendees.
 */
export async function writeCorrection(
  tx: Tx,
  scope: AccountScope,
  { orderId, from, to }: { orderId: number; from: string; to: string },
): Promise<number[]> {
  await tx
    .updateTable('orders')
    .set({ email: to, email_corrections: sql<number>`email_corrections + 1` })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', orderId)
    .execute();
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
