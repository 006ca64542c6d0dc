import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Db, openDatabase } from '../../db/client.ts';
import { naiveReserve } from './naive-reserve.ts';
import { type Operation, pick, type Spec } from './operations.ts';
import type { RealShop } from './real.ts';
import type { Shop } from './shop.ts';

/** The number of operations that run at the same time. */
export const CLIENTS = 32;

/** Runs operations as many simultaneous people do: in parallel batches. Time passes only between batches. */
export async function rush(shop: Pick<Shop, 'do'>, operations: readonly Operation[]): Promise<void> {
  for (let at = 0; at < operations.length; at += CLIENTS) {
    const batch = operations.slice(at, at + CLIENTS);
    const isTime = (operation: Operation) => operation.kind === 'travel';
    await Promise.all(batch.filter((one) => !isTime(one)).map((one) => shop.do(one)));
    for (const one of batch.filter(isTime)) await shop.do(one);
  }
}

/** The highest limit that each counter had in a run. Null for no limit. */
function limitsOf(spec: Spec, operations: readonly Operation[]): Map<string, number | null> {
  const limits = new Map<string, number | null>([
    ...spec.prices.map((price, at) => [`price ${at}`, price.quantity] as const),
    ...spec.pools.map((pool, at) => [`pool ${at}`, pool.quantity] as const),
    ...spec.promos.map((promo, at) => [`promo ${at}`, promo.uses] as const),
  ]);
  const raise = (name: string, list: readonly unknown[], at: number, to: number | null) => {
    if (list.length === 0) return;
    const key = `${name} ${at % list.length}`;
    const known = limits.get(key) ?? null;
    limits.set(key, known === null || to === null ? null : Math.max(known, to));
  };
  for (const one of operations) {
    if (one.kind === 'quantity') raise('price', spec.prices, one.price, one.quantity);
    if (one.kind === 'pool') raise('pool', spec.pools, one.pool, one.quantity);
    if (one.kind === 'uses') raise('promo', spec.promos, one.promo, one.uses);
  }
  return limits;
}

/**
 * Counters that gave away more than their highest limit, without what an organizer gave beyond it on purpose. The
 * numbers come from orders and attendees, not from the counters.
 */
export async function findOversold(
  db: Db,
  shop: RealShop,
  spec: Spec,
  operations: readonly Operation[],
): Promise<string[]> {
  const { rows } = await sql<{ id: number; n: number }>`
    with admitted as (
      select order_item_id, count(*) as n from app.attendees
      where event_id = ${shop.eventId} and status <> 'cancelled' group by order_item_id),
    taken as (
      select unnest(i.counter_ids) as id,
        case when o.status in ('reserved', 'cancelling') then i.quantity when i.admits then coalesce(a.n, 0)
          when o.status in ('completed', 'awaiting_offline_payment') and i.cancelled_at is null then i.quantity else 0 end as n
      from app.orders o join app.order_items i on i.order_id = o.id left join admitted a on a.order_item_id = i.id
      where o.event_id = ${shop.eventId} and not o.exceeds_capacity
        and not exists (select from app.ticket_moves m join app.ticket_moves x on x.attendee_id = m.attendee_id
          where m.to_item_id = i.id and x.exceeds_capacity)
      union all
      select promo_counter_id, 1 from app.orders
      where event_id = ${shop.eventId} and promo_counter_id is not null and status in ('reserved', 'cancelling', 'completed', 'awaiting_offline_payment'))
    select id, sum(n)::bigint as n from taken group by id`.execute(db);
  const taken = new Map(rows.map((row) => [row.id, row.n]));
  return [...limitsOf(spec, operations)].flatMap(([name, limit]) => {
    const n = taken.get(shop.counters.get(name) ?? 0) ?? 0;
    return limit !== null && n > limit ? [`${name}: ${n} of ${limit}`] : [];
  });
}

/**
 * Holds that still exist although their time and every bank's time is over. Also reserved stock that no hold
 * owns.
 */
export async function findLeaks(shop: RealShop): Promise<string[]> {
  await shop.do({ kind: 'travel', seconds: 200_000 });
  await shop.do({ kind: 'sweep' });
  const { orders, counters } = await shop.see();
  return [
    ...orders.filter((order) => /^(reserved|cancelling)/.test(order)),
    ...Object.entries(counters).flatMap(([name, figures]) =>
      figures.endsWith(' 0') ? [] : [`${name} ${figures}`],
    ),
  ];
}

/** The negative control: the same buyers at the same event first check and then insert. */
export const naiveShop = (db: Db, shop: RealShop): Pick<Shop, 'do'> => ({
  do: async (operation) => {
    if (operation.kind !== 'reserve') return 'nothing';
    const [item] = operation.items;
    const price = item && pick(shop.prices, item.price);
    if (!price) return 'nothing';
    const isHeld = await naiveReserve(db, {
      accountId: shop.accountId,
      eventId: shop.eventId,
      ...price,
      quantity: item.quantity,
    });
    return isHeld ? 'held' : 'SOLD_OUT';
  },
});

/**
 * The number of deadlocks that PostgreSQL has resolved in a database so far. A connection reports its count
 * only when it ends, so all other connections are ended first. Their pools open new ones.
 */
export async function countDeadlocks(url: string): Promise<number> {
  const own = openDatabase({
    url,
    poolSize: 1,
    applicationName: 'entrada deadlocks',
    onConnectionError: () => undefined,
  });
  try {
    await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(
      own.db,
    );
    const { rows } = await sql<{ deadlocks: number }>`
      select deadlocks from pg_stat_database where datname = current_database()`.execute(own.db);
    // Gives the pools time to notice that their connections are gone.
    await wait(100);
    return rows[0]?.deadlocks ?? 0;
  } finally {
    await own.close();
  }
}
