import type { EventStatus } from '@entrada/contract/events';
import { sql } from 'kysely';
import type { AccountScope } from '../platform/context.ts';
import type { Tx } from '../platform/db/client.ts';

export async function hasTicket(tx: Tx, scope: AccountScope, eventId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('tickets')
    .select('id')
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the user has confirmed the email address, read anew: the session may be older than the click. */
export async function hasConfirmedEmail(tx: Tx, userId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('email_confirmed_at')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.email_confirmed_at != null;
}

/** The first publication is remembered. */
export async function updateStatus(
  tx: Tx,
  scope: AccountScope,
  eventId: number,
  status: EventStatus,
): Promise<void> {
  await tx
    .updateTable('events')
    .set({
      status,
      updated_at: sql<Date>`app.now()`,
      ...(status === 'public' && { published_at: sql<Date>`coalesce(published_at, app.now())` }),
    })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', eventId)
    .execute();
}

/** Locks every counter of an event in the order of their ids: whoever is buying has finished, nobody begins. */
export async function lockCounters(tx: Tx, scope: AccountScope, eventId: number): Promise<void> {
  await tx
    .selectFrom('counters')
    .select('id')
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * Orders with a buyer or with a payment, whatever became of them, and those that are under way. What is left are checkouts
 * that ended before anybody gave a name.
 */
export async function countOrders(
  tx: Tx,
  scope: AccountScope,
  eventId: number,
): Promise<{ orders: number; holds: number }> {
  const { rows } = await sql<{ orders: number; holds: number }>`
    select count(*) filter (where kept) as orders, count(*) filter (where not kept and open) as holds
    from (
      select o.email is not null or exists (select from app.payments p where p.order_id = o.id) as kept,
        o.status not in ('cancelled', 'expired') as open
      from app.orders o where o.account_id = ${scope.accountId} and o.event_id = ${eventId}) found`.execute(
    tx,
  );
  return rows[0] ?? { orders: 0, holds: 0 };
}

/** Folders of the file store that only this event refers to. */
export async function findFileKeys(tx: Tx, scope: AccountScope, eventId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('images')
    .select(['file_key', 'original_key'])
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .execute();
  return rows.flatMap((row) => [row.file_key, ...(row.original_key === null ? [] : [row.original_key])]);
}

/** Removes an event and all that hangs on it. The caller has made sure that no order is worth keeping. */
export async function deleteEventRows(tx: Tx, scope: AccountScope, eventId: number): Promise<void> {
  const { accountId } = scope;
  for (const table of ['orders', 'tallies'] as const) {
    await tx.deleteFrom(table).where('account_id', '=', accountId).where('event_id', '=', eventId).execute();
  }
  await tx.deleteFrom('events').where('account_id', '=', accountId).where('id', '=', eventId).execute();
}
