import { sql } from 'kysely';
import type { Tx } from '../platform/db/client.ts';

/** One order to be held, with everything decided; amounts in minor units. */
export type Reservation = {
  accountId: number;
  eventId: number;
  /** The version of the catalogue that it was decided on. */
  catalogVersion: number;
  shortId: string;
  currency: string;
  locale: string;
  promo: { id: number; code: string; counterId: number } | null;
  listTotal: number;
  discountTotal: number;
  feeTotal: number;
  taxAddedTotal: number;
  taxIncludedTotal: number;
  total: number;
  holdSeconds: number;
  cartHash: Buffer;
  idempotencyKey: string | null;
  requestHash: Buffer;
  /** An open hold of the same browser that this one takes the place of. */
  replaces: number | null;
  items: readonly ReservedItem[];
  demand: ReadonlyMap<number, number>;
};

export type ReservedItem = {
  ticketId: number;
  priceId: number;
  ticketName: string;
  priceLabel: string;
  quantity: number;
  unitList: number;
  unitDiscount: number;
  unitFees: number;
  unitTaxAdded: number;
  unitTaxIncluded: number;
  unitTotal: number;
  charges: unknown;
  counterIds: readonly number[];
};

export type Held = { id: number; shortId: string; expiresAt: Date };

const sumDemand = (reservations: readonly Reservation[]): [number, number][] => {
  const total = new Map<number, number>();
  for (const { demand } of reservations)
    for (const [id, n] of demand) total.set(id, (total.get(id) ?? 0) + n);
  return [...total].sort(([a], [b]) => a - b);
};

/**
 * Writes a batch of decided reservations in one guarded statement, all or nothing: locks the holds that are replaced and
 * then every counter in the order of its id, checks the catalogue's version and each wanted quantity as they are now,
 * gives back what the replaced holds had, and writes orders, items and history. Null: something changed since the
 * decision and nothing was written; decide again. Throws on a clash of a unique index (cart, idempotency key).
 */
