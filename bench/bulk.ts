import type pg from 'pg';
import type { BuiltShop } from './shops.ts';

export type BulkOrders = {
  shop: BuiltShop;
  count: number;
  /** `overdue`: held, with a deadline in the past. */
  status: 'reserved' | 'overdue' | 'completed';
  /** Also issues the tickets. Only for completed orders. */
  attendees?: boolean;
  /** Tickets of each order; 1 to 3 without it. */
  quantity?: number;
  /** As if a person had added them: they are on the guest list. */
  byHand?: boolean;
};

const DEADLINE = {
  reserved: "app.now() + interval '1 hour'",
  overdue: "app.now() - interval '1 second'",
  completed: 'null',
};

// 40 by 50 names: one buyer in 40 is called María.
const FIRST_NAMES = `María Ana Lucía Marta Carmen Laura Elena Sara Paula Julia Pablo Luis Javier Diego Carlos Daniel Hugo
  Álvaro Adrián Mario Noa Vera Irene Clara Alba Nora Olga Rosa Silvia Teresa Bruno Iván Jorge Raúl Víctor Óscar Samuel
  Tomás Nicolás Gabriel`;
const LAST_NAMES = `García Martínez López Sánchez Pérez Gómez Ruiz Díaz Moreno Muñoz Álvarez Romero Alonso Gutiérrez
  Navarro Torres Domínguez Vázquez Ramos Gil Ramírez Serrano Blanco Molina Morales Suárez Ortega Delgado Castro Ortiz
  Rubio Marín Sanz Núñez Iglesias Medina Garrido Cortés Castillo Santos Lozano Guerrero Cano Prieto Méndez Cruz Calvo
  Gallego Vidal León`;
const listOf = (words: string) => `array['${words.split(/\s+/).join("','")}']`;

/**
 * Inserts many free orders. Items and counters are the same as if the orders were made one
 * by one. Answers their short ids.
 */
export async function insertOrders(client: pg.Client, given: BulkOrders): Promise<string[]> {
  const { shop, count, status } = given;
  const isDone = status === 'completed';
  const [counterId, poolId] = shop.counterIds;
  const { rows } = await client.query<{ short_id: string; quantity: number }>(
    `with made as (
       insert into app.orders (account_id, event_id, short_id, status, payment_status, currency, locale, first_name,
         last_name, email, list_total, discount_total, fee_total, tax_added_total, tax_included_total, total, expires_at,
         completed_at, send_all_to_buyer, is_manual, created_at)
       select $1, $2, 'o_' || substr(md5(n || '-' || random()), 1, 22),
         ${isDone ? "'completed', 'not_required'" : "'reserved', 'none'"}, 'EUR', 'en',
         ${isDone ? `(${listOf(FIRST_NAMES)})[1 + n % 40], (${listOf(LAST_NAMES)})[1 + (n / 40) % 50], 'buyer' || n || '@example.com'` : 'null, null, null'},
         0, 0, 0, 0, 0, 0, ${DEADLINE[status]}, ${isDone ? 'app.now()' : 'null'}, ${isDone}, ${given.byHand ?? false},
         app.now() - make_interval(secs => $3::int - n)
       from generate_series(1, $3::int) n
       returning id, account_id, short_id, reference, first_name, last_name, email, created_at),
     items as (
       insert into app.order_items (account_id, order_id, ticket_id, price_id, ticket_name, price_label, quantity,
         unit_list, unit_discount, unit_fees, unit_tax_added, unit_tax_included, unit_total, charges, counter_ids, position)
       select account_id, id, $4, $5, 'General', '', ${given.quantity ?? '1 + id % 3'}, 0, 0, 0, 0, 0, 0, '[]', $6::bigint[], 0 from made
       returning id, order_id, quantity),
     history as (
       insert into app.order_transitions (account_id, order_id, to_status, to_payment, reason)
       select account_id, id, ${isDone ? "'completed', 'not_required'" : "'reserved', 'none'"}, 'made_by_factory' from made)
     select m.short_id, i.quantity from made m join items i on i.order_id = m.id`,
    [shop.accountId, shop.eventId, count, shop.ticketIds[0], shop.priceIds[0], [counterId, poolId]],
  );
  const taken = rows.reduce((sum, row) => sum + row.quantity, 0);
  await client.query(
    `update app.counters set ${isDone ? 'sold = sold' : 'reserved = reserved'} + $2 where id = any($1)`,
    [[counterId, poolId], taken],
  );
  if (given.attendees) await issueTickets(client, shop.eventId);
  return rows.map((row) => row.short_id);
}

/** Inserts the tickets of all completed orders of an event that have none yet. */
async function issueTickets(client: pg.Client, eventId: number): Promise<void> {
  await client.query(
    `insert into app.attendees (account_id, event_id, order_id, order_item_id, ticket_id, price_id, short_id, reference,
       first_name, last_name, email, locale, is_guest, created_at)
     select o.account_id, o.event_id, o.id, i.id, i.ticket_id, i.price_id,
       'a_' || substr(md5(i.id || '-' || n || random()), 1, 22), o.reference || '-' || n,
       o.first_name, o.last_name, o.email, o.locale, o.is_manual, o.created_at
     from app.orders o join app.order_items i on i.order_id = o.id cross join lateral generate_series(1, i.quantity) n
     where o.event_id = $1 and o.status = 'completed'
     order by o.id, n`,
    [eventId],
  );
}

const HELD_BACK = [
  'orders_search',
  'orders_by_name',
  'orders_by_date',
  'orders_by_guest',
  'orders_sales',
  'order_items_ticket',
  'attendees_search',
  'attendees_by_name',
  'attendees_entry',
];

/** Drops the indexes that are slow to fill row by row, runs `fn`, then builds them again. */
export async function withoutIndexes(client: pg.Client, fn: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; text: string }>(
    `select indexname as name, indexdef as text from pg_indexes where schemaname = 'app' and indexname = any($1)`,
    [HELD_BACK],
  );
  for (const { name } of rows) await client.query(`drop index app.${name}`);
  await fn();
  await client.query("set maintenance_work_mem = '1GB'");
  for (const { text } of rows) await client.query(text);
}
