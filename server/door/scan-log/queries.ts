import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import { columnFilter, type ListSource, type SearchIn } from '../../platform/lists/page.ts';

/** Finds attendees (`a`) by name or reference, never by email. */
export const byNameOrReference: SearchIn = (holds) =>
  sql`(${holds(sql`split_part(a.search, chr(10), 1)`)} or ${holds(sql`app.fold(a.reference)`)})`;

/** The scans of an event, those of deleted lists too, as the source of a list. */
export const scanSource = (scope: AccountScope, eventId: number): ListSource => ({
  from: sql`app.scans s left join app.attendees a on a.id = s.attendee_id and a.account_id = s.account_id`,
  where: [
    sql`s.account_id = ${scope.accountId}`,
    sql`s.check_in_list_id = any(array(select l.id from app.check_in_lists l
      where l.account_id = ${scope.accountId} and l.event_id = ${eventId}))`,
  ],
  id: sql`s.id`,
  sorts: { received_at: sql`s.id` },
  filters: {
    list: columnFilter(sql`s.check_in_list_id`, 'number'),
    outcome: columnFilter(sql`s.outcome`, 'text'),
    device: columnFilter(sql`s.device`, 'text'),
    conflict: columnFilter(sql`s.conflict`, 'boolean'),
  },
  search: byNameOrReference,
});

/** Scans in the order given, each with its list, its link, who made it and whose ticket it was. */
export async function findScans(db: Db, scope: AccountScope, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('scans as s')
    .innerJoin('check_in_lists as l', 'l.id', 's.check_in_list_id')
    .leftJoin('check_in_links as k', 'k.id', 's.check_in_link_id')
    .leftJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('attendees as a', (join) =>
      join.onRef('a.id', '=', 's.attendee_id').onRef('a.account_id', '=', 's.account_id'),
    )
    .leftJoin('order_items as i', 'i.id', 'a.order_item_id')
    .select([
      's.id',
      // By the clock of the server. That of the phone may be wrong.
      sql<Date>`coalesce(s.happened_at, s.received_at)`.as('happened_at'),
      's.received_at',
      's.outcome',
      's.method',
      's.direction',
      's.conflict',
      's.first_at',
      's.first_device',
      's.device',
      'l.id as list_id',
      'l.name as list_name',
      'k.name as link_name',
      'u.first_name as user_first_name',
      'u.last_name as user_last_name',
      'a.id as attendee_id',
      'a.reference',
      'a.first_name',
      'a.last_name',
      'i.ticket_name',
      'i.price_label',
    ])
    .where('s.account_id', '=', scope.accountId)
    .where('s.id', 'in', ids)
    .orderBy(sql`array_position(${ids}::bigint[], s.id)`)
    .execute();
}
export type ScanRow = Awaited<ReturnType<typeof findScans>>[number];
