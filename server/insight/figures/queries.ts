import type { Figures } from '@entrada/contract/insight/figures';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import { reachesEvent } from '../../platform/reach/queries.ts';
import type { DayFigures, Range } from './core/days.ts';

/** What an event is compared by. Days are those of its zone. */
export type FiguredEvent = {
  id: number;
  title: string;
  currency: string;
  timezone: string;
  startsAt: Date;
  today: string;
  startDay: string;
  /** The first day on which anything happened; null if nothing has. */
  firstDay: string | null;
  /** Rows that are not folded yet. */
  loose: number;
};

/** Undefined if the account has no such event. */
export async function findFiguredEvent(
  db: Db,
  scope: AccountScope,
  eventId: number,
): Promise<FiguredEvent | undefined> {
  const { rows } = await sql<FiguredEvent>`
    select e.id, e.title, e.currency, e.timezone, e.starts_at as "startsAt",
      (app.now() at time zone e.timezone)::date::text as today,
      (e.starts_at at time zone e.timezone)::date::text as "startDay",
      least((select min(day) from app.daily_figures where event_id = e.id),
        (select min(day) from app.page_views where event_id = e.id))::text as "firstDay",
      (select count(*) from (select from app.daily_figures where event_id = e.id and not is_folded limit ${PARTS + 1}) l)
        as loose
    from app.events e where e.account_id = ${scope.accountId} and e.id = ${eventId}
      and ${reachesEvent(scope, sql`e.id`)}`.execute(db);
  return rows[0];
}

/** More rows than this are folded before they are added up. */
const PARTS = 500;

/** Folds the figures of an event if there are many rows. */
export async function foldMany(db: Db, { id, loose }: FiguredEvent): Promise<void> {
  if (loose > PARTS) await foldFigures(db, id);
}

/** Sums of daily figures `f` under the names of Figures, but for views and visitors. */
export const SUMS = sql`
  coalesce(sum(f.gross) filter (where f.kind in ('orders', 'settled')), 0)::bigint as gross,
  coalesce(sum(f.tax) filter (where f.kind in ('orders', 'settled')), 0)::bigint as tax,
  coalesce(sum(f.gross - f.tax) filter (where f.kind in ('orders', 'settled')), 0)::bigint as net,
  coalesce(sum(f.fees) filter (where f.kind in ('orders', 'settled')), 0)::bigint as fees,
  coalesce(sum(f.discount) filter (where f.kind in ('orders', 'settled')), 0)::bigint as discounts,
  coalesce(sum(f.gross) filter (where f.kind in ('refunds', 'disputes')), 0)::bigint as refunded,
  coalesce(sum(f.n) filter (where f.kind = 'orders'), 0)::bigint as orders,
  coalesce(sum(f.n) filter (where f.kind = 'orders' and f.ref_id = 0), 0)::bigint as "ownOrders",
  coalesce(sum(f.n) filter (where f.kind = 'issued'), 0)::bigint as tickets,
  coalesce(sum(f.n) filter (where f.kind = 'cancelled'), 0)::bigint as cancelled`;

const within = (column: RawBuilder<unknown>, { from, to }: Range) =>
  sql<boolean>`${column} between ${from}::date and ${to}::date`;

/** The figures of the days of a range on which anything happened. The caller has checked that the account has the event. */
export async function findDays(
  db: Db,
  scope: AccountScope,
  eventId: number,
  range: Range,
): Promise<DayFigures[]> {
  const { rows } = await sql<DayFigures>`
    with sold as (
      select f.day, ${SUMS} from app.daily_figures f
      where f.account_id = ${scope.accountId} and f.event_id = ${eventId} and ${within(sql`f.day`, range)}
        and f.kind not in ('sources', 'promos', 'sales', 'charges') group by f.day),
    seen as (
      select day, views, visitors from app.page_views
      where account_id = ${scope.accountId} and event_id = ${eventId} and source = '' and ${within(sql`day`, range)})
    select coalesce(s.day, v.day)::text as day, coalesce(gross, 0) as gross, coalesce(tax, 0) as tax, coalesce(net, 0) as net,
      coalesce(fees, 0) as fees, coalesce(discounts, 0) as discounts, coalesce(refunded, 0) as refunded,
      coalesce(orders, 0) as orders, coalesce("ownOrders", 0) as "ownOrders", coalesce(tickets, 0) as tickets,
      coalesce(cancelled, 0) as cancelled, coalesce(views, 0) as views, coalesce(visitors, 0) as visitors
    from sold s full join seen v on v.day = s.day order by 1`.execute(db);
  return rows;
}

