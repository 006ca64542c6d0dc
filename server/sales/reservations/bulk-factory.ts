import { sql } from 'kysely';
import { type CatalogForSale, findCatalogForSale } from '../../catalog/shop/catalog-for-sale.ts';
import { type Db, inTransaction, type Tx } from '../../db/client.ts';
import { newShortId } from '../../platform/secrets.ts';
import type { Reservation } from './core/reservation.ts';
import { BUYER, decideFor, type OrderOverrides } from './factory.ts';
import { holdWithin } from './hold-queries.ts';

type BulkOrder = { orderId: number; attendeeIds: number[] };

type Made = OrderOverrides & { id: number; at: Date };

async function holdAll(tx: Tx, orders: readonly OrderOverrides[]): Promise<Made[]> {
  const catalogs = new Map<number, CatalogForSale>();
  const reservations: Reservation[] = [];
  for (const order of orders) {
    const catalog = catalogs.get(order.eventId) ?? (await findCatalogForSale(tx, order.eventId));
    if (!catalog) throw new Error(`There is no event ${order.eventId}`);
    catalogs.set(order.eventId, catalog);
    reservations.push(await decideFor(tx, order, catalog));
  }
  const held = await holdWithin(tx, reservations);
  if (!held) throw new Error('More was asked for than there is');
  const ids = new Map(held.map((one) => [one.shortId, one.id]));
  return orders.map((order, at) => {
    const id = ids.get(reservations[at]?.shortId ?? '');
    if (id === undefined) throw new Error('An order was lost');
    return { ...order, id, at: order.createdAt ?? new Date() };
  });
}

async function completeAll(tx: Tx, made: readonly Made[]): Promise<void> {
  const of = <T>(pick: (one: Made) => T) => made.map(pick);
  const person = (one: Made) => one.buyer ?? BUYER;
  await sql`
    with done as (
      update app.orders o set status = 'completed', expires_at = null, created_at = d.at,
        completed_at = d.at + interval '2 minutes', first_name = d.first_name, last_name = d.last_name, email = d.email,
        send_all_to_buyer = d.to_buyer, payment_status = case when o.total = 0 then 'not_required' else 'paid' end
      from unnest(${of((one) => one.id)}::bigint[], ${of((one) => one.at)}::timestamptz[],
        ${of((one) => person(one).firstName)}::text[], ${of((one) => person(one).lastName)}::text[],
        ${of((one) => person(one).email)}::text[], ${of((one) => !one.attendees?.length)}::boolean[])
        d(id, at, first_name, last_name, email, to_buyer)
      where o.id = d.id
      returning o.id, o.account_id, o.payment_status, o.created_at)
    insert into app.order_transitions (account_id, order_id, from_status, to_status, from_payment, to_payment, reason, at)
    select account_id, id, 'reserved', 'completed', 'none', payment_status, 'made_by_factory', created_at from done`.execute(
    tx,
  );
  await sql`
    insert into app.payments (account_id, order_id, provider, idempotency_key, status, amount, currency, card_brand,
      card_last4, created_at, updated_at)
    select account_id, id, 'test_bank', 'order:' || id || ':payment:1', 'succeeded', total, currency, 'visa', '4242',
      created_at, created_at from app.orders where id = any(${of((one) => one.id)}::bigint[]) and total > 0`.execute(
    tx,
  );
  await sql`
    with taken as (
      select id, sum(n)::bigint as n from (
        select unnest(i.counter_ids) as id, i.quantity as n from app.order_items i where i.order_id = any(${of((one) => one.id)}::bigint[])
        union all select promo_counter_id, 1 from app.orders where id = any(${of((one) => one.id)}::bigint[]) and promo_counter_id is not null
      ) each_one group by id),
    locked as materialized (select c.id, t.n from app.counters c join taken t on t.id = c.id order by c.id for update of c)
    update app.counters c set reserved = c.reserved - l.n, sold = c.sold + l.n from locked l where l.id = c.id`.execute(
    tx,
  );
}

async function admitAll(tx: Tx, made: readonly Made[]): Promise<Map<number, number[]>> {
  const people = made.flatMap((one) =>
    (one.attendees ?? []).map((attendee, at) => ({ orderId: one.id, nth: at + 1, ...attendee })),
  );
  const units = await sql<{ order_id: number; n: number }>`
    select order_id, sum(quantity)::int as n from app.order_items where order_id = any(${made.map((one) => one.id)}::bigint[]) and admits
    group by order_id order by order_id`.execute(tx);
  const ids = units.rows.flatMap((row) => Array.from({ length: row.n }, () => row.order_id));
  const numbers = units.rows.flatMap((row) => Array.from({ length: row.n }, (_, at) => at + 1));
  const { rows } = await sql<{ id: number; order_id: number }>`
    with units as (
      select i.id as item_id, i.order_id, i.ticket_id, i.price_id,
        row_number() over (partition by i.order_id order by i.position, i.id) as nth
      from app.order_items i cross join lateral generate_series(1, i.quantity)
      where i.order_id = any(${made.map((one) => one.id)}::bigint[]) and i.admits)
    insert into app.attendees (account_id, event_id, order_id, order_item_id, ticket_id, price_id, short_id, reference,
      first_name, last_name, email, locale, is_guest, created_at)
    select o.account_id, o.event_id, o.id, u.item_id, u.ticket_id, u.price_id, s.short_id, o.reference || '-' || u.nth,
      coalesce(p.first_name, o.first_name), coalesce(p.last_name, o.last_name), coalesce(p.email, o.email), o.locale, o.is_manual,
      o.completed_at
    from units u join app.orders o on o.id = u.order_id
    join unnest(${ids}::bigint[], ${numbers}::int[], ${ids.map(() => newShortId('a'))}::text[]) s(order_id, nth, short_id)
      on s.order_id = u.order_id and s.nth = u.nth
    left join unnest(${people.map((one) => one.orderId)}::bigint[], ${people.map((one) => one.nth)}::int[],
      ${people.map((one) => one.firstName)}::text[], ${people.map((one) => one.lastName)}::text[],
      ${people.map((one) => one.email)}::text[]) p(order_id, nth, first_name, last_name, email)
      on p.order_id = u.order_id and p.nth = u.nth
    order by u.order_id, u.nth
    returning id, order_id`.execute(tx);
  const byOrder = new Map<number, number[]>();
  for (const row of rows) byOrder.set(row.order_id, [...(byOrder.get(row.order_id) ?? []), row.id]);
  return byOrder;
}

/**
 * Makes many completed orders with their attendees at once, for the seed. Decides and holds them like a buyer's orders,
 * then completes them in bulk. Sends no mails. Answers in the order given.
 */
export function buildOrders(db: Db, orders: readonly OrderOverrides[]): Promise<BulkOrder[]> {
  return inTransaction(db, async (tx) => {
    const made = await holdAll(tx, orders);
    await completeAll(tx, made);
    const attendees = await admitAll(tx, made);
    return made.map(({ id }) => ({ orderId: id, attendeeIds: attendees.get(id) ?? [] }));
  });
}
