import { sql } from 'kysely';
import type pg from 'pg';
import { policyOfEvent } from '../../catalog/events/policy-queries.ts';
import { limitsAsLocked } from '../../catalog/inventory/queries.ts';
import { arrayText } from '../../db/array-text.ts';
import type { Db, Tx } from '../../db/client.ts';
import { insertHistory } from '../orders/state-queries.ts';
import {
  crowdsOf,
  itemsOf,
  placesOf,
  type Reservation,
  type ReservedItem,
  sumDemand,
} from './core/reservation.ts';

type Value = string | number | boolean | Date | null;

export type Held = {
  id: number;
  shortId: string;
  reference: string;
  expiresAt: Date;
  isExtended: boolean;
  /** The ids of the order's items, in their order. */
  itemIds: number[];
};

export type CounterState = { id: number; quantity: number | null; sold: number; reserved: number };

/** The result of the statement. `stock` has all counters that it locked, in their state afterwards. */
export type HoldOutcome = { now: Date; stock: CounterState[] } & (
  | { done: true; held: Held[] }
  | {
      /** Nothing was written. If all lists are empty, a counter had too little. */
      done: false;
      staleEvents: number[];
      knownKeys: string[];
      /** Holds that could not be replaced, because they have ended or are being paid. */
      goneHolds: number[];
      /** Short ids of the reservations whose browser already has an open hold. */
      openCarts: string[];
      /** The crowds (see `crowdOf`) that would hold too many places, with the places that they hold. */
      crowded: Map<string, number>;
    }
);

type Row = {
  done: boolean;
  now: Date;
  counter_ids: number[] | null;
  quantities: (number | null)[] | null;
  sold: number[] | null;
  reserved: number[] | null;
  /** Of the orders: texts with commas, which cost the driver nothing, unlike arrays. */
  ids: string | null;
  short_ids: string | null;
  refs: string | null;
  /** Only one if all orders have the same deadline. */
  deadlines: Date[] | null;
  extended: boolean[] | null;
  item_orders: string | null;
  item_ids: string | null;
  stale: number[] | null;
  known: string[] | null;
  gone: number[] | null;
  open: string[] | null;
  crowded: string[] | null;
  crowds: number[] | null;
};

