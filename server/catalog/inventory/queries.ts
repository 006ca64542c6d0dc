import { sql } from 'kysely';
import { arrayText } from '../../db/array-text.ts';
import type { Tx } from '../../db/client.ts';
import { isAmong } from '../../db/fragments.ts';
import type { AccountScope } from '../../platform/context.ts';
import { inserterOf, removerOf } from '../../platform/rows.ts';
import type { Demand } from './core/demand.ts';

const arrays = (demand: Demand) => {
  const entries = [...demand].filter(([, n]) => n > 0).sort(([a], [b]) => a - b);
  return { ids: entries.map(([id]) => id), amounts: entries.map(([, n]) => n) };
};

/**
 * For a statement that locks counters as `l` and then writes them: writes back their limits as they were when they were
 * locked. PostgreSQL first computes the new row from the statement's snapshot and tests the CHECKs on it. Only then it
 * notices that another transaction changed the row. So every column in the CHECKs must come from `l`.
 */
export const limitsAsLocked = sql`quantity = l.quantity, ceiling = l.ceiling`;

/** Locks the counters in the order of their ids and changes them; answers how many were changed. */
async function change(
  tx: Tx,
  scope: AccountScope,
  demand: Demand,
  kind: 'release_reserved' | 'take_reserved' | 'take_sold' | 'return_sold',
): Promise<{ asked: number; changed: number }> {
  const { ids, amounts } = arrays(demand);
  if (ids.length === 0) return { asked: 0, changed: 0 };
  const isTaken = kind === 'take_sold' || kind === 'take_reserved';
  const reserved = sql.raw({ release_reserved: '-l.n', take_reserved: 'l.n' }[kind as string] ?? '0');
  const sold = sql.raw({ take_sold: 'l.n', return_sold: '-l.n' }[kind as string] ?? '0');
  const guard = isTaken
    ? sql`c.quantity is null or c.sold + c.reserved + d.n <= c.quantity`
    : sql.raw(kind === 'return_sold' ? 'c.sold >= d.n' : 'c.reserved >= d.n');
  const { rows } = await sql<{ changed: number }>`
    with demand as (select * from unnest(${ids}::bigint[], ${amounts}::bigint[]) d(id, n)),
    locked as materialized (
      select c.id, d.n, c.sold, c.reserved, c.quantity, c.ceiling, (${guard}) as is_possible
      from app.counters c join demand d on d.id = c.id
      where c.account_id = ${scope.accountId}
      order by c.id for update of c),
    possible as materialized (select bool_and(is_possible) and count(*) = ${ids.length} as yes from locked),
    changed as (
      update app.counters c set reserved = l.reserved + ${reserved}, sold = l.sold + ${sold}, ${limitsAsLocked}
      from locked l where l.id = c.id and (select yes from possible) returning c.id)
    select count(*) as changed from changed`.execute(tx);
  return { asked: ids.length, changed: rows[0]?.changed ?? 0 };
}

/**
 * Turns the reserved units of some orders into sold ones, in one statement. The orders may belong to several accounts,
 * because their units are read from their own rows, which the caller has locked. Locks the counters in the order of
 * their ids. Throws if the units are not reserved, which is a defect.
 */
export async function sellReserved(tx: Tx, orderIds: readonly number[]): Promise<void> {
  const ids = arrayText(orderIds);
  const { rows } = await sql<{ asked: number; changed: number }>`
    with demand as materialized (
      select id, sum(n)::bigint as n from (
        select unnest(i.counter_ids) as id, i.quantity as n from app.order_items i where i.order_id = any(${ids}::bigint[])
        union all
        select promo_counter_id, 1 from app.orders where id = any(${ids}::bigint[]) and promo_counter_id is not null) each_one
      group by id),
    locked as materialized (
      select c.id, d.n, c.sold, c.reserved, c.quantity, c.ceiling from app.counters c join demand d on d.id = c.id
      order by c.id for update of c),
    changed as (
      update app.counters c set reserved = l.reserved - l.n, sold = l.sold + l.n, ${limitsAsLocked}
      from locked l where l.id = c.id and l.reserved >= l.n returning c.id)
    select (select count(*) from demand) as asked, (select count(*) from changed) as changed`.execute(tx);
  if (rows[0]?.asked !== rows[0]?.changed) throw new Error('Counters hold less than the orders reserved');
}