/** One source of a range. `label` as `app.source_label` and `page_views.source` have it. */
export type SourceRow = {
  label: string;
  affiliateId: number | null;
  affiliateName: string | null;
  views: number;
  visitors: number;
  orders: number;
  gross: number;
};

/** Where visits and orders of these days came from, the one with the most orders first, then by visitors. */
export async function findSources(
  db: Db,
  scope: AccountScope,
  eventId: number,
  range: Range,
): Promise<SourceRow[]> {
  const { rows } = await sql<SourceRow>`
    with sold as (
      select case when label = 'affiliate' then 'affiliate|' || ref_id else label end as label,
        sum(n)::bigint as orders, sum(gross)::bigint as gross
      from app.daily_figures where account_id = ${scope.accountId} and event_id = ${eventId} and kind = 'sources'
        and ${within(sql`day`, range)} group by 1),
    seen as (
      select source as label, sum(views)::bigint as views, sum(visitors)::bigint as visitors from app.page_views
      where account_id = ${scope.accountId} and event_id = ${eventId} and source <> '' and ${within(sql`day`, range)}
      group by 1),
    both_sides as (
      select coalesce(s.label, v.label) as label, coalesce(orders, 0) as orders, coalesce(gross, 0) as gross,
        coalesce(views, 0) as views, coalesce(visitors, 0) as visitors
      from sold s full join seen v on v.label = s.label)
    select b.*, a.id as "affiliateId", a.name as "affiliateName"
    from both_sides b left join app.affiliates a on a.account_id = ${scope.accountId} and a.event_id = ${eventId}
      and b.label = 'affiliate|' || a.id
    where orders <> 0 or views <> 0 or gross <> 0
    order by orders desc, visitors desc, views desc, label limit 50`.execute(db);
  return rows;
}

/** Open orders of an event that nobody pays for yet: without and with the details of their buyer. */
export async function countOpenOrders(
  db: Db,
  scope: AccountScope,
  eventId: number,
): Promise<{ fillingIn: number; paying: number }> {
  const { rows } = await sql<{ fillingIn: number; paying: number }>`
    select count(*) filter (where email is null) as "fillingIn", count(*) filter (where email is not null) as paying
    from app.orders where account_id = ${scope.accountId} and event_id = ${eventId} and status = 'reserved'
      and expires_at > app.now()`.execute(db);
  return rows[0] ?? { fillingIn: 0, paying: 0 };
}

/** Events that began before another one, in its currency, and sold tickets. The latest first. */
export async function findPastEvents(
  db: Db,
  scope: AccountScope,
  event: FiguredEvent,
): Promise<{ id: number; title: string; startsAt: Date; timezone: string; tickets: number }[]> {
  const { rows } = await sql<{
    id: number;
    title: string;
    startsAt: Date;
    timezone: string;
    tickets: number;
  }>`
    select e.id, e.title, e.starts_at as "startsAt", e.timezone, c.sold as tickets
    from app.events e cross join lateral (
      select coalesce(sum(c.sold), 0)::bigint as sold
      from app.counters c join app.ticket_prices p on p.counter_id = c.id join app.tickets t on t.id = p.ticket_id
      where c.event_id = e.id and c.kind = 'price' and t.admits) c
    where e.account_id = ${scope.accountId} and e.currency = ${event.currency} and e.starts_at < ${event.startsAt}
      and e.id <> ${event.id} and c.sold > 0 and ${reachesEvent(scope, sql`e.id`)}
    order by e.starts_at desc, e.id desc limit 50`.execute(db);
  return rows;
}

