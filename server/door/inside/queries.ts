import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import { columnFilter, type ListSource } from '../../platform/lists/page.ts';
import { byNameOrReference } from '../scan-log/queries.ts';

/** Who is inside now by the lists of an event, deleted ones left out. The event stands first in the index by time. */
export const insideSource = (scope: AccountScope, eventId: number): ListSource => ({
  from: sql`app.check_ins c join app.attendees a on a.id = c.attendee_id and a.account_id = c.account_id`,
  where: [
    sql`c.account_id = ${scope.accountId}`,
    sql`c.event_id = ${eventId}`,
    sql`c.check_in_list_id = any(array(select l.id from app.check_in_lists l
      where l.account_id = ${scope.accountId} and l.event_id = ${eventId} and l.deleted_at is null))`,
    sql`c.checked_out_at is null`,
  ],
  id: sql`c.id`,
  sorts: { since: sql`c.checked_in_at` },
  filters: { list: columnFilter(sql`c.check_in_list_id`, 'number') },
  search: byNameOrReference,
});

/** The same by one list. */
export function insideOfList(scope: AccountScope, at: { eventId: number; listId: number }): ListSource {
  const source = insideSource(scope, at.eventId);
  return { ...source, where: [...source.where, sql`c.check_in_list_id = ${at.listId}`] };
}

/** Entries, each with the person and their ticket. */
export async function findPeople(db: Db, scope: AccountScope, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('check_ins as c')
    .innerJoin('attendees as a', (join) =>
      join.onRef('a.id', '=', 'c.attendee_id').onRef('a.account_id', '=', 'c.account_id'),
    )
    .innerJoin('order_items as i', 'i.id', 'a.order_item_id')
    .innerJoin('check_in_lists as l', 'l.id', 'c.check_in_list_id')
    .select([
      'c.id',
      'c.checked_in_at',
      'c.device',
      'l.name as list_name',
      'a.id as attendee_id',
      'a.reference',
      'a.first_name',
      'a.last_name',
      'i.ticket_name',
      'i.price_label',
    ])
    .where('c.account_id', '=', scope.accountId)
    .where('c.id', 'in', ids)
    .orderBy(sql`array_position(${ids}::bigint[], c.id)`)
    .execute();
}
export type PersonRow = Awaited<ReturnType<typeof findPeople>>[number];