function statement(batch: readonly Reservation[]) {
  const of = (pick: (one: Reservation) => Value) => arrayText(batch.map(pick));
  const demand = sumDemand(batch);
  const replaced = batch.flatMap((one) => one.replaces ?? []);
  const replacedText = arrayText(replaced);
  const events = [...new Map(batch.map((one) => [one.eventId, one])).values()];
  const ofEvents = (pick: (one: Reservation) => Value) => arrayText(events.map(pick));
  const carts = batch.filter((one) => one.mayHaveHold);
  const crowds = crowdsOf(batch);
  const { items, kinds } = itemsOf(batch);
  const ofItems = (pick: (item: (typeof items)[number]) => Value) => arrayText(items.map(pick));
  const ofKinds = (pick: (kind: ReservedItem) => Value) => arrayText(kinds.map(pick));

  return sql<Row>`
    with old as materialized (
      select o.id, o.account_id, o.status, o.payment_status, o.promo_counter_id, o.expires_at, o.extended_at, o.source
      from app.orders o
      where o.id = any(${replacedText}::bigint[]) and o.status = 'reserved' and o.payment_status in ('none', 'failed')
      order by o.id for no key update),
    given as materialized (
      select counter_id, sum(n)::bigint as n from (
        select unnest(i.counter_ids) as counter_id, i.quantity as n from old join app.order_items i on i.order_id = old.id
        union all select promo_counter_id, 1 from old where promo_counter_id is not null) each_one
      group by counter_id),
    asked as (select * from unnest(${arrayText(demand.map(([id]) => id))}::bigint[], ${arrayText(demand.map(([, n]) => n))}::bigint[]) a(id, n)),
    net as materialized (
      select coalesce(a.id, g.counter_id) as id, coalesce(a.n, 0) - coalesce(g.n, 0) as n
      from asked a full join given g on g.counter_id = a.id),
    locked as materialized (
      select c.id, net.n, c.quantity, c.ceiling, c.sold, c.reserved,
        net.n <= 0 or c.quantity is null or c.sold + c.reserved + net.n <= c.quantity as is_possible
      from app.counters c join net on net.id = c.id
      order by c.id for update of c),
    known as materialized (
      select o.idempotency_key as key from app.orders o
      where o.idempotency_key = any(${arrayText(batch.flatMap((one) => one.idempotencyKey ?? []))}::text[])),
    open_cart as materialized (
      select c.short_id from unnest(${arrayText(carts.map((one) => one.cartHash))}::text[], ${arrayText(carts.map((one) => one.eventId))}::bigint[],
        ${arrayText(carts.map((one) => one.shortId))}::text[]) c(cart_hash, event_id, short_id)
      -- Lateral, as below: for a few browsers no plan may scan all open holds.
      cross join lateral (
        select from app.orders o where o.cart_hash = decode(c.cart_hash, 'hex') and o.event_id = c.event_id
          and o.status = 'reserved' and o.id <> all(${replacedText}::bigint[]) limit 1) o),
    crowd as materialized (
      select a.event_id || ' ' || a.hash as name, h.n
      from unnest(${arrayText(crowds.map((one) => one.hash))}::text[], ${arrayText(crowds.map((one) => one.eventId))}::bigint[],
        ${arrayText(crowds.map((one) => one.room))}::bigint[]) a(hash, event_id, room)
      cross join lateral (
        select coalesce(sum(coalesce(o.places, 1)), 0)::int as n from app.orders o
        where o.address_hash = decode(a.hash, 'hex') and o.status = 'reserved' and o.event_id = a.event_id) h
      where h.n > a.room),
    -- What all orders of an event have in common.
    sold as materialized (
      select * from unnest(${ofEvents((one) => one.eventId)}::bigint[], ${ofEvents((one) => one.accountId)}::bigint[],
        ${ofEvents((one) => one.currency)}::text[], ${ofEvents((one) => one.holdSeconds)}::int[],
        ${ofEvents((one) => one.catalogVersion)}::bigint[], ${ofEvents((one) => one.validFrom)}::timestamptz[],
        ${ofEvents((one) => one.validUntil)}::timestamptz[])
        v(event_id, account_id, currency, hold_seconds, version, valid_from, valid_until)),
    stale as materialized (
      select v.event_id from sold v
      -- The counters are locked first, so that what was committed meanwhile is seen.
      where (select count(*) from locked) >= 0
        and (app.catalog_version_now(v.event_id) is distinct from v.version
          or app.now() < v.valid_from or app.now() >= v.valid_until)),
    allowed as materialized (
      select (select count(*) from old) = ${replaced.length}
        and (select coalesce(bool_and(is_possible), true) and count(*) = (select count(*) from net) from locked)
        and not exists (select from stale) and not exists (select from known)
        and not exists (select from open_cart) and not exists (select from crowd) as yes),
    counted as (
      update app.counters c set reserved = l.reserved + l.n, sold = l.sold, ${limitsAsLocked}
      from locked l where l.id = c.id and l.n <> 0 and (select yes from allowed)),
    ended as (
      update app.orders o set status = 'expired', expires_at = null, address_hash = null,
        ended_reason = case when old.expires_at <= app.now() then 'timeout' else 'replaced' end
      from old where old.id = o.id and (select yes from allowed)
      returning o.id, o.account_id, old.payment_status, o.ended_reason),
    ended_history as (
      ${insertHistory}
      select account_id, id, 'reserved', 'expired', payment_status, payment_status, ended_reason from ended),
    -- Once for each event, and only when the statement writes.
    terms as materialized (
      select v.event_id, v.account_id, v.currency, make_interval(secs => v.hold_seconds) as hold_time,
        ${policyOfEvent(sql`v.event_id`)} as policy
      from sold v where (select yes from allowed)),
    wanted as materialized (
      select w.*, nextval('app.orders_id_seq') as id
      from unnest(
        ${of((one) => one.eventId)}::bigint[], ${of((one) => one.shortId)}::text[], ${of((one) => one.locale)}::text[],
        ${of((one) => one.promo?.id ?? null)}::bigint[], ${of((one) => one.promo?.code ?? null)}::text[],
        ${of((one) => one.promo?.counterId ?? null)}::bigint[],
        ${of((one) => one.listTotal)}::bigint[], ${of((one) => one.discountTotal)}::bigint[],
        ${of((one) => one.feeTotal)}::bigint[], ${of((one) => one.taxAddedTotal)}::bigint[],
        ${of((one) => one.taxIncludedTotal)}::bigint[], ${of((one) => one.total)}::bigint[],
        ${of((one) => one.cartHash)}::text[],
        ${of((one) => one.idempotencyKey)}::text[], ${of((one) => one.requestHash)}::text[],
        ${of((one) => one.addressHash)}::text[], ${of((one) => one.replaces)}::bigint[],
        ${of((one) => one.leaves?.deadline ?? null)}::timestamptz[], ${of((one) => one.leaves?.isExtended ?? false)}::boolean[],
        ${of((one) => one.affiliateId)}::bigint[], ${of((one) => one.source)}::text[], ${of(placesOf)}::int[]
      ) with ordinality w(event_id, short_id, locale, promo_code_id, promo_code, promo_counter_id,
        list_total, discount_total, fee_total, tax_added_total, tax_included_total, total, cart_hash,
        idempotency_key, request_hash, address_hash, replaces, deadline, is_extended, affiliate_id, source, places, at)
      -- The ended holds are counted first, because the index allows one open hold per browser.
      where (select yes from allowed) and (select count(*) from ended) >= 0),
    made as (
      insert into app.orders (id, account_id, event_id, short_id, currency, locale, promo_code_id, promo_code,
        promo_counter_id, list_total, discount_total, fee_total, tax_added_total, tax_included_total, total,
        expires_at, extended_at, cart_hash, idempotency_key, request_hash, address_hash, affiliate_id, source, places, policy)
      overriding system value
      select w.id, t.account_id, w.event_id, w.short_id, t.currency, w.locale, w.promo_code_id, w.promo_code,
        w.promo_counter_id, w.list_total, w.discount_total, w.fee_total, w.tax_added_total, w.tax_included_total, w.total,
        coalesce(old.expires_at, least(w.deadline, app.now() + t.hold_time)),
        coalesce(old.extended_at, case when w.is_extended then app.now() end),
        decode(w.cart_hash, 'hex'), w.idempotency_key, decode(w.request_hash, 'hex'), decode(w.address_hash, 'hex'),
        w.affiliate_id, coalesce(w.source, old.source), w.places, t.policy
      from wanted w join terms t using (event_id) left join old on old.id = w.replaces and old.expires_at > app.now() order by w.at
      returning id, short_id, reference, expires_at, extended_at),
    kinds as materialized (
      select k.kind, k.ticket_id, k.price_id, k.ticket_name, k.price_label, k.admits, k.unit_list, k.unit_discount,
        k.unit_fees, k.unit_tax_added, k.unit_tax_included, k.unit_total, k.charges::jsonb, k.counter_ids::bigint[]
      from unnest(
        ${ofKinds((k) => k.ticketId)}::bigint[], ${ofKinds((k) => k.priceId)}::bigint[], ${ofKinds((k) => k.ticketName)}::text[],
        ${ofKinds((k) => k.priceLabel)}::text[], ${ofKinds((k) => k.admits)}::boolean[],
        ${ofKinds((k) => k.unitList)}::bigint[], ${ofKinds((k) => k.unitDiscount)}::bigint[],
        ${ofKinds((k) => k.unitFees)}::bigint[], ${ofKinds((k) => k.unitTaxAdded)}::bigint[],
        ${ofKinds((k) => k.unitTaxIncluded)}::bigint[], ${ofKinds((k) => k.unitTotal)}::bigint[],
        ${ofKinds((k) => JSON.stringify(k.charges))}::text[], ${ofKinds((k) => `{${k.counterIds.join(',')}}`)}::text[]
      ) with ordinality k(ticket_id, price_id, ticket_name, price_label, admits, unit_list, unit_discount, unit_fees,
        unit_tax_added, unit_tax_included, unit_total, charges, counter_ids, kind)),
    made_items as (
      insert into app.order_items (account_id, order_id, ticket_id, price_id, ticket_name, price_label, quantity, admits,
        unit_list, unit_discount, unit_fees, unit_tax_added, unit_tax_included, unit_total, charges, counter_ids, position)
      select t.account_id, w.id, k.ticket_id, k.price_id, k.ticket_name, k.price_label, i.quantity, k.admits,
        k.unit_list, k.unit_discount, k.unit_fees, k.unit_tax_added, k.unit_tax_included, k.unit_total,
        k.charges, k.counter_ids, i.position
      from unnest(${ofItems((i) => i.at)}::bigint[], ${ofItems((i) => i.kind)}::bigint[], ${ofItems((i) => i.quantity)}::int[],
        ${ofItems((i) => i.position)}::int[]) i(at, kind, quantity, position)
      join kinds k on k.kind = i.kind join wanted w on w.at = i.at join terms t on t.event_id = w.event_id
      returning id, order_id, position)
    select allowed.yes as done, app.now() as now, l.*, m.*, i.*,
      (select array_agg(event_id) from stale) as stale, (select array_agg(key) from known) as known,
      (select array_agg(g.id) from unnest(${replacedText}::bigint[]) g(id) where g.id not in (select id from old)) as gone,
      (select array_agg(short_id) from open_cart) as open,
      (select array_agg(name order by name) from crowd) as crowded, (select array_agg(n order by name) from crowd) as crowds
    from allowed
    cross join (select array_agg(id order by id) as counter_ids, array_agg(quantity order by id) as quantities,
      array_agg(sold order by id) as sold,
      array_agg(reserved + case when (select yes from allowed) then n else 0 end order by id) as reserved from locked) l
    cross join (select string_agg(id::text, ',' order by id) as ids, string_agg(short_id, ',' order by id) as short_ids,
      string_agg(reference, ',' order by id) as refs,
      case when min(expires_at) = max(expires_at) then array[min(expires_at)] else array_agg(expires_at order by id) end as deadlines,
      case when bool_or(extended_at is not null) then array_agg(extended_at is not null order by id) end as extended
      from made) m
    cross join (select string_agg(order_id::text, ',' order by order_id, position) as item_orders,
      string_agg(id::text, ',' order by order_id, position) as item_ids from made_items) i`;
}

