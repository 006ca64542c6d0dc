import type { ReturnReason } from '@entrada/contract/insight/reports/returns';
import type { PricedTaxOrFee } from '@entrada/contract/pricing';
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { reachesEvent } from '../../platform/reach/queries.ts';
import type { Span } from './core/types.ts';

/**
 * Refunds and lost disputes of a span as `gone`, each with its event and its day there. Money of a payment that came twice or
 * too late is none of them, as in the daily figures (0057). `is_whole`: the only return of its order, and of all of it.
 */
export const gone = ({ scope, eventId, range }: Span) => sql`
  near as materialized (
    select r.id, 'refund' as kind, r.reason, r.order_id, r.payment_id, r.amount, coalesce(r.settled_at, r.created_at) as at
    from app.refunds r where r.account_id = ${scope.accountId} and r.status = 'succeeded'
      and coalesce(r.settled_at, r.created_at) >= (${range.from}::date - 1)::timestamp at time zone 'UTC'
      and coalesce(r.settled_at, r.created_at) < (${range.to}::date + 2)::timestamp at time zone 'UTC'
    union all
    select d.id, 'dispute', 'dispute', d.order_id, d.payment_id, d.amount, d.lost_at
    from app.disputes d where d.account_id = ${scope.accountId} and d.status = 'lost'),
  gone as materialized (
    select n.*, e.id as event_id, e.currency, (n.at at time zone e.timezone)::date as day,
      n.kind = 'refund' and n.amount = o.total and o.refunded_total = o.total
        and not exists (select from app.ticket_moves m where m.order_id = o.id) as is_whole
    from near n join app.orders o on o.id = n.order_id join app.events e on e.id = o.event_id
    where (n.at at time zone e.timezone)::date between ${range.from}::date and ${range.to}::date
      and ${eventId === null ? reachesEvent(scope, sql`o.event_id`) : sql`o.event_id = ${eventId}`}
      and not exists (select from app.refunds x where x.order_id = n.order_id and x.payment_id = n.payment_id
        and x.reason in ('duplicate', 'late_payment')))`;

/** Units of orders of which everything went back at once, on one day. Minor units of one unit. */
export type WholeRow = {
  currency: string;
  eventId: number;
  day: string;
  priceId: number;
  quantity: number;
  unitPrice: number;
  charges: PricedTaxOrFee[];
};

/** What whole orders gave back, with all units that cost the same as one row. */
export async function findWholeReturns(db: Db, span: Span): Promise<WholeRow[]> {
  const { rows } = await sql<WholeRow>`
    with ${gone(span)}
    select g.currency, g.event_id as "eventId", g.day::text as day, i.price_id as "priceId",
      i.unit_list - i.unit_discount as "unitPrice", i.charges, sum(i.quantity)::bigint as quantity
    from gone g join app.order_items i on i.order_id = g.order_id and i.moved_from_id is null
    where g.is_whole group by 1, 2, g.day, 4, 5, 6`.execute(db);
  return rows;
}

export type PartRow = {
  kind: 'refund' | 'dispute';
  id: number;
  orderId: number;
  amount: number;
  currency: string;
  eventId: number;
  day: string;
  /** The price of the new place if it gives back the difference of a move. */
  movedPriceId: number | null;
};

/** Every other return, oldest first. */
export async function findPartReturns(db: Db, span: Span): Promise<PartRow[]> {
  const { rows } = await sql<PartRow>`
    with ${gone(span)}
    select g.kind, g.id, g.order_id as "orderId", g.amount, g.currency, g.event_id as "eventId", g.day::text as day,
      (select i.price_id from app.ticket_moves m join app.order_items i on i.id = m.to_item_id
        where g.kind = 'refund' and m.order_id = g.order_id and m.refund_id = g.id) as "movedPriceId"
    from gone g where not g.is_whole order by g.at, g.id`.execute(db);
  return rows;
}

/** Lost disputes of some orders that took back a part of a sale, oldest first. */
export async function findLostDisputes(
  db: Db,
  { scope }: Span,
  orderIds: readonly number[],
): Promise<{ id: number; orderId: number; amount: number }[]> {
  const { rows } = await sql<{ id: number; orderId: number; amount: number }>`
    select d.id, d.order_id as "orderId", d.amount from app.disputes d
    where d.account_id = ${scope.accountId} and d.order_id = any(${[...orderIds]}::bigint[]) and d.status = 'lost'
      and not exists (select from app.refunds x where x.order_id = d.order_id and x.payment_id = d.payment_id
        and x.reason in ('duplicate', 'late_payment'))
    order by d.lost_at, d.id`.execute(db);
  return rows;
}

export type ReasonRow = {
  currency: string;
  day: string;
  reason: ReturnReason;
  count: number;
  amount: number;
};

/** Returns of a span by day and reason. */
export async function findReasons(db: Db, span: Span): Promise<ReasonRow[]> {
  const { rows } = await sql<ReasonRow>`
    with ${gone(span)}
    select currency, day::text as day, reason, count(*) as count, sum(amount)::bigint as amount from gone
    group by 1, gone.day, 3 order by 1, gone.day, 3`.execute(db);
  return rows;
}
