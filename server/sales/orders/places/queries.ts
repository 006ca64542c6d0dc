import { sql } from 'kysely';
import type { Tx } from '../../../db/client.ts';
import { isAmong } from '../../../db/fragments.ts';
import type { AccountScope } from '../../../platform/context.ts';

/**
 * Cancels lines that admit nobody: all of some orders, and those with `ids`. Answers those that were not cancelled
 * before. The rows of their orders must be locked.
 */
export async function cancelLines(
  tx: Tx,
  scope: AccountScope,
  { orderIds, ids }: { orderIds: readonly number[]; ids: readonly number[] },
): Promise<{ id: number; orderId: number }[]> {
  const rows = await tx
    .updateTable('order_items')
    .set({ cancelled_at: sql<Date>`app.now()` })
    .where('account_id', '=', scope.accountId)
    .where((eb) => eb.or([isAmong('order_id', orderIds), isAmong('id', ids)]))
    .where('admits', '=', false)
    .where('cancelled_at', 'is', null)
    .returning(['id', 'order_id'])
    .execute();
  return rows.map((row) => ({ id: row.id, orderId: row.order_id })).sort((a, b) => a.id - b.id);
}

/** Makes cancelled lines that admit nobody valid again. The rows of their orders must be locked, and their places be taken. */
export async function reactivateLines(tx: Tx, scope: AccountScope, ids: readonly number[]): Promise<void> {
  await tx
    .updateTable('order_items')
    .set({ cancelled_at: null })
    .where('account_id', '=', scope.accountId)
    .where('admits', '=', false)
    .where(isAmong('id', ids))
    .execute();
}