const textsOf = (joined: string | null) => joined?.split(',') ?? [];
const numbersOf = (joined: string | null) => textsOf(joined).map(Number);

function toOutcome(row: Row): HoldOutcome {
  const ids = row.counter_ids ?? [];
  const stock = ids.map((id, at) => ({
    id,
    quantity: row.quantities?.[at] ?? null,
    sold: row.sold?.[at] ?? 0,
    reserved: row.reserved?.[at] ?? 0,
  }));
  const { now } = row;
  if (!row.done) {
    return {
      done: false,
      now,
      stock,
      staleEvents: row.stale ?? [],
      knownKeys: row.known ?? [],
      goneHolds: row.gone ?? [],
      openCarts: row.open ?? [],
      crowded: new Map((row.crowded ?? []).map((name, at) => [name, row.crowds?.[at] ?? 0])),
    };
  }
  const itemIds = new Map<number, number[]>();
  const itemOrders = numbersOf(row.item_orders);
  for (const [at, id] of numbersOf(row.item_ids).entries()) {
    const orderId = itemOrders[at] ?? 0;
    const known = itemIds.get(orderId);
    if (known) known.push(id);
    else itemIds.set(orderId, [id]);
  }
  const [shortIds, references] = [textsOf(row.short_ids), textsOf(row.refs)];
  const [first, ...others] = row.deadlines ?? [];
  const held = numbersOf(row.ids).map((id, at): Held => {
    const [shortId, reference] = [shortIds[at], references[at]];
    const expiresAt = others.length === 0 ? first : row.deadlines?.[at];
    if (!shortId || !reference || !expiresAt) throw new Error('A hold came back incomplete');
    return {
      id,
      shortId,
      reference,
      expiresAt,
      isExtended: row.extended?.[at] ?? false,
      itemIds: itemIds.get(id) ?? [],
    };
  });
  return { done: true, now, stock, held };
}

