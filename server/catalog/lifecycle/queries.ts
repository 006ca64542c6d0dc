import type { EventStatus } from '@entrada/contract/catalog/events';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import { isAmong } from '../../db/fragments.ts';
import type { AccountScope } from '../../platform/context.ts';

/** Which of these events have a ticket. */
export async function findWithTicket(
  tx: Tx,
  scope: AccountScope,
  eventIds: readonly number[],
): Promise<Set<number>> {
  const rows = await tx
    .selectFrom('tickets')
    .select('event_id')
    .distinct()
    .where('account_id', '=', scope.accountId)
    .where(isAmong('event_id', eventIds))
    .execute();
  return new Set(rows.map((row) => row.event_id));
}

/**
 * Whether the user has confirmed the email address. Reads it again, because the session may be older than the
 * confirmation.
 */
export async function hasConfirmedEmail(tx: Tx, userId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('email_confirmed_at')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.email_confirmed_at != null;
}

/** Writes the status of some events. The time of the first publication stays. */
export async function updateStatus(
  tx: Tx,
  scope: AccountScope,
  eventIds: readonly number[],
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
    .where(isAmong('id', eventIds))
    .execute();
}

/**
 * Locks every counter of some events in the order of their ids. All running reservations have then finished, and none
 * can begin.
 */
export async function lockCounters(tx: Tx, scope: AccountScope, eventIds: readonly number[]): Promise<void> {
  await tx
    .selectFrom('counters')
    .select('id')
    .where('account_id', '=', scope.accountId)
    .where(isAmong('event_id', eventIds))
    .orderBy('id')
    .forUpdate()
    .execute();
}

export type OrderCount = { orders: number; holds: number };

/**
 * Counts the orders of each event that has any: `orders` have a buyer or a payment, in any state; `holds` are the other
 * open ones. Checkouts that ended without a buyer or a payment do not count.
 */
export async function countOrders(
  tx: Tx | Db,
  scope: AccountScope,
  eventIds: readonly number[],
): Promise<Map<number, OrderCount>> {
  const { rows } = await sql<OrderCount & { id: number }>`
    select event_id as id, count(*) filter (where kept) as orders, count(*) filter (where not kept and open) as holds
    from (
      select o.event_id, o.email is not null or exists (select from app.payments p where p.order_id = o.id) as kept,
        o.status not in ('cancelled', 'expired') as open
      from app.orders o where o.account_id = ${scope.accountId} and ${isAmong('event_id', eventIds)}) found
    group by event_id`.execute(tx);
  const counted = rows.filter(({ orders, holds }) => orders + holds > 0);
  return new Map(counted.map(({ id, ...count }) => [id, count]));
}

export type EventParts = { tickets: number; promoCodes: number; questions: number; checkInLists: number };

/** How many parts of each kind an event has. */
export async function countParts(db: Db, scope: AccountScope, eventId: number): Promise<EventParts> {
  const count = (table: string) => sql`(select count(*) from ${sql.table(`app.${table}`)} p
    where p.account_id = ${scope.accountId} and p.event_id = ${eventId})`;
  const { rows } = await sql<EventParts>`
    select ${count('tickets')} as tickets, ${count('promo_codes')} as "promoCodes",
      ${count('questions')} as questions, ${count('check_in_lists')} as "checkInLists"`.execute(db);
  const [parts] = rows;
  if (!parts) throw new Error('a row of counts is always there');
  return parts;
}

/** Folders of the file store that only these events refer to. */
export async function findFileKeys(
  tx: Tx,
  scope: AccountScope,
  eventIds: readonly number[],
): Promise<string[]> {
  const rows = await tx
    .selectFrom('images')
    .select(['file_key', 'original_key'])
    .where('account_id', '=', scope.accountId)
    .where(isAmong('event_id', eventIds))
    .execute();
  return rows.flatMap((row) => [row.file_key, ...(row.original_key === null ? [] : [row.original_key])]);
}

/** Removes events and all their rows. The caller has checked that no order must be kept. */
export async function deleteEventRows(
  tx: Tx,
  scope: AccountScope,
  eventIds: readonly number[],
): Promise<void> {
  const { accountId } = scope;
  for (const table of ['orders', 'tallies', 'daily_figures', 'answer_figures', 'door_figures'] as const) {
    await tx
      .deleteFrom(table)
      .where('account_id', '=', accountId)
      .where(isAmong('event_id', eventIds))
      .execute();
  }
  await tx.deleteFrom('events').where('account_id', '=', accountId).where(isAmong('id', eventIds)).execute();
}
