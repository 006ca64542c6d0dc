import { sql } from 'kysely';
import type { AccountScope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/client.ts';
import type { SoldItem } from './core/stats.ts';

export type TicketTotals = { id: number; name: string; sold: number; total: number | null; gross: number };

/** Each ticket with its counters, and gross sales of the orders from which nothing was refunded. */
export async function findTicketTotals(
  tx: Tx | Db,
  scope: AccountScope,
  eventId: number,
): Promise<TicketTotals[]> {
  const { rows } = await sql<TicketTotals>`
    select t.id, t.name, coalesce(sum(c.sold), 0)::bigint as sold,
           case when bool_or(c.quantity is null) then null else coalesce(sum(c.quantity), 0)::bigint end as total,
           coalesce((select sum(y.amount) from app.tallies y
             where y.event_id = t.event_id and y.kind = 'sales' and y.ref_id = t.id), 0)::bigint as gross
    from app.tickets t
    join app.ticket_prices p on p.ticket_id = t.id
    join app.counters c on c.id = p.counter_id
    where t.account_id = ${scope.accountId} and t.event_id = ${eventId}
    group by t.id order by t.position, t.id`.execute(tx);
  return rows;
}

/** The items of completed orders from which a part was refunded. Where all of it was, nothing is left to share out. */
export async function findRefundedItems(
  tx: Tx | Db,
  scope: AccountScope,
  eventId: number,
): Promise<SoldItem[]> {
  const { rows } = await sql<SoldItem>`
    select o.id as "orderId", i.ticket_id as "ticketId", i.unit_total * i.quantity as total, o.refunded_total as "orderRefunded"
    from app.orders o join app.order_items i on i.order_id = o.id
    where o.account_id = ${scope.accountId} and o.event_id = ${eventId} and o.status = 'completed' and o.refunded_total > 0
      and o.refunded_total < o.total
    order by o.id, i.id`.execute(tx);
  return rows;
}

/** So many tallies are added up at most; more are folded into one. */
const PARTS = 500;

export type EntryTotals = { attendees: number; checkedIn: number };

/** Active attendees, and those of them who are inside by any list. */
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
  if (parts > PARTS) await sql`select app.fold_tallies(${eventId}::bigint)`.execute(tx);
  return { attendees, checkedIn };
}

const admits = sql`(l.all_tickets or exists (
  select from app.check_in_list_tickets lt where lt.check_in_list_id = l.id and lt.ticket_id = a.ticket_id))`;

/** The same for each list, which counts the attendees with its tickets. */
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
    where l.account_id = ${scope.accountId} and l.event_id = ${eventId}
    order by l.id`.execute(tx);
  return rows;
}
