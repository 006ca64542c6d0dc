import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import { moveState, type OrderEvent, stateOf } from '../orders/core/order-state.ts';
import type { DraftAnswer, Order } from '../orders/core/types.ts';
import { insertHistory } from '../orders/queries.ts';

type Completed = { order: Order; event: OrderEvent };

/**
 * Writes the state, the buyer, the attendees and the history lines of completed orders in one statement, because each
 * update of an order touches all its indexes. The rows must be locked.
 */
export async function writeCompletions(tx: Tx, completed: readonly Completed[]): Promise<void> {
  const of = <T>(pick: (one: Completed) => T) => completed.map(pick);
  await sql`
    with done as (
      select * from unnest(${of((one) => one.order.id)}::bigint[], ${of((one) => one.order.accountId)}::bigint[],
        ${of((one) => one.order.status)}::text[], ${of((one) => one.order.paymentStatus)}::text[],
        ${of(({ order, event }) => moveState(stateOf(order), event).payment)}::text[], ${of((one) => one.event)}::text[],
        ${of(({ order }) => order.buyer?.firstName ?? null)}::text[], ${of(({ order }) => order.buyer?.lastName ?? null)}::text[],
        ${of(({ order }) => order.buyer?.email ?? null)}::text[], ${of(({ order }) => order.locale)}::text[],
        ${of(({ order }) => order.sendAllToBuyer)}::boolean[], ${of(({ order }) => JSON.stringify(order.attendeeDetails))}::text[])
        d(id, account_id, from_status, from_payment, to_payment, reason, first_name, last_name, email, locale,
          send_all_to_buyer, attendees)),
    changed as (
      update app.orders o set status = 'completed', payment_status = d.to_payment, expires_at = null, address_hash = null,
        completed_at = app.now(), ended_reason = null, first_name = d.first_name, last_name = d.last_name, email = d.email,
        locale = d.locale, send_all_to_buyer = d.send_all_to_buyer, attendee_details = d.attendees::jsonb,
        answers = '[]'
      from done d where o.id = d.id and o.account_id = d.account_id)
    ${insertHistory}
    select account_id, id, from_status, 'completed', from_payment, to_payment, reason from done`.execute(tx);
}

type SavedDetails = {
  orderId: number;
  firstName: string;
  lastName: string;
  email: string;
  sendAllToBuyer: boolean;
  attendees: unknown;
  answers: readonly DraftAnswer[];
  locale: string;
};

/** The buyer, the attendees and the answers of several orders. The rows must be locked. */
export async function writeDetails(tx: Tx, details: readonly SavedDetails[]): Promise<void> {
  if (details.length === 0) return;
  const of = <T>(pick: (one: SavedDetails) => T) => details.map(pick);
  await sql`
    update app.orders o set first_name = d.first_name, last_name = d.last_name, email = d.email, locale = d.locale,
      send_all_to_buyer = d.send_all_to_buyer, attendee_details = d.attendees::jsonb, answers = d.answers::jsonb
    from unnest(${of((one) => one.orderId)}::bigint[], ${of((one) => one.firstName)}::text[],
      ${of((one) => one.lastName)}::text[], ${of((one) => one.email)}::text[], ${of((one) => one.locale)}::text[],
      ${of((one) => one.sendAllToBuyer)}::boolean[], ${of((one) => JSON.stringify(one.attendees))}::text[],
      ${of((one) => JSON.stringify(one.answers))}::text[])
      d(id, first_name, last_name, email, locale, send_all_to_buyer, attendees, answers)
    where o.id = d.id`.execute(tx);
}

/** How many orders a sweep takes at once. */
const CHUNK = 500;

/** Orders that wait for the provider to say how their payment ended. */
export async function findEnding(tx: Tx | Db): Promise<number[]> {
  const rows = await tx
    .selectFrom('orders')
    .select('id')
    .where('status', '=', 'cancelling')
    .limit(CHUNK)
    .execute();
  return rows.map((row) => row.id);
}

/** Orders among them that have waited two minutes beyond their deadline. */
export async function findStuckEnding(tx: Tx | Db): Promise<number[]> {
  const rows = await tx
    .selectFrom('orders')
    .select('id')
    .where('status', '=', 'cancelling')
    .where('expires_at', '<', sql<Date>`app.now() - interval '2 minutes'`)
    .limit(CHUNK)
    .execute();
  return rows.map((row) => row.id);
}

/** A ticket whose maximum counts over all orders of one email address. */
export type PersonLimit = { ticketId: number; name: string; max: number };

/** Those of some tickets whose maximum counts for a person. */
export async function findPersonLimits(tx: Tx, ticketIds: readonly number[]): Promise<PersonLimit[]> {
  const { rows } = await sql<PersonLimit>`
    select id as "ticketId", name, max_per_order as max from app.tickets
    where id = any(${[...new Set(ticketIds)]}::bigint[]) and max_is_per_person`.execute(tx);
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
        then (select count(*) from app.attendees a where a.order_item_id = i.id and a.status <> 'cancelled')
      else i.quantity end)::int as n
    from app.orders o join app.order_items i on i.order_id = o.id
    where o.event_id = ${eventId} and lower(o.email) = ${email.toLowerCase()} and o.email is not null
      and o.id <> all(${[...except]}::bigint[]) and i.ticket_id = any(${[...ticketIds]}::bigint[])
      and (o.status in ('cancelling', 'awaiting_offline_payment', 'completed')
        or o.status = 'reserved' and (o.expires_at > app.now() or o.payment_status not in ('none', 'failed')))
    group by i.ticket_id`.execute(tx);
  return new Map(rows.map(({ ticketId, n }) => [ticketId, n]));
}
