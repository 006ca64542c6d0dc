import { sql } from 'kysely';
import { limitsAsLocked } from '../../catalog/inventory/queries.ts';
import type { Db, Tx } from '../../db/client.ts';
import { insertHistory } from '../orders/queries.ts';

/** Short enough that the counters it touches are never locked for long. */
export const EXPIRY_CHUNK = 500;

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
 * Ends overdue holds without a payment under way, of all accounts, in one statement: locks the orders (those that
 * somebody else is at work on are left for the next time), then their counters in the order of their ids, and gives
 * everything back. Answers how many orders it ended.
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
        -- Once they are locked, so that what their lines take is what it is now.
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

/** Overdue holds without a payment under way, oldest first. */
export async function findOverdue(tx: Tx | Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from app.orders o where ${narrow({})} and o.payment_status in ('none', 'failed')
    order by o.expires_at limit ${EXPIRY_CHUNK}`.execute(tx);
  return rows.map((row) => row.id);
}

/**
 * Overdue holds whose payment may still succeed begin to end: they keep their stock until the provider was asked.
 * Answers the orders whose payment is to be cancelled now, those included that began to end earlier.
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
