import { sql } from 'kysely';
import { linkedTickets } from '../../catalog/tickets/link-queries.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';

const now = sql<Date>`app.now()`;

/** Whether a list `l` is active; the same as core/state.ts. */
export const STATE_SQL = sql`
  case when l.expires_at <= app.now() then 'expired' when l.activates_at > app.now() then 'not_active' else 'active' end`;

export function findLists(tx: Tx | Db, scope: AccountScope, ids: number[]) {
  if (ids.length === 0) return Promise.resolve([]);
  return tx
    .selectFrom('check_in_lists as l')
    .selectAll('l')
    .select(now.as('now'))
    .select(linkedTickets('check_in_list_tickets', sql`l.id`).as('tickets'))
    .select(
      sql<number>`(select count(*) from app.attendees a where a.event_id = l.event_id and a.status = 'active' and (l.all_tickets
      or exists (select from app.check_in_list_tickets lt where lt.check_in_list_id = l.id and lt.ticket_id = a.ticket_id)))`.as(
        'attendees',
      ),
    )
    .select(
      sql<number>`(select count(*) from app.check_ins c where c.check_in_list_id = l.id and c.checked_out_at is null)`.as(
        'checked_in',
      ),
    )
    .where('l.account_id', '=', scope.accountId)
    .where('l.id', 'in', ids)
    .execute();
}
export type ListRow = Awaited<ReturnType<typeof findLists>>[number];

export function lockList(tx: Tx, scope: AccountScope, eventId: number, listId: number) {
  return tx
    .selectFrom('check_in_lists')
    .selectAll()
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .where('id', '=', listId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Locks these lists of an event in the order of their ids, against scans too; answers the ids and names that it found. */
export function lockLists(tx: Tx, scope: AccountScope, eventId: number, ids: readonly number[]) {
  return tx
    .selectFrom('check_in_lists')
    .select(['id', 'name'])
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export type ListFields = {
  name: string;
  description: string;
  all_tickets: boolean;
  activates_at: Date | null;
  expires_at: Date | null;
};

export async function insertList(
  tx: Tx,
  scope: AccountScope,
  eventId: number,
  shortId: string,
  fields: ListFields,
): Promise<number> {
  const row = await tx
    .insertInto('check_in_lists')
    .values({ account_id: scope.accountId, event_id: eventId, short_id: shortId, ...fields })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function updateList(
  tx: Tx,
  scope: AccountScope,
  listId: number,
  fields: ListFields,
): Promise<void> {
  await tx
    .updateTable('check_in_lists')
    .set({ ...fields, updated_at: now })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', listId)
    .execute();
}

export async function deleteLists(tx: Tx, scope: AccountScope, ids: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('check_in_lists')
    .where('account_id', '=', scope.accountId)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute();
}
