import type { Affiliate, AffiliateStatus } from '@entrada/contract/catalog/affiliates';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import { columnFilter, type ListSource } from '../../platform/lists/page.ts';
import { findChosen, type ListSelection } from '../../platform/lists/selection.ts';
import { inserterOf, removerOf, updaterOf } from '../../platform/rows.ts';

/** The results of the links: how often they were opened, and the completed orders with their totals less what went back. */
const results = sql`
  cross join lateral (
    select coalesce(sum(k.clicks), 0)::bigint as clicks from app.affiliate_clicks k where k.affiliate_id = f.id) k
  cross join lateral (
    select count(*)::bigint as orders, coalesce(sum(o.total - o.refunded_total - coalesce(l.amount, 0)), 0)::bigint as gross
    from app.orders o left join app.lost_disputes l on l.account_id = f.account_id and l.order_id = o.id
    where o.affiliate_id = f.id and o.status = 'completed') o`;

/** The affiliates of an event as a list. */
export const affiliateSource = (scope: AccountScope, eventId: number): ListSource => ({
  from: sql`app.affiliates f ${results}`,
  where: [sql`f.account_id = ${scope.accountId}`, sql`f.event_id = ${eventId}`],
  id: sql`f.id`,
  sorts: {
    created_at: sql`f.created_at`,
    name: sql`app.fold(f.name)`,
    clicks: sql`k.clicks`,
    orders: sql`o.orders`,
    gross: sql`o.gross`,
  },
  filters: { status: columnFilter(sql`f.status`, 'text') },
  search: sql`f.search`,
});

export type AffiliateRow = Omit<Affiliate, 'createdAt'> & { createdAt: Date };

/** Affiliates of an event with the results of their links. */
export async function findAffiliates(
  tx: Tx | Db,
  scope: AccountScope,
  eventId: number,
  ids: readonly number[],
): Promise<AffiliateRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<AffiliateRow>`
    select f.id, f.version, f.code, f.name, f.email, f.status, f.created_at as "createdAt", k.clicks, o.orders, o.gross
    from app.affiliates f ${results}
    where f.account_id = ${scope.accountId} and f.event_id = ${eventId} and f.id = any(${[...ids]}::bigint[])`.execute(
    tx,
  );
  return rows;
}

/** The active affiliates of an event by their codes in lower case. Locks nothing: the catalogue's version covers them. */
export async function findActiveAffiliates(
  tx: Tx | Db,
  scope: AccountScope,
  eventId: number,
): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('affiliates')
    .select(['id', 'code'])
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .where('status', '=', 'active')
    .execute();
  return new Map(rows.map(({ id, code }) => [code.toLowerCase(), id]));
}

/** An active affiliate of a published event, by the event and the code in its link. */
export async function findLinked(
  tx: Tx | Db,
  eventId: number,
  code: string,
): Promise<{ id: number; accountId: number; code: string; now: Date } | undefined> {
  return tx
    .selectFrom('affiliates as f')
    .innerJoin('events as e', 'e.id', 'f.event_id')
    .select(['f.id', 'f.account_id as accountId', 'f.code', sql<Date>`app.now()`.as('now')])
    .where('f.event_id', '=', eventId)
    .where('e.status', '=', 'public')
    .where('f.status', '=', 'active')
    .where(sql<boolean>`lower(f.code) = lower(${code})`)
    .executeTakeFirst();
}

/** Counts one opened link in one of the day's rows. Counts nothing if the affiliate is deleted at that moment. */
export async function addClick(
  tx: Tx | Db,
  scope: AccountScope,
  affiliateId: number,
  slot: number,
): Promise<void> {
  await sql`
    insert into app.affiliate_clicks (account_id, affiliate_id, day, slot, clicks)
    select f.account_id, f.id, (app.now() at time zone 'utc')::date, ${slot}::smallint, 1
    from (select account_id, id from app.affiliates where account_id = ${scope.accountId} and id = ${affiliateId} for key share) f
    on conflict (affiliate_id, day, slot) do update set clicks = app.affiliate_clicks.clicks + 1`.execute(tx);
}

/** The codes of an event's affiliates that begin like this, in lower case. */
export async function findCodesLike(
  db: Db,
  scope: AccountScope,
  eventId: number,
  beginning: string,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('affiliates')
    .select(sql<string>`lower(code)`.as('code'))
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .where(sql<boolean>`starts_with(lower(code), ${beginning})`)
    .execute();
  return new Set(rows.map(({ code }) => code));
}

/** How many affiliates an event has. */
export async function countAffiliates(tx: Tx, scope: AccountScope, eventId: number): Promise<number> {
  const row = await tx
    .selectFrom('affiliates')
    .select(sql<number>`count(*)`.as('n'))
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return row?.n ?? 0;
}

/** Adds an affiliate; answers its id. */
export const insertAffiliate = inserterOf('affiliates');

/** Changes affiliates and raises their versions. The caller holds the event's lock. */
export const updateAffiliateRows = updaterOf('affiliates');

/**
 * Sets the status of the chosen affiliates that have another one, in one statement. Answers their ids in the list's
 * order.
 */
export async function switchAffiliateRows(
  tx: Tx,
  scope: AccountScope,
  eventId: number,
  { status, selection }: { status: AffiliateStatus; selection: ListSelection },
): Promise<number[]> {
  const list = affiliateSource(scope, eventId);
  const ids = await findChosen(tx, list, selection, sql`f.status <> ${status}`);
  if (ids.length > 0) await updateAffiliateRows(tx, scope, ids, { status });
  return ids;
}

/** Locks an affiliate against orders that would name it. */
export async function lockAffiliate(tx: Tx, scope: AccountScope, id: number): Promise<void> {
  await tx
    .selectFrom('affiliates')
    .select('id')
    .where('account_id', '=', scope.accountId)
    .where('id', '=', id)
    .forUpdate()
    .execute();
}

/** Whether any order came through an affiliate, apart from expired holds. */
export async function hasOrders(tx: Tx, scope: AccountScope, affiliateId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('orders')
    .select('id')
    .where('account_id', '=', scope.accountId)
    .where('affiliate_id', '=', affiliateId)
    .where('status', '<>', 'expired')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

const removeRows = removerOf('affiliates');

/**
 * Removes an affiliate with its clicks, and removes it from expired holds. If a late payment completes a hold
 * meanwhile, that order keeps the affiliate and the foreign key refuses the removal. The caller holds the affiliate's
 * lock.
 */
export async function deleteAffiliateRow(tx: Tx, scope: AccountScope, id: number): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ affiliate_id: null })
    .where('account_id', '=', scope.accountId)
    .where('affiliate_id', '=', id)
    .where('status', '=', 'expired')
    .execute();
  await removeRows(tx, scope, [id]);
}