/**
 * Makes reserved units available again. Locks as `sellReserved`. Throws if the units are not reserved, which is a
 * defect.
 */
export async function releaseReserved(tx: Tx, scope: AccountScope, demand: Demand): Promise<void> {
  const { asked, changed } = await change(tx, scope, demand, 'release_reserved');
  if (asked !== changed) throw new Error('Counters hold less than the order reserved');
}

/** Makes sold units available again. Locks as `sellReserved`. Throws if the units are not sold, which is a defect. */
export async function returnSold(tx: Tx, scope: AccountScope, demand: Demand): Promise<void> {
  const { asked, changed } = await change(tx, scope, demand, 'return_sold');
  if (asked !== changed) throw new Error('Counters hold less than the order bought');
}

/**
 * Sells available units, all or none, within the quantities. If one quantity does not allow it, answers false and
 * changes nothing. Locks as `sellReserved`.
 */
export async function takeSold(tx: Tx, scope: AccountScope, demand: Demand): Promise<boolean> {
  const { asked, changed } = await change(tx, scope, demand, 'take_sold');
  return asked === changed;
}

/** Reserves available units as `takeSold` sells them. */
export async function takeReserved(tx: Tx, scope: AccountScope, demand: Demand): Promise<boolean> {
  const { asked, changed } = await change(tx, scope, demand, 'take_reserved');
  return asked === changed;
}

/**
 * Sells or reserves units whether or not they are left, and raises the ceiling of each counter that has too few. The quantity stays
 * as it is, so nothing more is sold until enough has come back. Answers by how many units each of these counters is
 * exceeded now, by counter. Locks as `sellReserved`.
 */
export async function takeBeyond(
  tx: Tx,
  scope: AccountScope,
  demand: Demand,
  as: 'sold' | 'reserved' = 'sold',
): Promise<Map<number, number>> {
  const { ids, amounts } = arrays(demand);
  const [sold, reserved] = as === 'sold' ? [sql.raw('l.n'), sql.raw('0')] : [sql.raw('0'), sql.raw('l.n')];
  const { rows } = await sql<{ id: number; over: number }>`
    with demand as (select * from unnest(${ids}::bigint[], ${amounts}::bigint[]) d(id, n)),
    locked as materialized (
      select c.id, d.n, c.sold, c.reserved, c.quantity, c.ceiling from app.counters c join demand d on d.id = c.id
      where c.account_id = ${scope.accountId}
      order by c.id for update of c),
    changed as (
      update app.counters c set sold = l.sold + ${sold}, reserved = l.reserved + ${reserved}, quantity = l.quantity,
        ceiling = case when l.ceiling is not null then greatest(l.ceiling, l.sold + l.reserved + l.n) end
      from locked l where l.id = c.id)
    select id, coalesce(greatest(0, sold + reserved + n - quantity), 0) as over from locked`.execute(tx);
  if (rows.length !== ids.length) throw new Error('A counter is gone');
  return new Map(rows.flatMap(({ id, over }) => (over > 0 ? [[id, over] as const] : [])));
}

/**
 * Gives sold units back and sells others, in one statement, all or none. A counter that both name changes by the
 * difference only. Within the quantities, unless `beyond`: then the ceiling of a counter that has too few is raised, as by
 * `takeBeyond`. Answers by how many units each counter is exceeded by it; null, and changes nothing, if a quantity does not
 * allow it. Locks as `sellReserved`. Throws if units that it gives back are not sold, which is a defect.
 */
