import { sql } from 'kysely';
import { arrayText } from '../../db/array-text.ts';
import type { Db, Tx } from '../../db/client.ts';
import { isAmong } from '../../db/fragments.ts';
import { moveState, type OrderEvent, stateOf } from '../orders/core/order-state.ts';
import type { DraftAnswer, Order } from '../orders/core/types.ts';
import { insertHistory } from '../orders/state-queries.ts';

type Completed = { order: Order; event: OrderEvent };

/**
 * Writes the state, the buyer, the attendees and the history lines of completed orders in one statement, because each
 * update of an order touches all its indexes. The rows must be locked.
 */
export async function writeCompletions(tx: Tx, completed: readonly Completed[]): Promise<void> {
  const of = (pick: (one: Completed) => string | number | boolean | null) => arrayText(completed.map(pick));
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
  const of = (pick: (one: SavedDetails) => string | number | boolean) => arrayText(details.map(pick));
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

/**
 * What the mails about completed orders say and to whom: the orders, their tickets in the order of their numbers without
 * those that were passed on, whose holders have mails of their own, and the mails of that kind that are written already.
 */
export async function findToAnnounce(db: Db, orderIds: readonly number[]) {
  const [orders, tickets, sent] = await Promise.all([
    db
      .selectFrom('orders')
      .select(['id', 'account_id', 'event_id', 'locale', 'first_name', 'last_name', 'email'])
      .where(isAmong('id', orderIds))
      .orderBy('id')
      .execute(),
    db
      .selectFrom('attendees')
      .select(['id', 'order_id', 'email'])
      .where(isAmong('order_id', orderIds))
      .where('passed_on_at', 'is', null)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('mails')
      .select(['kind', 'order_id', 'attendee_id', 'to_address'])
      .where(isAmong('order_id', orderIds))
      .where('kind', 'in', ['order_confirmation', 'attendee_ticket'])
      .execute(),
  ]);
  return { orders, tickets, sent };
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
