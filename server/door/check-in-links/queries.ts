import { personName } from '@entrada/contract/accounts/person-name';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import { reachesEvent } from '../../platform/reach/queries.ts';
import { inserterOf, updaterOf } from '../../platform/rows.ts';

const now = sql<Date>`app.now()`;

type At = { eventId: number; listId: number };

/** A list of an event that is not deleted, locked against its deletion. */
export const lockList = (tx: Tx, scope: AccountScope, { eventId, listId }: At) =>
  tx
    .selectFrom('check_in_lists')
    .select(['id', 'name', 'closed_at'])
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .where('id', '=', listId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

/** Whether the list is there, without a lock. */
export const findList = (db: Tx | Db, scope: AccountScope, { eventId, listId }: At) =>
  db
    .selectFrom('check_in_lists')
    .select('id')
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .where('id', '=', listId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

type DeviceRow = { id: number; name: string; lastSeenAt: string; waiting: number };

/** The open links of a list, oldest first, with the phones that were here within a day. */
export const findLinks = (db: Tx | Db, scope: AccountScope, listId: number, linkId: number | null = null) =>
  db
    .selectFrom('check_in_links as k')
    .leftJoin('users as u', 'u.id', 'k.user_id')
    .select([
      'k.id',
      'k.version',
      'k.short_id',
      'k.name',
      'k.role',
      'k.pin_hash',
      'k.pin_version',
      'k.user_id',
      'k.created_at',
      'u.first_name',
      'u.last_name',
    ])
    .select(
      sql<
        DeviceRow[]
      >`coalesce((select jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name, 'lastSeenAt', d.last_seen_at, 'waiting', d.waiting)
        order by d.last_seen_at desc) from (select * from app.door_devices d where d.check_in_link_id = k.id
        and d.last_seen_at > app.now() - interval '1 day' order by d.last_seen_at desc limit 50) d), '[]')`.as(
        'devices',
      ),
    )
    .where('k.account_id', '=', scope.accountId)
    .where('k.check_in_list_id', '=', listId)
    .where('k.closed_at', 'is', null)
    .$if(linkId !== null, (query) => query.where('k.id', '=', linkId))
    .orderBy('k.id')
    .execute();
export type LinkRow = Awaited<ReturnType<typeof findLinks>>[number];

/** Adds a link; answers its id. */
export const insertLink = inserterOf('check_in_links');

/** Writes to links and raises their versions. The caller holds the list's lock. */
export const updateLinkRows = updaterOf('check_in_links');

/** Closes a link for good. The caller holds the list's lock. */
export async function closeLinkRow(tx: Tx, scope: AccountScope, linkId: number): Promise<void> {
  await tx
    .updateTable('check_in_links')
    .set({ closed_at: now, updated_at: now, version: sql<number>`version + 1` })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', linkId)
    .execute();
}

/** The open link of one person to a list. */
export const findOwnLink = (
  tx: Tx,
  scope: AccountScope,
  { listId, userId }: { listId: number; userId: number },
) =>
  tx
    .selectFrom('check_in_links')
    .select(['id', 'short_id', 'role'])
    .where('account_id', '=', scope.accountId)
    .where('check_in_list_id', '=', listId)
    .where('user_id', '=', userId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();

/** Closes a list, or opens it again. The caller holds its lock. */
export async function setClosed(
  tx: Tx,
  scope: AccountScope,
  listId: number,
  isClosed: boolean,
): Promise<void> {
  await tx
    .updateTable('check_in_lists')
    .set({ closed_at: isClosed ? now : null, updated_at: now, version: sql<number>`version + 1` })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', listId)
    .execute();
}

/** The name of a user as a link is called after them. */
export async function findPersonName(tx: Tx, userId: number): Promise<string> {
  const row = await tx
    .selectFrom('users')
    .select(['first_name', 'last_name', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const name = personName({ firstName: row.first_name, lastName: row.last_name });
  return (name || row.email).slice(0, 150);
}

/**
 * The lists that somebody in this scope can open: of events that are not archived and ended no more than a day ago, the next
 * ones first.
 */
export const findOwnDoors = (db: Db, scope: AccountScope) =>
  db
    .selectFrom('check_in_lists as l')
    .innerJoin('events as e', 'e.id', 'l.event_id')
    .select(['l.id as listId', 'l.name', 'l.description', 'l.activates_at', 'l.expires_at', 'l.closed_at'])
    .select(['e.id as eventId', 'e.title as event', 'e.starts_at', 'e.ends_at', 'e.timezone'])
    .select(now.as('now'))
    .where('l.account_id', '=', scope.accountId)
    .where('e.account_id', '=', scope.accountId)
    .where('l.deleted_at', 'is', null)
    .where('l.closed_at', 'is', null)
    .where('e.status', '<>', 'archived')
    .where(sql<boolean>`coalesce(e.ends_at, e.starts_at + interval '1 day') > app.now() - interval '1 day'`)
    .where(reachesEvent(scope, sql`e.id`))
    .orderBy('e.starts_at')
    .orderBy('e.id')
    .orderBy('l.id')
    .limit(200)
    .execute();