/** How many tickets an event issued less those cancelled, on each day on which there were any. */
export async function findTicketDays(
  db: Db,
  scope: AccountScope,
  eventId: number,
): Promise<{ day: string; tickets: number }[]> {
  const { rows } = await sql<{ day: string; tickets: number }>`
    select day::text, sum(case kind when 'issued' then n else -n end)::bigint as tickets from app.daily_figures
    where account_id = ${scope.accountId} and event_id = ${eventId} and kind in ('issued', 'cancelled')
    group by day order by day`.execute(db);
  return rows;
}

/** What is sold and what there is of tickets that let people in. `capacity` is null if one of them has no limit. */
export async function findAdmissions(
  db: Db,
  scope: AccountScope,
  eventId: number,
): Promise<{ sold: number; capacity: number | null; left: number | null }> {
  const { rows } = await sql<{ sold: number; capacity: number | null; left: number | null }>`
    select coalesce(sum(c.sold), 0)::bigint as sold,
      case when bool_or(c.quantity is null) then null else coalesce(sum(c.quantity), 0)::bigint end as capacity,
      case when bool_or(c.quantity is null) then null
        else coalesce(sum(greatest(0, c.quantity - c.sold)), 0)::bigint end as left
    from app.counters c join app.ticket_prices p on p.counter_id = c.id join app.tickets t on t.id = p.ticket_id
    where c.account_id = ${scope.accountId} and c.event_id = ${eventId} and c.kind = 'price' and t.admits`.execute(
    db,
  );
  return rows[0] ?? { sold: 0, capacity: 0, left: 0 };
}

export type CurrencyFigures = { currency: string; isBefore: boolean } & Figures;

/** Figures of all events of the account in each currency: of the last `days` days, and of as many before them. */
export async function findAccountFigures(
  db: Db,
  scope: AccountScope,
  days: number,
): Promise<CurrencyFigures[]> {
  const { rows } = await sql<CurrencyFigures>`
    with zoned as materialized (
      select id, currency, (app.now() at time zone timezone)::date as today from app.events
      where account_id = ${scope.accountId} and ${reachesEvent(scope, sql`id`)}),
    sold as (
      select z.currency, f.day <= z.today - ${days}::int as "isBefore", ${SUMS}
      from zoned z join app.daily_figures f on f.event_id = z.id
        and f.day > z.today - 2 * ${days}::int and f.day <= z.today
      where f.kind not in ('sources', 'promos', 'sales', 'charges') group by 1, 2),
    seen as (
      select z.currency, v.day <= z.today - ${days}::int as "isBefore", sum(views)::bigint as views,
        sum(visitors)::bigint as visitors
      from zoned z join app.page_views v on v.event_id = z.id and v.source = ''
        and v.day > z.today - 2 * ${days}::int and v.day <= z.today
      group by 1, 2)
    select currency, "isBefore", coalesce(gross, 0) as gross, coalesce(tax, 0) as tax, coalesce(net, 0) as net,
      coalesce(fees, 0) as fees, coalesce(discounts, 0) as discounts, coalesce(refunded, 0) as refunded,
      coalesce(orders, 0) as orders, coalesce("ownOrders", 0) as "ownOrders", coalesce(tickets, 0) as tickets,
      coalesce(cancelled, 0) as cancelled, coalesce(views, 0) as views, coalesce(visitors, 0) as visitors
    from sold full join seen using (currency, "isBefore")`.execute(db);
  return rows;
}

/** Events to whose figures many rows were added. At most 20. */
export async function findManyLoose(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select event_id as id from (
      select event_id from app.daily_figures where not is_folded
      union all
      select event_id from app.answer_figures where not is_folded) loose
    group by event_id having count(*) > ${PARTS} limit 20`.execute(db);
  return rows.map(({ id }) => id);
}

/** Makes one row of many for an event. May run twice, also at once. */
export async function foldFigures(db: Db, eventId: number): Promise<void> {
  await sql`select app.fold_figures(${eventId}::bigint)`.execute(db);
  await sql`select app.fold_answer_figures(${eventId}::bigint)`.execute(db);
}
