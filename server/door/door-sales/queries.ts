import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';

/** What the sales of a list depend on. The list may be closed meanwhile. */
export async function findSellingList(tx: Tx | Db, scope: AccountScope, listId: number) {
  const list = await tx
    .selectFrom('check_in_lists')
    .select(['id', 'event_id', 'name', 'all_tickets', 'allows_sales'])
    .where('account_id', '=', scope.accountId)
    .where('id', '=', listId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!list) return undefined;
  const tickets = await tx
    .selectFrom('check_in_list_tickets')
    .select('ticket_id')
    .where('check_in_list_id', '=', listId)
    .execute();
  return { ...list, ticketIds: tickets.map((one) => one.ticket_id) };
}
export type SellingList = NonNullable<Awaited<ReturnType<typeof findSellingList>>>;

/** Puts on record that an order was sold at a door. */
export async function insertDoorSale(
  tx: Tx,
  scope: AccountScope,
  sale: { orderId: number; listId: number; linkId: number; device: string },
): Promise<void> {
  await tx
    .insertInto('door_sales')
    .values({
      order_id: sale.orderId,
      account_id: scope.accountId,
      check_in_list_id: sale.listId,
      check_in_link_id: sale.linkId,
      device: sale.device,
    })
    .execute();
}

/** The order of a sale at the door with the references of its tickets, in their order. */
export async function findSale(db: Db, scope: AccountScope, orderId: number) {
  const order = await db
    .selectFrom('orders')
    .select(['reference', 'total', 'currency'])
    .where('account_id', '=', scope.accountId)
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const tickets = await db
    .selectFrom('attendees')
    .select(['id', 'reference'])
    .where('account_id', '=', scope.accountId)
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
  return { ...order, tickets };
}