let executions = 0;

/**
 * The name of the prepared statement. It changes each time the number of executions has doubled. The plan depends on
 * the size of the tables at the time of preparation. A plan for empty tables would cost more with every order.
 */
function planName(): string {
  executions += 1;
  return `hold_together_${Math.floor(Math.log2(executions))}`;
}

/**
 * Writes a batch of decided reservations in one guarded statement, all or none. Locks the replaced holds, then every
 * counter in the order of its id. Checks each wanted quantity, the version of every catalogue, and that no sale began
 * or ended since the decision. Also checks that no key was used before, no browser has another open hold, and no
 * address holds too many places. Gives back the stock of the replaced holds, and writes orders and items. The history of an
 * order begins with its next step. Takes one
 * round trip and one transaction of its own on `pool`, prepared. Throws on a clash with a unique index that another
 * transaction just won.
 */
export async function holdTogether(
  { pool, db }: { pool: pg.Pool; db: Db },
  batch: readonly Reservation[],
): Promise<HoldOutcome> {
  const { sql: text, parameters } = statement(batch).compile(db);
  const { rows } = await pool.query<Row>({ name: planName(), text, values: [...parameters] });
  const [row] = rows;
  if (!row) throw new Error('The statement that holds answered nothing');
  return toOutcome(row);
}

/** The same as `holdTogether` in the caller's transaction, for factories. Null if nothing was written. */
export async function holdWithin(tx: Tx, batch: readonly Reservation[]): Promise<Held[] | null> {
  const { rows } = await statement(batch).execute(tx);
  const outcome = rows[0] && toOutcome(rows[0]);
  return outcome?.done ? outcome.held : null;
}
