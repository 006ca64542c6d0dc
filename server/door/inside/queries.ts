import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import type { ListSource } from '../../platform/lists/page.ts';

type At = { eventId: number; listId: number };

/** Whether an event of the account has this list. A deleted one lets nobody in. */
export async function hasList(db: Db, scope: AccountScope, { eventId, listId }: At): Promise<boolean> {
  const row = await db
    .selectFrom('check_in_lists')
    .select('id')
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .where('id', '=', listId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** The open entries of a list, as the source of a list. The event stands first in the index by time. */
export const insideSource = (scope: AccountScope, { eventId, listId }: At): ListSource => ({
  from: sql`app.check_ins c join app.attendees a on a.id = c.attendee_id and a.account_id = c.account_id`,
  where: [
    sql`c.account_id = ${scope.accountId}`,
    sql`c.event_id = ${eventId}`,
    sql`c.check_in_list_id = ${listId}`,
    sql`c.checked_out_at is null`,
  ],
  id: sql`c.id`,
  sorts: { since: sql`c.checked_in_at` },
  filters: {},
  search: (holds) =>
    sql`(${holds(sql`split_part(a.search, chr(10), 1)`)} or ${holds(sql`app.fold(a.reference)`)})`,
});

/** Entries, each with the person and their ticket. */
export async function findPeople(db: Db, scope: AccountScope, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('check_ins as c')
    .innerJoin('attendees as a', (join) =>
      join.onRef('a.id', '=', 'c.attendee_id').onRef('a.account_id', '=', 'c.account_id'),
    )
    .innerJoin('order_items as i', 'i.id', 'a.order_item_id')
    .select([
      'c.id',
      'c.checked_in_at',
      'c.device',
      'a.id as attendee_id',
      'a.reference',
      'a.first_name',
      'a.last_name',
      'i.ticket_name',
      'i.price_label',
    ])
    .where('c.account_id', '=', scope.accountId)
    .where('c.id', 'in', ids)
    .execute();
}
export type PersonRow = Awaited<ReturnType<typeof findPeople>>[number];
