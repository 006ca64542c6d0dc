import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import { reachesEvent } from '../../platform/reach/queries.ts';
import type { SoldSums } from './core/money.ts';
import type { Span } from './core/types.ts';

/** Rows of daily figures `f` of the events `e` of a span. */
export const figuresOf = ({ scope, eventId, range }: Span): RawBuilder<unknown> => sql`
  app.events e join app.daily_figures f on f.event_id = e.id and f.account_id = e.account_id
    and f.day between ${range.from}::date and ${range.to}::date
  where e.account_id = ${scope.accountId} and ${eventId === null ? reachesEvent(scope, sql`e.id`) : sql`e.id = ${eventId}`}`;

/** The last day that has begun anywhere in the account, and the first on which anything was sold. */
export async function findAccountDays(
  db: Db,
  scope: AccountScope,
): Promise<{ today: string; firstDay: string | null } | undefined> {
  const { rows } = await sql<{ today: string; firstDay: string | null }>`
    select coalesce(max((app.now() at time zone e.timezone)::date), (app.now() at time zone 'UTC')::date)::text as today,
      min((select min(day) from app.daily_figures f where f.event_id = e.id))::text as "firstDay"
    from app.events e where e.account_id = ${scope.accountId} and ${reachesEvent(scope, sql`e.id`)}`.execute(
    db,
  );
  return rows[0];
}

/** A column of daily figures `f`, added up over some kinds. */
export const sumOf = (column: string, ...kinds: string[]) =>
  sql`coalesce(sum(${sql.ref(`f.${column}`)}) filter (where f.kind = any(${kinds}::text[])), 0)::bigint`;

/** Sums of daily figures of whole orders, under the names of SoldSums. */
const SUMS = sql`
  ${sumOf('gross', 'orders', 'settled')} as paid, ${sumOf('discount', 'orders', 'settled')} as discounts,
  ${sumOf('fees', 'orders', 'settled')} as fees, ${sumOf('tax', 'orders', 'settled')} as tax,
  ${sumOf('tax_added', 'sales', 'settled')} as "taxesAdded", ${sumOf('gross', 'refunds', 'disputes')} as refunded,
  ${sumOf('n', 'orders')} as orders, ${sumOf('n', 'sales')} as sold, ${sumOf('n', 'cancelled')} as cancelled,
  ${sumOf('n', 'promos')} as "ordersWithCode"`;
const NEEDED = sql`f.kind in ('orders', 'settled', 'sales', 'refunds', 'disputes', 'cancelled', 'promos')`;

export type DayRow = SoldSums & { currency: string; day: string };

/** The days of a span on which anything happened, for each currency. */
export async function findSalesDays(db: Db, span: Span): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select e.currency, f.day::text as day, ${SUMS} from ${figuresOf(span)} and ${NEEDED}
    group by 1, f.day order by f.day`.execute(db);
  return rows;
}

export type EventRow = SoldSums & { currency: string; eventId: number; title: string; timezone: string };

/** The events of a span to which anything happened. */
export async function findSalesEvents(db: Db, span: Span): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select e.currency, e.id as "eventId", e.title, e.timezone, ${SUMS} from ${figuresOf(span)} and ${NEEDED}
    group by e.id order by e.id`.execute(db);
  return rows;
}

export type TicketRow = SoldSums & {
  ticketId: number;
  priceId: number;
  name: string;
  priceLabel: string;
  type: 'free' | 'paid' | 'donation' | 'tiered';
  price: number;
};

/** The prices of a span of which anything was sold, settled or cancelled, and those in `also`. In homepage order. */
export async function findSalesTickets(db: Db, span: Span, also: readonly number[]): Promise<TicketRow[]> {
  const { rows } = await sql<TicketRow>`
    with sums as (
      select f.ref_id as price_id, ${sumOf('gross', 'sales', 'settled')} as paid,
        ${sumOf('discount', 'sales', 'settled')} as discounts, ${sumOf('fees', 'sales', 'settled')} as fees,
        ${sumOf('tax', 'sales', 'settled')} as tax, ${sumOf('tax_added', 'sales', 'settled')} as "taxesAdded",
        ${sumOf('n', 'sales')} as sold, ${sumOf('n', 'cancelled')} as cancelled
      from ${figuresOf(span)} and f.kind in ('sales', 'settled', 'cancelled') group by 1)
    select t.id as "ticketId", p.id as "priceId", t.name, p.label as "priceLabel", t.type, p.amount as price,
      coalesce(s.paid, 0) as paid, coalesce(s.discounts, 0) as discounts, coalesce(s.fees, 0) as fees,
      coalesce(s.tax, 0) as tax, coalesce(s."taxesAdded", 0) as "taxesAdded", 0 as refunded, 0 as orders,
      coalesce(s.sold, 0) as sold, coalesce(s.cancelled, 0) as cancelled, 0 as "ordersWithCode"
    from app.ticket_prices p join app.tickets t on t.id = p.ticket_id left join sums s on s.price_id = p.id
    where p.account_id = ${span.scope.accountId} and p.event_id = ${span.eventId}
      and (s.price_id is not null or p.id = any(${[...also]}::bigint[]))
    order by t.position, t.id, p.position, p.id`.execute(db);
  return rows;
}

