import type { InvoiceDetails } from '@entrada/contract/sales/invoices/who';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';

/**
 * Writes to whom an order is invoiced and raises the buyer's version. `isOwn`: the buyer did it, which is counted. The
 * order's row must be locked.
 */
export async function writeDetails(
  tx: Tx,
  scope: AccountScope,
  { orderId, details, isOwn }: { orderId: number; details: InvoiceDetails; isOwn: boolean },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({
      invoice_to: JSON.stringify(details),
      buyer_version: sql<number>`buyer_version + 1`,
      ...(isOwn && { invoice_changes: sql<number>`invoice_changes + 1` }),
    })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', orderId)
    .execute();
}
