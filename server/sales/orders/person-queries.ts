import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { isEventBehind } from './event-queries.ts';

/** A ticket whose maximum counts over all orders of one email address. */
export type PersonLimit = { ticketId: number; name: string; max: number };

/** Those of some tickets whose maximum counts for a person. */
export async function findPersonLimits(tx: Tx, ticketIds: readonly number[]): Promise<PersonLimit[]> {
  const { rows } = await sql<PersonLimit>`
    select id as "ticketId", name, max_per_order as max from app.tickets
    where id = any(${[...new Set(ticketIds)]}::bigint[]) and max_is_per_person`.execute(tx);
  return rows;
}

/** Those of all tickets of the events of some orders. */
export async function findPersonLimitsBehind(tx: Tx, shortIds: readonly string[]): Promise<PersonLimit[]> {
  const { rows } = await sql<PersonLimit>`
    select id as "ticketId", name, max_per_order as max from app.tickets
    where ${isEventBehind('event_id', shortIds)} and max_is_per_person`.execute(tx);
  return rows;
}

/** Keeps other transactions from counting the orders of these people meanwhile. Locks in one order. */
export async function lockPeople(
  tx: Tx,
  people: readonly { eventId: number; email: string }[],
): Promise<void> {
  const names = people.map(({ eventId, email }) => `${eventId} ${email.toLowerCase()}`);
  await sql`select pg_advisory_xact_lock(key) from (
    select distinct hashtextextended('person ' || name, 0) as key from unnest(${names}::text[]) n(name) order by key) k`.execute(
    tx,
  );
}

/**
 * How many units of each ticket a person has in orders that are held, wait for money or are completed. Cancelled ones do
 * not count. The orders in `except` are left out.
 */
export async function countOfPerson(
  tx: Tx,
  {
    eventId,
    email,
    ticketIds,
    except,
  }: {
    eventId: number;
    email: string;
    ticketIds: readonly number[];
    except: readonly number[];
  },
): Promise<Map<number, number>> {
  const { rows } = await sql<{ ticketId: number; n: number }>`
    select i.ticket_id as "ticketId", sum(case
      when i.cancelled_at is not null then 0
      when i.admits and o.status in ('completed', 'awaiting_offline_payment')
        then (select count(*) from app.attendees a where a.order_id = o.id and a.order_item_id = i.id and a.status <> 'cancelled')
      else i.quantity end)::int as n
    from app.orders o join app.order_items i on i.order_id = o.id
    where o.event_id = ${eventId} and lower(o.email) = ${email.toLowerCase()} and o.email is not null
      and o.id <> all(${[...except]}::bigint[]) and i.ticket_id = any(${[...ticketIds]}::bigint[])
      and (o.status in ('cancelling', 'awaiting_offline_payment', 'completed')
        or o.status = 'reserved' and (o.expires_at > app.now() or o.payment_status not in ('none', 'failed')))
    group by i.ticket_id`.execute(tx);
  return new Map(rows.map(({ ticketId, n }) => [ticketId, n]));
}
