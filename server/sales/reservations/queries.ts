import { sql } from 'kysely';
import { limitsAsLocked } from '../../catalog/inventory/queries.ts';
import type { Db, Tx } from '../../db/client.ts';
import { insertHistory } from '../orders/state-queries.ts';
import type { LeftHold } from './core/reservation.ts';
import type { CounterState } from './hold-queries.ts';

type Asked = {
  counters: readonly number[];
  events: readonly { id: number; catalogVersion: number }[];
  keys: readonly string[];
  /** Events whose overdue holds are searched. */
  short: readonly number[];
};

type Found = {
  now: Date;
  stock: CounterState[];
  /** Events whose catalogue has a new version. */
  stale: number[];
  /** The keys that have already made an order. */
  known: string[];
  /** The events in `short` that have overdue holds without an open payment. */
  overdue: number[];
};

/**
 * Reads the present state of the facts on which reservations are decided: clock, counters, catalogues, keys and overdue
 * holds.
 */
export async function findPresent(db: Db, { counters, events, keys, short }: Asked): Promise<Found> {
  const { rows } = await sql<{ [K in keyof Found]: Found[K] | null } & { now: Date }>`
    select app.now() as now,
      (select json_agg(json_build_object('id', id, 'quantity', quantity, 'sold', sold, 'reserved', reserved))
        from app.counters where id = any(${[...new Set(counters)]}::bigint[])) as stock,
      (select array_agg(v.id) from unnest(${events.map((event) => event.id)}::bigint[], ${events.map((event) => event.catalogVersion)}::bigint[])
        v(id, version) where not exists (select from app.events e where e.id = v.id and e.catalog_version = v.version)) as stale,
      (select array_agg(idempotency_key) from app.orders where idempotency_key = any(${[...keys]}::text[])) as known,
      (select array_agg(distinct event_id) from app.orders where event_id = any(${[...short]}::bigint[])
        and status = 'reserved' and payment_status in ('none', 'failed') and expires_at <= app.now()) as overdue`.execute(
    db,
  );
  const row = rows[0];
  if (!row) throw new Error('The database answered nothing');
  const { now, stock, stale, known, overdue } = row;
  return { now, stock: stock ?? [], stale: stale ?? [], known: known ?? [], overdue: overdue ?? [] };
}

/** Small enough that its counters are never locked for long. */
const EXPIRY_CHUNK = 500;

type Which = { eventId?: number; orderId?: number };

const narrow = ({ eventId, orderId }: Which) =>
  sql.join(
    [
      sql`o.status = 'reserved'`,
      sql`o.expires_at <= app.now()`,
      ...(eventId === undefined ? [] : [sql`o.event_id = ${eventId}`]),
      ...(orderId === undefined ? [] : [sql`o.id = ${orderId}`]),
    ],
    sql` and `,
  );

/**
 * Ends overdue holds without an open payment, of all accounts, in one statement. Locks the orders, but skips those that
 * another transaction has locked; the next run takes them. Then locks their counters in the order of their ids and
 * gives everything back. Answers how many orders it ended.
 */
export async function expireOverdue(tx: Tx | Db, which: Which = {}): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with due as materialized (
      select o.id, o.account_id, o.payment_status, o.promo_counter_id from app.orders o
      where ${narrow(which)} and o.payment_status in ('none', 'failed')
      order by o.id limit ${EXPIRY_CHUNK} for no key update skip locked),
    ended as (
      update app.orders o set status = 'expired', expires_at = null, address_hash = null,
        ended_reason = case when due.payment_status = 'failed' then 'payment_failed' else 'timeout' end
      from due where due.id = o.id returning o.id),
    given as materialized (
      select counter_id, sum(n)::bigint as n from (
        -- The orders are locked first, so that this reads what their lines take now.
        select u.counter_id, u.n from (select array_agg(id) as ids from due) d cross join lateral app.order_units_now(d.ids) u
        union all select promo_counter_id, 1 from due where promo_counter_id is not null) each_one
      group by counter_id),
    locked as materialized (
      select c.id, g.n, c.sold, c.reserved, c.quantity, c.ceiling from app.counters c join given g on g.counter_id = c.id
      order by c.id for update of c),
    released as (
      update app.counters c set reserved = l.reserved - l.n, sold = l.sold, ${limitsAsLocked} from locked l where l.id = c.id),
    history as (
      ${insertHistory}
      select account_id, id, 'reserved', 'expired', payment_status, payment_status, 'timeout' from due)
    select count(*) as n from ended`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** Overdue holds without an open payment, oldest first. */
export async function findOverdue(tx: Tx | Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from app.orders o where ${narrow({})} and o.payment_status in ('none', 'failed')
    order by o.expires_at limit ${EXPIRY_CHUNK}`.execute(tx);
  return rows.map((row) => row.id);
}

/**
 * Moves overdue holds whose payment may still succeed to `cancelling`. They keep their stock until the provider was
 * asked. Answers the ids of these orders, whose payment must be cancelled next.
 */
export async function beginEnding(tx: Tx | Db, which: Which = {}): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with due as materialized (
      select o.id, o.account_id, o.payment_status from app.orders o
      where ${narrow(which)} and o.payment_status in ('awaiting', 'processing')
      order by o.id limit ${EXPIRY_CHUNK} for no key update skip locked),
    ending as (
      update app.orders o set status = 'cancelling', ended_reason = 'timeout' from due where due.id = o.id returning o.id),
    history as (
      ${insertHistory}
      select account_id, id, 'reserved', 'cancelling', payment_status, payment_status, 'timeout' from due)
    select id from ending`.execute(tx);
  return rows.map((row) => row.id);
}

/**
 * Those of the given browsers (hashes of cart tokens) that have a hold or gave up one, for any event. Overdue holds are
 * included until the sweep ends them. One statement for a whole crowd that was refused and asks again.
 */
export async function findKnownBrowsers(db: Db, cartHashes: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ hash: string }>`
    select encode(b.hash, 'hex') as hash
    from (select decode(h, 'hex') as hash from unnest(${[...new Set(cartHashes)]}::text[]) h) b
    where (select true from app.orders o where o.cart_hash = b.hash and o.status = 'reserved' limit 1)
      or (select true from app.left_holds l where l.cart_hash = b.hash limit 1)`.execute(db);
  return new Set(rows.map((row) => row.hash));
}

/** The hold that this browser gave up for the event, if it could still be paid. */
export async function findLeftHold(tx: Tx | Db, eventId: number, cartHash: string): Promise<LeftHold | null> {
  const { rows } = await sql<LeftHold>`
    select deadline, is_extended as "isExtended" from app.left_holds
    where cart_hash = decode(${cartHash}, 'hex') and event_id = ${eventId} and deadline > app.now()`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/** Forgets the holds that were given up and could not be paid any more. */
export async function forgetLeftHolds(tx: Tx | Db): Promise<void> {
  await sql`delete from app.left_holds where deadline <= app.now()`.execute(tx);
}
