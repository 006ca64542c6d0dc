import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { arrayText } from '../../db/array-text.ts';
import type { Db, Tx } from '../../db/client.ts';
import { isAmong } from '../../db/fragments.ts';
import { together } from '../../db/pipeline.ts';
import type { DB } from '../../db/types.ts';
import type { AccountScope } from '../../platform/context.ts';
import { takenIds } from '../attendees/queries.ts';
import { type Found, isSold, type OrderRow, toItem, toOrder } from './core/records.ts';
import type { Order, UnitMoney } from './core/types.ts';

const select = (tx: Tx | Db) =>
  tx
    .selectFrom('orders')
    .selectAll('orders')
    .select(sql<number | null>`floor(extract(epoch from expires_at - app.now()))::int`.as('seconds_left'));

async function withItems(tx: Tx | Db, row: OrderRow | undefined): Promise<(Found & Order) | null> {
  if (!row) return null;
  const order = toOrder(row);
  return { ...order, ...(await toItems(tx, order.id, await findItems(tx, order.id))) };
}

const findItems = (tx: Tx | Db, orderId: number | RawBuilder<number>) =>
  tx
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('position')
    .orderBy('id')
    .execute();

async function toItems(
  tx: Tx | Db,
  orderId: number,
  rows: Awaited<ReturnType<typeof findItems>>,
): Promise<Pick<Order, 'items' | 'moved'>> {
  const moved = rows.filter((row) => !isSold(row));
  const prices = moved.length > 0 ? await findPrices(tx, [orderId]) : new Map<number | null, UnitMoney>();
  return {
    items: rows.filter(isSold).map(toItem),
    moved: moved.map((row) => ({ ...toItem(row), ...prices.get(row.id) })),
  };
}

/** The money of the places that attendees of some orders were moved to, which stands with the moves, by line. */
async function findPrices(tx: Tx | Db, orderIds: readonly number[]): Promise<Map<number | null, UnitMoney>> {
  const moves = await tx
    .selectFrom('ticket_moves')
    .select(['to_item_id', 'place'])
    .where(isAmong('order_id', orderIds))
    .execute();
  return new Map(moves.map((row) => [row.to_item_id, row.place as UnitMoney]));
}

type Builder = SelectQueryBuilder<DB, 'orders', OrderRow>;
/** The order of a narrowed query, with its lines. */
export const selectOne = async (tx: Tx | Db, narrow: (query: Builder) => Builder) =>
  withItems(tx, await narrow(select(tx) as unknown as Builder).executeTakeFirst());

/** The order behind a link. */
export const findByShortId = (tx: Tx | Db, shortId: string) =>
  selectOne(tx, (query) => query.where('short_id', '=', shortId));

/** An order by its id, for jobs and mails. */
export const findById = (tx: Tx | Db, id: number) =>
  selectOne(tx, (query) => query.where('orders.id', '=', id));

/** Like the finders above, with the order's row locked until the transaction ends. Lock it before any counter. */
export const lockByShortId = (tx: Tx, shortId: string) =>
  lockOne(
    tx,
    (query) => query.where('short_id', '=', shortId),
    sql<number>`(select id from app.orders where short_id = ${shortId})`,
  );
export const lockById = (tx: Tx, id: number) => lockOne(tx, (query) => query.where('orders.id', '=', id), id);

/** The lines are read after the lock, so they stand as they are. */
async function lockOne(
  tx: Tx,
  narrow: (query: Builder) => Builder,
  id: number | RawBuilder<number>,
): Promise<(Found & Order) | null> {
  const [row, items] = await together(
    tx,
    () =>
      narrow(select(tx) as unknown as Builder)
        .forNoKeyUpdate()
        .executeTakeFirst(),
    () => findItems(tx, id),
  );
  return row ? { ...toOrder(row), ...(await toItems(tx, row.id, items)) } : null;
}

