import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';

export type Buyer = { firstName: string; lastName: string; email: string; locale: string };

/** Writes who bought an order and raises the buyer's version. The order's row must be locked. */
export async function writeBuyer(
  tx: Tx,
  scope: AccountScope,
  orderId: number,
  { firstName, lastName, email, locale }: Buyer,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({
      first_name: firstName,
      last_name: lastName,
      email,
      locale,
      buyer_version: sql<number>`buyer_version + 1`,
    })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', orderId)
    .execute();
}
