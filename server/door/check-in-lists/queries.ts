import { sql } from 'kysely';
import { linkedTickets } from '../../catalog/tickets/link-queries.ts';
import type { Db, Tx } from '../../db/client.ts';
import { isAmong } from '../../db/fragments.ts';
import type { AccountScope } from '../../platform/context.ts';
import { columnFilter, type ListSource } from '../../platform/lists/page.ts';
import { findChosen, type ListSelection } from '../../platform/lists/selection.ts';
import { inserterOf, updaterOf } from '../../platform/rows.ts';

const now = sql<Date>`app.now()`;

/** Whether a list `l` is active. It must give the same result as core/state.ts. */
const state = sql`
  case when l.closed_at is not null then 'closed' when l.expires_at <= app.now() then 'expired' when l.activates_at > app.now() then 'not_active' else 'active' end`;

/** The check-in lists of an event as the source of a list. */
export const listSource = (scope: AccountScope, eventId: number): ListSource => ({
  from: sql`app.check_in_lists l`,
  where: [sql`l.account_id = ${scope.accountId}`, sql`l.event_id = ${eventId}`, sql`l.deleted_at is null`],
  id: sql`l.id`,
  sorts: { created_at: sql`l.created_at`, name: sql`app.fold(l.name)` },
  filters: { state: columnFilter(state, 'text') },
  search: sql`app.fold(l.name)`,
});

/** The ids of an event's lists that somebody chose. */
export const findChosenLists = (
  tx: Tx,
  scope: AccountScope,
  eventId: number,
  selection: ListSelection,
): Promise<number[]> => findChosen(tx, listSource(scope, eventId), selection);

/** Lists of an event with their tickets, and with how many guests may enter and have entered. */
export async function findLists(tx: Tx | Db, scope: AccountScope, eventId: number, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return tx
    .selectFrom('check_in_lists as l')
    .selectAll('l')
    .select(now.as('now'))
    .select(
      sql<
        string | null
      >`(select k.short_id from app.check_in_links k where k.check_in_list_id = l.id and k.user_id is null and k.closed_at is null order by k.id limit 1)`.as(
        'link_short_id',
      ),
    )
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
    .where('l.event_id', '=', eventId)
    .where('l.deleted_at', 'is', null)
    .where('l.id', 'in', ids)
    .execute();
}
export type ListRow = Awaited<ReturnType<typeof findLists>>[number];

/**
 * Locks these lists of an event in the order of their ids, also against scans. Returns the ids and names of
 * the lists that exist.
 */
export function lockLists(tx: Tx, scope: AccountScope, eventId: number, ids: readonly number[]) {
  return tx
    .selectFrom('check_in_lists')
    .select(['id', 'name'])
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .where('deleted_at', 'is', null)
    .where(isAmong('id', ids))
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
  allows_reentry?: boolean;
  allows_sales?: boolean;
};

/** Adds a list; answers its id. */
export const insertList = inserterOf('check_in_lists');

/** Writes to lists and raises their versions. The caller holds the event's lock. */
export const updateListRows = updaterOf('check_in_lists');

/**
 * Closes these lists permanently. Guests who are inside by them no longer count as inside. Scans are kept.
 * The caller holds the locks of the lists.
 */
export async function closeLists(tx: Tx, scope: AccountScope, ids: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('check_ins')
    .where('account_id', '=', scope.accountId)
    .where(isAmong('check_in_list_id', ids))
    .execute();
  await tx
    .updateTable('check_in_lists')
    .set({ deleted_at: now, updated_at: now })
    .where('account_id', '=', scope.accountId)
    .where(isAmong('id', ids))
    .execute();
}

/** The times at which some attendees came in, oldest first, each with its list. Undone ones are not among them. */
export const findEntries = (tx: Tx | Db, scope: AccountScope, attendeeIds: readonly number[]) =>
  tx
    .selectFrom('check_ins as c')
    .innerJoin('check_in_lists as l', 'l.id', 'c.check_in_list_id')
    .select([
      'c.attendee_id as attendeeId',
      'l.name as list',
      'c.checked_in_at as checkedInAt',
      'c.checked_out_at as checkedOutAt',
      'c.device',
    ])
    .where('c.account_id', '=', scope.accountId)
    .where(isAmong('c.attendee_id', attendeeIds))
    .orderBy('c.checked_in_at')
    .orderBy('c.id')
    .execute();
