import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';

/** Which tickets' units begin or cease to take a counter. */
export type Shift = { counterId: number; added: readonly number[]; removed: readonly number[] };

/** What a shift moved on its counter; below zero where it gave back. */
export type Moved = { counterId: number; sold: number; reserved: number };

/** Lines that a shift has not reached yet, of orders that are open holds, of all others, or of any. */
type Which = 'settled' | 'held' | 'any';

const unreached = (scope: AccountScope, { counterId, added, removed }: Shift) => sql`
  i.account_id = ${scope.accountId} and (
    (i.ticket_id = any(${[...added]}::bigint[]) and not ${counterId} = any(i.counter_ids))
    or (i.ticket_id = any(${[...removed]}::bigint[]) and ${counterId} = any(i.counter_ids)))`;

const statuses = {
  settled: sql`o.status <> 'reserved'`,
  held: sql`o.status = 'reserved'`,
  any: sql`true`,
};

/**
 * Makes the lines of each shift's tickets take its counter, or no longer, and answers by how much each counter changes,
 * which it leaves to the caller. Lines of orders that ended are changed as well: a late payment takes what they name.
 * Locks the orders of all shifts in the order of their ids; `nowait` throws 55P03 instead of waiting for one.
 */
export async function shiftUnits(
  tx: Tx,
  scope: AccountScope,
  shifts: readonly Shift[],
  how: { which: Which; nowait?: boolean },
): Promise<Moved[]> {
  if (shifts.length === 0) return [];
  const lines = sql.join(
    shifts.map((shift) => unreached(scope, shift)),
    sql` or `,
  );
  const { rows: locked } = await sql<{ id: number }>`
    select o.id from app.orders o
    where o.account_id = ${scope.accountId} and ${statuses[how.which]}
      and o.id in (select i.order_id from app.order_items i where ${lines})
    order by o.id for no key update of o ${sql.raw(how.nowait ? 'nowait' : '')}`.execute(tx);
  const moved: Moved[] = [];
  const ids = locked.map((row) => row.id);
  for (let from = 0; from < ids.length; from += CHUNK) {
    const chunk = ids.slice(from, from + CHUNK);
    for (const shift of shifts) moved.push(await shiftOrders(tx, scope, shift, chunk));
  }
  return moved;
}

/** Orders in one statement: no event is too large for the time that a statement may take. */
const CHUNK = 5000;

/** As `verify` counts: an open order holds its quantities, every other sold whom it admits. */
async function shiftOrders(
  tx: Tx,
  scope: AccountScope,
  shift: Shift,
  ids: readonly number[],
): Promise<Moved> {
  const orders = sql`any(${[...ids]}::bigint[])`;
  const { rows } = await sql<Omit<Moved, 'counterId'>>`
    with admitted as materialized (
      select order_item_id, count(*) as n from app.attendees
      where order_id = ${orders} and status <> 'cancelled' group by order_item_id),
    shifted as (
      update app.order_items i set counter_ids = case
        when i.ticket_id = any(${[...shift.added]}::bigint[]) then array_append(i.counter_ids, ${shift.counterId}::bigint)
        else array_remove(i.counter_ids, ${shift.counterId}::bigint) end
      where i.order_id = ${orders} and ${unreached(scope, shift)}
      returning i.id, i.order_id, i.quantity,
        case when i.ticket_id = any(${[...shift.added]}::bigint[]) then 1 else -1 end as sign)
    select coalesce(sum(s.sign * coalesce(a.n, 0)), 0)::bigint as sold,
      coalesce(sum(s.sign * case when o.status in ('reserved', 'cancelling') then s.quantity else 0 end), 0)::bigint as reserved
    from shifted s join app.orders o on o.id = s.order_id left join admitted a on a.order_item_id = s.id`.execute(
    tx,
  );
  return { counterId: shift.counterId, sold: rows[0]?.sold ?? 0, reserved: rows[0]?.reserved ?? 0 };
}

/**
 * Locks the shifts' counters and those of the prices of their tickets, in the order of their ids: a reservation that had
 * been decided before the change either has committed by now or will see it.
 */
export async function lockShiftedCounters(
  tx: Tx,
  scope: AccountScope,
  shifts: readonly Shift[],
): Promise<void> {
  const own = shifts.map(({ counterId }) => counterId);
  const tickets = [...new Set(shifts.flatMap(({ added, removed }) => [...added, ...removed]))];
  await sql`
    select c.id from app.counters c
    where c.account_id = ${scope.accountId} and (c.id = any(${own}::bigint[]) or c.id in (
      select p.counter_id from app.ticket_prices p where p.ticket_id = any(${tickets}::bigint[])))
    order by c.id for update of c`.execute(tx);
}

/**
 * Writes what a shift moved, and the wanted capacity. Below what is sold and held the ceiling stays there: nothing more
 * is sold and nothing breaks. The caller holds the counter's lock.
 */
export async function writeShift(
  tx: Tx,
  scope: AccountScope,
  { counterId, quantity, sold, reserved }: Moved & { quantity: number | null },
): Promise<void> {
  await sql`
    update app.counters set sold = sold + ${sold}, reserved = reserved + ${reserved}, quantity = ${quantity}::bigint,
      ceiling = case when ${quantity}::bigint is not null
        then greatest(${quantity}::bigint, sold + reserved + ${sold + reserved}) end
    where account_id = ${scope.accountId} and id = ${counterId}`.execute(tx);
}