export async function holdTogether(tx: Tx, batch: readonly Reservation[]): Promise<Held[] | null> {
  const of = <T>(pick: (one: Reservation) => T) => batch.map(pick);
  const demand = sumDemand(batch);
  const replaced = batch.flatMap((one) => one.replaces ?? []);
  const versions = [...new Map(batch.map((one) => [one.eventId, one.catalogVersion]))];
  const items = batch.flatMap((one, at) =>
    one.items.map((item, position) => ({ ...item, at: at + 1, position })),
  );
  const ofItems = <T>(pick: (item: (typeof items)[number]) => T) => items.map(pick);
  const hex = (bytes: Buffer) => bytes.toString('hex');

  const { rows } = await sql<{ id: number; short_id: string; expires_at: Date }>`
    with old as materialized (
      select o.id, o.account_id, o.status, o.payment_status, o.promo_counter_id, o.expires_at
      from app.orders o
      where o.id = any(${replaced}::bigint[]) and o.status = 'reserved' and o.payment_status in ('none', 'failed')
      order by o.id for update),
    given as materialized (
      select counter_id, sum(n)::bigint as n from (
        select unnest(i.counter_ids) as counter_id, i.quantity as n from old join app.order_items i on i.order_id = old.id
        union all select promo_counter_id, 1 from old where promo_counter_id is not null) each_one
      group by counter_id),
    asked as (select * from unnest(${demand.map(([id]) => id)}::bigint[], ${demand.map(([, n]) => n)}::bigint[]) a(id, n)),
    net as materialized (
      select coalesce(a.id, g.counter_id) as id, coalesce(a.n, 0) - coalesce(g.n, 0) as n
      from asked a full join given g on g.counter_id = a.id),
    locked as materialized (
      select c.id, net.n, net.n <= 0 or c.quantity is null or c.sold + c.reserved + net.n <= c.quantity as is_possible
      from app.counters c join net on net.id = c.id
      order by c.id for update of c),
    allowed as materialized (
      select case
        when (select count(*) from old) <> ${replaced.length} then false
        when not (select bool_and(is_possible) and count(*) = (select count(*) from net) from locked) then false
        else (select bool_and(app.catalog_version_now(v.event_id) = v.version)
          from unnest(${versions.map(([id]) => id)}::bigint[], ${versions.map(([, version]) => version)}::bigint[]) v(event_id, version))
        end as yes),
    counted as (
      update app.counters c set reserved = c.reserved + l.n
      from locked l where l.id = c.id and l.n <> 0 and (select yes from allowed)),
    ended as (
      update app.orders o set status = 'expired', expires_at = null,
        ended_reason = case when old.expires_at <= app.now() then 'timeout' else 'replaced' end
      from old where old.id = o.id and (select yes from allowed)
      returning o.id, o.account_id, old.payment_status, o.ended_reason),
    ended_history as (
      insert into app.order_transitions (account_id, order_id, from_status, to_status, from_payment, to_payment, reason)
      select account_id, id, 'reserved', 'expired', payment_status, payment_status, ended_reason from ended),
    wanted as materialized (
      select w.*, nextval('app.orders_id_seq') as id
      from unnest(
        ${of((one) => one.accountId)}::bigint[], ${of((one) => one.eventId)}::bigint[], ${of((one) => one.shortId)}::text[],
        ${of((one) => one.currency)}::text[], ${of((one) => one.locale)}::text[],
        ${of((one) => one.promo?.id ?? null)}::bigint[], ${of((one) => one.promo?.code ?? null)}::text[],
        ${of((one) => one.promo?.counterId ?? null)}::bigint[],
        ${of((one) => one.listTotal)}::bigint[], ${of((one) => one.discountTotal)}::bigint[],
        ${of((one) => one.feeTotal)}::bigint[], ${of((one) => one.taxAddedTotal)}::bigint[],
        ${of((one) => one.taxIncludedTotal)}::bigint[], ${of((one) => one.total)}::bigint[],
        ${of((one) => one.holdSeconds)}::int[], ${of((one) => hex(one.cartHash))}::text[],
        ${of((one) => one.idempotencyKey)}::text[], ${of((one) => hex(one.requestHash))}::text[]
      ) with ordinality w(account_id, event_id, short_id, currency, locale, promo_code_id, promo_code, promo_counter_id,
        list_total, discount_total, fee_total, tax_added_total, tax_included_total, total, hold_seconds, cart_hash,
        idempotency_key, request_hash, at)
      -- The ended holds are counted first, because the index allows one open hold per browser.
      where (select yes from allowed) and (select count(*) from ended) >= 0),
    made as (
      insert into app.orders (id, account_id, event_id, short_id, currency, locale, promo_code_id, promo_code,
        promo_counter_id, list_total, discount_total, fee_total, tax_added_total, tax_included_total, total,
        expires_at, cart_hash, idempotency_key, request_hash)
      overriding system value
      select id, account_id, event_id, short_id, currency, locale, promo_code_id, promo_code,
        promo_counter_id, list_total, discount_total, fee_total, tax_added_total, tax_included_total, total,
        app.now() + make_interval(secs => hold_seconds), decode(cart_hash, 'hex'), idempotency_key, decode(request_hash, 'hex')
      from wanted order by at
      returning id, account_id, short_id, expires_at),
    made_items as (
      insert into app.order_items (account_id, order_id, ticket_id, price_id, ticket_name, price_label, quantity,
        unit_list, unit_discount, unit_fees, unit_tax_added, unit_tax_included, unit_total, charges, counter_ids, position)
      select w.account_id, w.id, i.ticket_id, i.price_id, i.ticket_name, i.price_label, i.quantity,
        i.unit_list, i.unit_discount, i.unit_fees, i.unit_tax_added, i.unit_tax_included, i.unit_total,
        i.charges::jsonb, i.counter_ids::bigint[], i.position
      from unnest(
        ${ofItems((i) => i.at)}::bigint[], ${ofItems((i) => i.ticketId)}::bigint[], ${ofItems((i) => i.priceId)}::bigint[],
        ${ofItems((i) => i.ticketName)}::text[], ${ofItems((i) => i.priceLabel)}::text[], ${ofItems((i) => i.quantity)}::int[],
        ${ofItems((i) => i.unitList)}::bigint[], ${ofItems((i) => i.unitDiscount)}::bigint[],
        ${ofItems((i) => i.unitFees)}::bigint[], ${ofItems((i) => i.unitTaxAdded)}::bigint[],
        ${ofItems((i) => i.unitTaxIncluded)}::bigint[], ${ofItems((i) => i.unitTotal)}::bigint[],
        ${ofItems((i) => JSON.stringify(i.charges))}::text[], ${ofItems((i) => `{${i.counterIds.join(',')}}`)}::text[],
        ${ofItems((i) => i.position)}::int[]
      ) i(at, ticket_id, price_id, ticket_name, price_label, quantity, unit_list, unit_discount, unit_fees,
        unit_tax_added, unit_tax_included, unit_total, charges, counter_ids, position)
      join wanted w on w.at = i.at),
    history as (
      insert into app.order_transitions (account_id, order_id, from_status, to_status, from_payment, to_payment, reason)
      select account_id, id, null, 'reserved', null, 'none', 'held' from made)
    select id, short_id, expires_at from made`.execute(tx);
  if (rows.length === 0) return null;
  return rows.map((row) => ({ id: row.id, shortId: row.short_id, expiresAt: row.expires_at }));
}