/** Whether any price of an event is above zero. */
export async function hasPrices(db: Db, scope: AccountScope, eventId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from app.ticket_prices p join app.tickets t on t.id = p.ticket_id
      where p.account_id = ${scope.accountId} and p.event_id = ${eventId} and (p.amount > 0 or t.type = 'donation')) as has`.execute(
    db,
  );
  return rows[0]?.has ?? false;
}

export type CodeRow = {
  currency: string;
  promoCodeId: number | null;
  code: string;
  eventId: number;
  eventTitle: string;
  orders: number;
  discounts: number;
  paid: number;
};

/** Orders of a span by promo code, the one with the most first. */
export async function findCodes(db: Db, span: Span): Promise<CodeRow[]> {
  const { rows } = await sql<CodeRow>`
    with sums as (
      select e.id, f.ref_id, sum(f.n)::bigint as orders, sum(f.discount)::bigint as discounts, sum(f.gross)::bigint as paid
      from ${figuresOf(span)} and f.kind = 'promos' group by 1, 2)
    select e.currency, p.id as "promoCodeId", coalesce(p.code, o.code, '') as code, e.id as "eventId",
      e.title as "eventTitle", s.orders, s.discounts, s.paid
    from sums s join app.events e on e.id = s.id
    left join app.promo_codes p on p.id = s.ref_id and p.account_id = e.account_id
    left join lateral (select o.promo_code as code from app.orders o
      where p.id is null and o.promo_code_id = s.ref_id and o.account_id = e.account_id limit 1) o on true
    where s.orders <> 0 or s.paid <> 0 or s.discounts <> 0
    order by s.orders desc, s.paid desc, code, e.id`.execute(db);
  return rows;
}

/** One source of a span. `label` as `app.source_label` has it, of an affiliate with its id. */
export type SourceRow = {
  currency: string;
  label: string;
  affiliateId: number | null;
  affiliateName: string | null;
  eventId: number;
  eventTitle: string;
  orders: number;
  discounts: number;
  paid: number;
};

/** Orders of a span by source, the one with the most first. */
export async function findOrderSources(db: Db, span: Span): Promise<SourceRow[]> {
  const { rows } = await sql<SourceRow>`
    with sums as (
      select e.id, f.label, f.ref_id, sum(f.n)::bigint as orders, sum(f.discount)::bigint as discounts,
        sum(f.gross)::bigint as paid
      from ${figuresOf(span)} and f.kind = 'sources' group by 1, 2, 3)
    select e.currency, s.label, a.id as "affiliateId", a.name as "affiliateName", e.id as "eventId",
      e.title as "eventTitle", s.orders, s.discounts, s.paid
    from sums s join app.events e on e.id = s.id
    left join app.affiliates a on s.label = 'affiliate' and a.id = s.ref_id and a.account_id = e.account_id
    where s.orders <> 0 or s.paid <> 0 or s.discounts <> 0
    order by s.orders desc, s.paid desc, a.name, s.label, e.id`.execute(db);
  return rows;
}

/** A tax or fee as it was charged, or with null what was sold without any tax. */
export type ChargeRow = { currency: string; label: string | null; base: number; collected: number };

/** Taxes and fees of a span by how they were charged. `label` is their JSON without the value. */
export async function findCharges(db: Db, span: Span): Promise<ChargeRow[]> {
  const { rows } = await sql<ChargeRow>`
    select e.currency, case f.kind when 'charges' then f.label end as label, sum(f.gross)::bigint as base,
      sum(f.fees + f.tax)::bigint * (f.kind = 'charges')::int as collected
    from ${figuresOf(span)} and f.kind in ('charges', 'untaxed') group by e.currency, f.kind, f.label
    order by f.kind, f.label`.execute(db);
  return rows;
}

export type OrderSums = { currency: string; orders: number; paid: number };

/** The completed orders of a span, and what they paid, for each currency. Differences of moves are not in it. */
export async function findOrderSums(db: Db, span: Span): Promise<OrderSums[]> {
  const { rows } = await sql<OrderSums>`
    select e.currency, sum(f.n)::bigint as orders, sum(f.gross)::bigint as paid
    from ${figuresOf(span)} and f.kind = 'orders' group by 1`.execute(db);
  return rows;
}

export type ReturnDay = {
  currency: string;
  day: string;
  refunds: number;
  refunded: number;
  disputes: number;
  lost: number;
  cancelled: number;
};

/** The days of a span on which money went back or tickets were cancelled, for each currency. */
export async function findReturnDays(db: Db, span: Span): Promise<ReturnDay[]> {
  const { rows } = await sql<ReturnDay>`
    select e.currency, f.day::text as day, ${sumOf('n', 'refunds')} as refunds, ${sumOf('gross', 'refunds')} as refunded,
      ${sumOf('n', 'disputes')} as disputes, ${sumOf('gross', 'disputes')} as lost, ${sumOf('n', 'cancelled')} as cancelled
    from ${figuresOf(span)} and f.kind in ('refunds', 'disputes', 'cancelled') group by 1, f.day order by f.day`.execute(
    db,
  );
  return rows;
}

/** Units of the lines of the completed orders of a span. */
export async function findSoldUnits(db: Db, span: Span): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(f.n), 0)::bigint as n from ${figuresOf(span)} and f.kind = 'sales'`.execute(db);
  return rows[0]?.n ?? 0;
}