/** Several orders by their ids. Locks their rows in the order of the ids. */
export async function lockByIds(tx: Tx, ids: readonly number[]): Promise<Map<number, Order>> {
  const rows = await select(tx)
    .where(isAmong('orders.id', ids))
    .orderBy('orders.id')
    .forNoKeyUpdate()
    .execute();
  const items = await tx
    .selectFrom('order_items')
    .selectAll()
    .where(isAmong('order_id', ids))
    .orderBy('position')
    .orderBy('id')
    .execute();
  const sold = Map.groupBy(items.filter(isSold), (item) => item.order_id);
  const moved = items.filter((item) => !isSold(item));
  const prices = moved.length > 0 ? await findPrices(tx, ids) : new Map<number | null, UnitMoney>();
  const movedOf = Map.groupBy(moved, (item) => item.order_id);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...toOrder(row),
        items: (sold.get(row.id) ?? []).map(toItem),
        moved: (movedOf.get(row.id) ?? []).map((item) => ({ ...toItem(item), ...prices.get(item.id) })),
      },
    ]),
  );
}

/** Orders by their links, and ids for the tickets that the free ones will get. */
type LockedOrders = { orders: Map<string, Order>; locked: ReadonlySet<string>; ticketIds: number[] };

/**
 * Several held orders by their links. Locks their rows in the order of their ids. Does not wait for rows that others have
 * locked: `locked` names them.
 */
export async function lockByShortIds(tx: Tx, shortIds: readonly string[]): Promise<LockedOrders> {
  const [rows, items] = await together(
    tx,
    () =>
      select(tx)
        .where(isLinked(shortIds))
        .orderBy('orders.id')
        .forNoKeyUpdate()
        .skipLocked()
        .execute() as unknown as Promise<OrderRow[]>,
    () =>
      tx
        .selectFrom('order_items as i')
        .innerJoin('orders', 'orders.id', 'i.order_id')
        .selectAll('i')
        .select(
          takenIds(sql`case when orders.total = 0 and i.admits then i.quantity else 0 end`).as('ticket_ids'),
        )
        .where(isLinked(shortIds))
        .orderBy('i.position')
        .orderBy('i.id')
        .execute(),
  );
  // Tickets of a held order are not issued yet, so nobody was moved.
  const byOrder = Map.groupBy(items, (item) => item.order_id);
  const orders = new Map(
    rows.map((row): [string, Order] => [
      row.short_id,
      { ...toOrder(row), items: (byOrder.get(row.id) ?? []).map(toItem), moved: [] },
    ]),
  );
  const left = shortIds.filter((shortId) => !orders.has(shortId));
  const locked = left.length === 0 ? new Set<string>() : await findShortIds(tx, left);
  return { orders, locked, ticketIds: items.flatMap((item) => item.ticket_ids) };
}

/** Any number of links is one parameter, so that a statement keeps its plan. */
const isLinked = (shortIds: readonly string[]) =>
  sql<boolean>`orders.short_id = any(${arrayText(shortIds)}::text[])`;

async function findShortIds(tx: Tx, shortIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.selectFrom('orders').select('short_id').where(isLinked(shortIds)).execute();
  return new Set(rows.map((row) => row.short_id));
}

/** The order that was made with this idempotency key. */
export const findByKey = (tx: Tx | Db, key: string) =>
  selectOne(tx, (query) => query.where('idempotency_key', '=', key));

/** An order of an event if the account owns it; null otherwise. */
export const findOrderOfEvent = (tx: Tx | Db, scope: AccountScope, eventId: number, orderId: number) =>
  tx
    .selectFrom('orders')
    .select('id')
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .where('id', '=', orderId)
    .executeTakeFirst();

/** Gives an order another link, and keeps the old one as one that is no longer valid. The order's row must be locked. */
export async function replaceLink(
  tx: Tx,
  scope: AccountScope,
  { id, from, to }: { id: number; from: string; to: string },
): Promise<void> {
  await tx
    .insertInto('replaced_order_links')
    .values({ short_id: from, account_id: scope.accountId, order_id: id })
    .execute();
  await tx
    .updateTable('orders')
    .set({ short_id: to })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', id)
    .execute();
}

/** The address of the buyer of an order that had this link before it got another one; undefined if none had it. */
export const findReplacedLink = (tx: Tx | Db, shortId: string) =>
  tx
    .selectFrom('replaced_order_links as r')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .select('o.email')
    .where('r.short_id', '=', shortId)
    .executeTakeFirst();
