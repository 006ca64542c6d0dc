import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';

/** Gives an order another link, and keeps the old one as one that is no longer valid. The order's row must be locked. */
export async function replaceLink(
  tx: Tx,
  scope: AccountScope,
  { id, from, to }: { id: number; from: string; to: string },
): Promise<void> {
  await tx
    .insertInto('replaced_order_links')
    .values({ short_id: from, account_id: scope.accountId, order_id: id })
    .execute();
  await tx
    .updateTable('orders')
    .set({ short_id: to })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', id)
    .execute();
}

/** The address of the buyer of an order that had this link before it got another one; undefined if none had it. */
export const findReplacedLink = (tx: Tx | Db, shortId: string) =>
  tx
    .selectFrom('replaced_order_links as r')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .select('o.email')
    .where('r.short_id', '=', shortId)
    .executeTakeFirst();
