import { personName } from '@entrada/contract/accounts/person-name';
import type { ViewedList } from '@entrada/contract/sales/views/saved';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import { raisedVersion } from '../../db/fragments.ts';
import type { AccountScope } from '../../platform/context.ts';
import { deletionMarkerOf, inserterOf, markedRemoverOf } from '../../platform/rows.ts';
import type { Named, ViewQuery } from './core/query.ts';

/** A list of an event as one person sees it. */
export type Seen = { eventId: number; list: ViewedList; userId: number };

/** Adds a view and answers its id. */
export const insertView = inserterOf('saved_views');

const select = (tx: Tx | Db, scope: AccountScope, eventId: number) =>
  tx
    .selectFrom('saved_views as v')
    .innerJoin('users as u', 'u.id', 'v.user_id')
    .selectAll('v')
    .select(['u.first_name', 'u.last_name'])
    .where('v.account_id', '=', scope.accountId)
    .where('v.event_id', '=', eventId);

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

const toView = (row: Row) => ({
  id: row.id,
  eventId: row.event_id,
  userId: row.user_id,
  author: personName({ firstName: row.first_name, lastName: row.last_name }),
  list: row.list,
  name: row.name,
  isShared: row.is_shared,
  query: row.query as ViewQuery,
  columns: row.columns as Record<string, boolean>,
  version: row.version,
  isDeleted: row.deleted_at !== null,
});
export type ViewRow = ReturnType<typeof toView>;

/** The views of a list that a person sees: own ones, and those that others share. */
export async function findViews(
  tx: Tx | Db,
  scope: AccountScope,
  { eventId, list, userId }: Seen,
): Promise<ViewRow[]> {
  const rows = await select(tx, scope, eventId)
    .where('v.list', '=', list)
    .where('v.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('v.user_id', '=', userId), eb('v.is_shared', '=', true)]))
    .orderBy('v.id')
    .execute();
  return rows.map(toView);
}

/** A view of an event with its row locked; undefined if the account has none. Deleted ones too, for a day. */
export async function lockView(
  tx: Tx,
  scope: AccountScope,
  { eventId, viewId }: { eventId: number; viewId: number },
): Promise<ViewRow | undefined> {
  const row = await select(tx, scope, eventId)
    .where('v.id', '=', viewId)
    .where(sql<boolean>`(v.deleted_at is null or v.deleted_at > app.now() - interval '1 day')`)
    .forNoKeyUpdate('v')
    .executeTakeFirst();
  return row && toView(row);
}

type Values = { name?: string; isShared?: boolean; query?: ViewQuery; columns?: Record<string, boolean> };

/** Writes into a view and raises its version. The row must be locked. */
export async function writeView(tx: Tx, scope: AccountScope, id: number, values: Values): Promise<void> {
  const { isShared, query, columns, name } = values;
  await tx
    .updateTable('saved_views')
    .set({
      ...(name !== undefined && { name }),
      ...(isShared !== undefined && { is_shared: isShared }),
      ...(query && { query: JSON.stringify(query) }),
      ...(columns && { columns: JSON.stringify(columns) }),
      ...raisedVersion,
    })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', id)
    .execute();
}

/** Marks a view as deleted, or takes that back. The row must be locked. */
export const markDeleted = deletionMarkerOf('saved_views');

/** Removes the views of all accounts that were deleted more than a day ago. */
export const removeDeletedViews = markedRemoverOf('saved_views');

/** Locks a person's membership, so that two of their calls count their views one after the other. */
export async function lockMember(tx: Tx, scope: AccountScope, userId: number): Promise<void> {
  await tx
    .selectFrom('memberships')
    .select('user_id')
    .where('account_id', '=', scope.accountId)
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** What a person chose for a list: the view that opens first, and the order of the views. */
export async function findChoice(
  tx: Tx | Db,
  scope: AccountScope,
  { eventId, list, userId }: Seen,
): Promise<{ defaultId: number | null; sorted: number[] }> {
  const row = await tx
    .selectFrom('view_choices')
    .select(['default_id', 'sorted_ids'])
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .executeTakeFirst();
  return { defaultId: row?.default_id ?? null, sorted: row?.sorted_ids ?? [] };
}

/** Writes a person's choice for a list. What is undefined stays. */
export async function writeChoice(
  tx: Tx,
  scope: AccountScope,
  { eventId, list, userId }: Seen,
  { defaultId, sorted }: { defaultId?: number | null | undefined; sorted?: number[] | undefined },
): Promise<void> {
  const chosen = {
    ...(defaultId !== undefined && { default_id: defaultId }),
    ...(sorted && { sorted_ids: sorted }),
  };
  await tx
    .insertInto('view_choices')
    .values({ account_id: scope.accountId, event_id: eventId, user_id: userId, list, ...chosen })
    .onConflict((conflict) => conflict.columns(['event_id', 'user_id', 'list']).doUpdateSet(chosen))
    .execute();
}

/** What of this the event still has. A promo code is there if one contains the text. */
export async function findNamed(
  tx: Tx | Db,
  scope: AccountScope,
  eventId: number,
  { ticketIds, affiliateIds, promoCodes }: Named,
): Promise<{ field: string; value: string }[]> {
  const { rows } = await sql<{ field: string; value: string }>`
    select 'ticket_id' as field, t.id::text as value from app.tickets t
      where t.account_id = ${scope.accountId} and t.event_id = ${eventId} and t.id = any(${ticketIds}::bigint[])
    union all select 'affiliate_id', f.id::text from app.affiliates f
      where f.account_id = ${scope.accountId} and f.event_id = ${eventId} and f.id = any(${affiliateIds}::bigint[])
    union all select 'promo_code', n.part from unnest(${promoCodes}::text[]) n(part)
      where exists (select from app.promo_codes p where p.account_id = ${scope.accountId} and p.event_id = ${eventId}
        and p.search like '%' || app.like_text(app.fold(n.part)) || '%')`.execute(tx);
  return rows;
}
