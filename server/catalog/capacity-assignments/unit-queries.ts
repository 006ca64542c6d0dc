import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';

/** The tickets whose units begin or stop to take from a counter. */
export type TicketChange = { counterId: number; added: readonly number[]; removed: readonly number[] };

/** The change of a counter in units; negative if units are given back. */
export type MovedUnits = { counterId: number; sold: number; reserved: number };

/** The orders whose lines are changed: open holds, all others, or any. */
type Orders = 'held' | 'not_held' | 'any';

/** The lines of orders that still need the change. */
const unreached = (scope: AccountScope, { counterId, added, removed }: TicketChange) => sql`
  i.account_id = ${scope.accountId} and (
    (i.ticket_id = any(${[...added]}::bigint[]) and not ${counterId} = any(i.counter_ids))
    or (i.ticket_id = any(${[...removed]}::bigint[]) and ${counterId} = any(i.counter_ids)))`;

const statuses = {
  not_held: sql`o.status <> 'reserved'`,
  held: sql`o.status = 'reserved'`,
  any: sql`true`,
};

/**
 * Makes the lines of each change's tickets take from its counter, or stop. Answers the change of each counter; the
 * caller writes it. Also changes lines of orders that ended, because a late payment takes from the counters in its
 * lines. Locks the orders of all changes in the order of their ids. `nowait` throws 55P03 instead of waiting for a
 * lock.
 */
export async function moveUnits(
  tx: Tx,
  scope: AccountScope,
  changes: readonly TicketChange[],
  how: { orders: Orders; nowait?: boolean },
): Promise<MovedUnits[]> {
  if (changes.length === 0) return [];
  const lines = sql.join(
    changes.map((change) => unreached(scope, change)),
    sql` or `,
  );
  const { rows: locked } = await sql<{ id: number }>`
    select o.id from app.orders o
    where o.account_id = ${scope.accountId} and ${statuses[how.orders]}
      and o.id in (select i.order_id from app.order_items i where ${lines})
    order by o.id for no key update of o ${sql.raw(how.nowait ? 'nowait' : '')}`.execute(tx);
  const moved: MovedUnits[] = [];
  const ids = locked.map((row) => row.id);
  for (let from = 0; from < ids.length; from += CHUNK) {
    const chunk = ids.slice(from, from + CHUNK);
    for (const change of changes) moved.push(await moveUnitsOfOrders(tx, scope, change, chunk));
  }
  return moved;
}

/**
 * The number of orders per statement. It keeps each statement short enough for the time limit, even for a large event.
 */
const CHUNK = 5000;

/**
 * Counts as `verify` does: an open order reserves its quantities; in any other order each ticket that is not cancelled
 * is sold, and each line that admits nobody as a whole, while it stands.
 */
async function moveUnitsOfOrders(
  tx: Tx,
  scope: AccountScope,
  change: TicketChange,
  ids: readonly number[],
): Promise<MovedUnits> {
  const orders = sql`any(${[...ids]}::bigint[])`;
  const { rows } = await sql<Omit<MovedUnits, 'counterId'>>`
    with admitted as materialized (
      select order_item_id, count(*) as n from app.attendees
      where order_id = ${orders} and status <> 'cancelled' group by order_item_id),
    moved as (
      update app.order_items i set counter_ids = case
        when i.ticket_id = any(${[...change.added]}::bigint[]) then array_append(i.counter_ids, ${change.counterId}::bigint)
        else array_remove(i.counter_ids, ${change.counterId}::bigint) end
      where i.order_id = ${orders} and ${unreached(scope, change)}
      returning i.id, i.order_id, i.quantity, i.admits, i.cancelled_at,
        case when i.ticket_id = any(${[...change.added]}::bigint[]) then 1 else -1 end as sign)
    select coalesce(sum(s.sign * case when s.admits then coalesce(a.n, 0)
        when o.status in ('completed', 'awaiting_offline_payment') and s.cancelled_at is null then s.quantity
        else 0 end), 0)::bigint as sold,
      coalesce(sum(s.sign * case when o.status in ('reserved', 'cancelling') then s.quantity else 0 end), 0)::bigint as reserved
    from moved s join app.orders o on o.id = s.order_id left join admitted a on a.order_item_id = s.id`.execute(
    tx,
  );
  return { counterId: change.counterId, sold: rows[0]?.sold ?? 0, reserved: rows[0]?.reserved ?? 0 };
}

/**
 * Lets this transaction wait longer for each lock than others do: it takes the orders of a whole event, one after the
 * other, while people buy.
 */
export async function waitPatiently(tx: Tx): Promise<void> {
  await sql`set local lock_timeout = '8s'`.execute(tx);
}

/** Marks the point to which `rollbackToSavepoint` returns. The return also releases the locks that were taken since. */
export async function setSavepoint(tx: Tx): Promise<void> {
  await sql`savepoint recounting`.execute(tx);
}

/** Undoes all changes since `setSavepoint`. */
export async function rollbackToSavepoint(tx: Tx): Promise<void> {
  await sql`rollback to savepoint recounting`.execute(tx);
}

/**
 * Locks the counters of the changes and the counters of their tickets' prices, in the order of their ids. A reservation
 * that was decided before the change has then either committed already, or it will see the change.
 */
export async function lockCountersOfChanges(
  tx: Tx,
  scope: AccountScope,
  changes: readonly TicketChange[],
): Promise<void> {
  const own = changes.map(({ counterId }) => counterId);
  const tickets = [...new Set(changes.flatMap(({ added, removed }) => [...added, ...removed]))];
  await sql`
    select c.id from app.counters c
    where c.account_id = ${scope.accountId} and (c.id = any(${own}::bigint[]) or c.id in (
      select p.counter_id from app.ticket_prices p where p.ticket_id = any(${tickets}::bigint[])))
    order by c.id for update of c`.execute(tx);
}

/**
 * Adds the moved units to a counter and writes the wanted capacity. If the capacity is below what is sold and held, the
 * ceiling stays at that sum: nothing more is sold and no CHECK fails. The caller holds the counter's lock.
 */
export async function writeCounter(
  tx: Tx,
  scope: AccountScope,
  { counterId, quantity, sold, reserved }: MovedUnits & { quantity: number | null },
): Promise<void> {
  await sql`
    update app.counters set sold = sold + ${sold}, reserved = reserved + ${reserved}, quantity = ${quantity}::bigint,
      ceiling = case when ${quantity}::bigint is not null
        then greatest(${quantity}::bigint, sold + reserved + ${sold + reserved}) end
    where account_id = ${scope.accountId} and id = ${counterId}`.execute(tx);
}
