import { sql } from 'kysely';
import { givenBack } from '../../catalog/events/list-queries.ts';
import { type Db, type Prepared, runPrepared, type Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import type { SoldItem } from './core/gross-sales.ts';

type TicketTotals = { id: number; name: string; sold: number; total: number | null; gross: number };

type SalesTotals = {
  currency: string;
  paidTotal: number;
  refundedTotal: number;
  lostToDisputes: number;
  grossSales: number;
  ticketsSold: number;
  ticketsTotal: number | null;
  ordersCompleted: number;
  checkedIn: number;
  tickets: TicketTotals[];
  /**
   * Whether money of an order went back that the tallies do not share between the tickets: a part of it, or by a lost
   * dispute.
   */
  hasSharesToTake: boolean;
};

const SALES: Prepared = {
  name: 'stats.sales',
  text: `
    with tallied as materialized (
      select kind, ref_id, sum(n) as n, sum(amount) as amount, count(*) as parts
      from app.tallies where event_id = $2::bigint and kind in ('orders', 'sales', 'inside') group by kind, ref_id),
    stock as materialized (
      select p.ticket_id, t.admits, sum(c.sold) as sold, sum(c.quantity) as quantity, bool_or(c.quantity is null) as unlimited
      from app.counters c join app.ticket_prices p on p.counter_id = c.id join app.tickets t on t.id = p.ticket_id
      where c.event_id = $2::bigint and c.kind = 'price' group by p.ticket_id, t.admits),
    given_back as materialized (${givenBack({ account: '$1::bigint', event: '$2::bigint' })})
    select e.currency,
      (coalesce((select amount from tallied where kind = 'orders'), 0) + (select not_tallied + settled from given_back))::bigint
        as "paidTotal",
      (select refunded + lost from given_back) as "refundedTotal",
      (select lost from given_back) as "lostToDisputes",
      (coalesce((select amount from tallied where kind = 'orders'), 0) + (select settled_of_completed - lost_of_completed from given_back))::bigint
        as "grossSales",
      coalesce((select n from tallied where kind = 'orders'), 0)::bigint as "ordersCompleted",
      coalesce((select n from tallied where kind = 'inside'), 0)::bigint as "checkedIn",
      coalesce((select sum(sold) from stock where admits), 0)::bigint as "ticketsSold",
      case when exists (select from stock where unlimited and admits) then null
        else coalesce((select sum(quantity) from stock where admits), 0)::bigint end as "ticketsTotal",
      coalesce((
        select json_agg(json_build_object('id', t.id, 'name', t.name, 'sold', s.sold,
          'total', case when s.unlimited then null else s.quantity end, 'gross',
            coalesce(y.amount, 0) + coalesce((select sum(s.amount) from app.settled_adjustments s
              join app.orders o on o.id = s.order_id where s.account_id = $1::bigint and s.event_id = $2::bigint
                and s.ticket_id = t.id and o.status = 'completed'), 0))
          order by t.position, t.id)
        from app.tickets t join stock s on s.ticket_id = t.id
        left join tallied y on y.kind = 'sales' and y.ref_id = t.id
        where t.account_id = $1::bigint and t.event_id = $2::bigint), '[]') as tickets,
      (select lost_of_completed from given_back) > 0 or exists (
        select from app.orders o where o.event_id = e.id and o.status = 'completed' and o.refunded_total > 0
          and o.refunded_total < o.total) as "hasSharesToTake",
      coalesce((select sum(parts) from tallied), 0)::bigint as parts
    from app.events e where e.account_id = $1::bigint and e.id = $2::bigint`,
};

/**
 * Money, orders and entries from the tallies and what they leave out, tickets from their counters. The totals of
 * tickets leave out those that let nobody in. Undefined if the account has no such event.
 */
export async function findSalesTotals(
  db: Db,
  scope: AccountScope,
  eventId: number,
): Promise<SalesTotals | undefined> {
  const [row] = await runPrepared<SalesTotals & { parts: number }>(db, SALES, [scope.accountId, eventId]);
  if (!row) return undefined;
  const { parts, ...totals } = row;
  await foldMany(db, eventId, parts);
  return totals;
}

/**
 * The items of completed orders of which a part was refunded, or that banks took money back from. An order that was
 * refunded in full, and nothing else, has nothing left to share.
 */
export async function findItemsGivenBack(
  tx: Tx | Db,
  scope: AccountScope,
  eventId: number,
): Promise<SoldItem[]> {
  const { rows } = await sql<SoldItem>`
    with partly as (
      select id from app.orders where account_id = ${scope.accountId} and event_id = ${eventId} and status = 'completed'
        and refunded_total > 0 and refunded_total < total),
    lost as (
      select l.order_id, l.amount from app.lost_disputes l join app.orders o on o.id = l.order_id
      where l.account_id = ${scope.accountId} and o.event_id = ${eventId} and o.status = 'completed')
    select o.id as "orderId", i.ticket_id as "ticketId", i.unit_total * i.quantity as total,
      o.refunded_total + coalesce(l.amount, 0) as "orderGaveBack", o.refunded_total = 0 as "isTallied"
    from (select id from partly union select order_id from lost) c
    join app.orders o on o.id = c.id join app.order_items i on i.order_id = o.id left join lost l on l.order_id = o.id
    order by o.id, i.id`.execute(tx);
  return rows;
}

/** The largest number of tallies that are added up. If there are more, they are folded into one. */
const PARTS = 500;

async function foldMany(tx: Tx | Db, eventId: number, parts: number): Promise<void> {
  if (parts > PARTS) await sql`select app.fold_tallies(${eventId}::bigint)`.execute(tx);
}

type EntryTotals = { attendees: number; checkedIn: number };

/** The number of active attendees, and of those who are inside by any list. */
export async function findEntryTotals(
  tx: Tx | Db,
  scope: AccountScope,
  eventId: number,
): Promise<EntryTotals> {
  const { rows } = await sql<EntryTotals & { parts: number }>`
    select coalesce(sum(n) filter (where kind = 'attendees'), 0)::bigint as attendees,
      coalesce(sum(n) filter (where kind = 'inside'), 0)::bigint as "checkedIn", count(*) as parts
    from app.tallies
    where account_id = ${scope.accountId} and event_id = ${eventId} and kind in ('attendees', 'inside')`.execute(
    tx,
  );
  const { attendees, checkedIn, parts } = rows[0] ?? { attendees: 0, checkedIn: 0, parts: 0 };
  await foldMany(tx, eventId, parts);
  return { attendees, checkedIn };
}

const admits = sql`(l.all_tickets or exists (
  select from app.check_in_list_tickets lt where lt.check_in_list_id = l.id and lt.ticket_id = a.ticket_id))`;

/** These numbers for each list. A list counts the attendees with its tickets. */
export async function findListTotals(
  tx: Tx | Db,
  scope: AccountScope,
  eventId: number,
): Promise<(EntryTotals & { id: number; name: string })[]> {
  const { rows } = await sql<EntryTotals & { id: number; name: string }>`
    select l.id, l.name,
      (select count(*) from app.attendees a
        where a.event_id = l.event_id and a.status = 'active' and ${admits}) as attendees,
      (select count(*) from app.check_ins c join app.attendees a on a.id = c.attendee_id
        where c.check_in_list_id = l.id and c.checked_out_at is null
          and a.event_id = l.event_id and a.status = 'active' and ${admits}) as "checkedIn"
    from app.check_in_lists l
    where l.account_id = ${scope.accountId} and l.event_id = ${eventId} and l.deleted_at is null
    order by l.id`.execute(tx);
  return rows;
}
