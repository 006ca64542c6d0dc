import { sql } from 'kysely';
import type { AccountScope } from '../platform/context.ts';
import type { Tx } from '../platform/db/client.ts';
import type { Demand } from './core/demand.ts';

const arrays = (demand: Demand) => {
  const entries = [...demand].filter(([, n]) => n > 0).sort(([a], [b]) => a - b);
  return { ids: entries.map(([id]) => id), amounts: entries.map(([, n]) => n) };
};

/** Locks the counters in the order of their ids and changes them; answers how many were changed. */
async function change(
  tx: Tx,
  scope: AccountScope,
  demand: Demand,
  kind: 'sell_reserved' | 'release_reserved' | 'take_sold' | 'return_sold',
): Promise<{ asked: number; changed: number }> {
  const { ids, amounts } = arrays(demand);
  if (ids.length === 0) return { asked: 0, changed: 0 };
  const reserved = sql.raw(kind === 'take_sold' || kind === 'return_sold' ? '0' : '-l.n');
  const sold = sql.raw(
    { sell_reserved: 'l.n', release_reserved: '0', take_sold: 'l.n', return_sold: '-l.n' }[kind],
  );
  const guard =
    kind === 'take_sold'
      ? sql`c.quantity is null or c.sold + c.reserved + d.n <= c.quantity`
      : sql.raw(kind === 'return_sold' ? 'c.sold >= d.n' : 'c.reserved >= d.n');
  const { rows } = await sql<{ changed: number }>`
    with demand as (select * from unnest(${ids}::bigint[], ${amounts}::bigint[]) d(id, n)),
    locked as materialized (
      select c.id, d.n, (${guard}) as is_possible
      from app.counters c join demand d on d.id = c.id
      where c.account_id = ${scope.accountId}
      order by c.id for update of c),
    possible as materialized (select bool_and(is_possible) and count(*) = ${ids.length} as yes from locked),
    changed as (
      update app.counters c set reserved = c.reserved + ${reserved}, sold = c.sold + ${sold}
      from locked l where l.id = c.id and (select yes from possible) returning c.id)
    select count(*) as changed from changed`.execute(tx);
  return { asked: ids.length, changed: rows[0]?.changed ?? 0 };
}

/** Turns reserved units into sold ones. Throws when they are not reserved, which is a defect. */
export async function sellReserved(tx: Tx, scope: AccountScope, demand: Demand): Promise<void> {
  const { asked, changed } = await change(tx, scope, demand, 'sell_reserved');
  if (asked !== changed) throw new Error('Counters hold less than the order reserved');
}

/** Gives reserved units back. Throws when they are not reserved, which is a defect. */
export async function releaseReserved(tx: Tx, scope: AccountScope, demand: Demand): Promise<void> {
  const { asked, changed } = await change(tx, scope, demand, 'release_reserved');
  if (asked !== changed) throw new Error('Counters hold less than the order reserved');
}

/** Gives sold units back. Throws when they are not sold, which is a defect. */
export async function returnSold(tx: Tx, scope: AccountScope, demand: Demand): Promise<void> {
  const { asked, changed } = await change(tx, scope, demand, 'return_sold');
  if (asked !== changed) throw new Error('Counters hold less than the order bought');
}

/** Takes units as sold where the quantities still allow it; false, and nothing changed, where one does not. */
export async function takeSold(tx: Tx, scope: AccountScope, demand: Demand): Promise<boolean> {
  const { asked, changed } = await change(tx, scope, demand, 'take_sold');
  return asked === changed;
}