export async function exchangeSold(
  tx: Tx,
  scope: AccountScope,
  { give, take }: { give: Demand; take: Demand },
  { beyond }: { beyond: boolean },
): Promise<Map<number, number> | null> {
  const entries = [...new Set([...give.keys(), ...take.keys()])]
    .sort((a, b) => a - b)
    .map((id) => [id, (take.get(id) ?? 0) - (give.get(id) ?? 0)] as const)
    .filter(([, n]) => n !== 0);
  if (entries.length === 0) return new Map();
  const { rows } = await sql<{ id: number; over: number; isChanged: boolean; isSold: boolean }>`
    with demand as (select * from unnest(${entries.map(([id]) => id)}::bigint[], ${entries.map(([, n]) => n)}::bigint[]) d(id, n)),
    locked as materialized (
      select c.id, d.n, c.sold, c.reserved, c.quantity, c.ceiling, c.sold + d.n >= 0 as is_sold,
        d.n < 0 or c.quantity is null or c.sold + c.reserved + d.n <= c.quantity as fits
      from app.counters c join demand d on d.id = c.id
      where c.account_id = ${scope.accountId}
      order by c.id for update of c),
    possible as materialized (
      select bool_and(is_sold and (fits or ${beyond})) and count(*) = ${entries.length} as yes from locked),
    changed as (
      update app.counters c set sold = l.sold + l.n, reserved = l.reserved, quantity = l.quantity,
        ceiling = case when l.ceiling is not null then greatest(l.ceiling, l.sold + l.reserved + l.n) end
      from locked l where l.id = c.id and (select yes from possible))
    select id, case when fits then 0 else sold + reserved + n - quantity end as over, is_sold as "isSold",
      (select yes from possible) as "isChanged" from locked`.execute(tx);
  if (rows.length !== entries.length || rows.some(({ isSold }) => !isSold))
    throw new Error('Counters hold less than the order bought');
  if (!rows[0]?.isChanged) return null;
  return new Map(rows.flatMap(({ id, over }) => (over > 0 ? [[id, over] as const] : [])));
}

/** How many units are left of the scarcest of these counters, never below zero. At least one of them has a limit. */
export async function leftOfAll(tx: Tx, scope: AccountScope, ids: readonly number[]): Promise<number> {
  const row = await tx
    .selectFrom('counters')
    .select(sql<number>`greatest(0, min(quantity - sold - reserved))`.as('left'))
    .where('account_id', '=', scope.accountId)
    .where(isAmong('id', ids))
    .executeTakeFirst();
  return row?.left ?? 0;
}

/** How many units are left of each of these counters, without a lock. Null has no limit. */
export async function findUnits(
  tx: Tx,
  scope: AccountScope,
  ids: readonly number[],
): Promise<Map<number, number | null>> {
  const rows = await tx
    .selectFrom('counters')
    .select(['id', sql<number | null>`quantity - sold - reserved`.as('left')])
    .where('account_id', '=', scope.accountId)
    .where(isAmong('id', ids))
    .execute();
  return new Map(rows.map((row) => [row.id, row.left]));
}

/**
 * Adds a counter with nothing taken; answers its id. Without a quantity it never refuses. The ceiling is what the CHECK
 * compares with.
 */
export const insertCounter = (
  tx: Tx,
  scope: AccountScope,
  values: { event_id: number; kind: 'price' | 'capacity'; quantity: number | null },
): Promise<number> => insertRow(tx, scope, { ...values, ceiling: values.quantity });

const insertRow = inserterOf('counters');

/**
 * Writes the wanted quantity of a counter. If it is below what is sold and held, the ceiling stays at that sum: nothing
 * more is sold and no CHECK fails. The caller holds the counter's lock.
 */
export async function updateQuantity(
  tx: Tx,
  scope: AccountScope,
  counterId: number,
  quantity: number | null,
): Promise<void> {
  await tx
    .updateTable('counters')
    .set({
      quantity,
      ceiling: quantity === null ? null : sql<number>`greatest(${quantity}::bigint, sold + reserved)`,
    })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', counterId)
    .execute();
}

/** Removes counters that nothing refers to any more. The caller holds their locks. */
export const deleteCounters = removerOf('counters');
