import { sql } from 'kysely';
import { afterAll, expect } from 'vitest';
import type { Db } from '../platform/db/client.ts';

/** What must always hold, each as a query for what breaks it: any row is a failure. */
const INVARIANTS: Record<string, string> = {
  'I1 counters: not oversold': `select id, sold, reserved, ceiling from app.counters where ceiling is not null and sold + reserved > ceiling`,
  'I1 counters: reserved is what live holds took, sold what completed orders did': `
    with taken as (
      select id, sum(reserved) as reserved, sum(sold) as sold from (
        select unnest(i.counter_ids) as id,
          case when o.status in ('reserved', 'cancelling') then i.quantity else 0 end as reserved,
          case when o.status = 'completed' then
            (select count(*) from app.attendees a where a.order_item_id = i.id and a.status <> 'cancelled') else 0 end as sold
        from app.orders o join app.order_items i on i.order_id = o.id
        union all
        select promo_counter_id, case when status in ('reserved', 'cancelling') then 1 else 0 end,
          case when status = 'completed' then 1 else 0 end
        from app.orders where promo_counter_id is not null) each_one
      group by id)
    select c.id, c.kind, c.sold, c.reserved, t.sold as sold_by_orders, t.reserved as reserved_by_orders
    from app.counters c left join taken t on t.id = c.id
    where c.sold <> coalesce(t.sold, 0) or c.reserved <> coalesce(t.reserved, 0)`,
  'I2 money: the order is the sum of its lines': `
    select o.id from app.orders o join lateral (
      select sum(i.unit_list * i.quantity) as list, sum(i.unit_discount * i.quantity) as discount,
        sum(i.unit_fees * i.quantity) as fees, sum(i.unit_tax_added * i.quantity) as taxes, sum(i.unit_total * i.quantity) as total
      from app.order_items i where i.order_id = o.id) s on true
    where (o.list_total, o.discount_total, o.fee_total, o.tax_added_total, o.total)
      is distinct from (s.list, s.discount, s.fees, s.taxes, s.total)`,
  'I2 money: never refunded more than was paid': `select id from app.payments where refunded > amount`,
  'I2 money: what was charged is what the order came to': `
    select p.id from app.payments p join app.orders o on o.id = p.order_id where p.amount <> o.total or p.currency <> o.currency`,
  'I3 every payment that succeeded has a completed order or a refund, not both': `
    select p.id, o.status, o.refund_status from app.payments p join app.orders o on o.id = p.order_id
    where p.status = 'succeeded' and (o.status = 'completed') =
      exists (select from app.provider_calls c where c.payment_id = p.id and c.kind = 'refund')`,
  'I3 a paid order that is complete has a payment that succeeded': `
    select o.id from app.orders o where o.status = 'completed' and o.payment_status = 'paid' and not o.is_manual
      and exists (select from app.payments p where p.order_id = o.id)
      and not exists (select from app.payments p where p.order_id = o.id and p.status = 'succeeded')`,
  'I4 a completed order has as many attendees as tickets': `
    select i.id from app.orders o join app.order_items i on i.order_id = o.id where o.status = 'completed'
      and (select count(*) from app.attendees a where a.order_item_id = i.id) <> i.quantity`,
  'I4 nobody is admitted by an order that is not complete': `
    select a.id from app.attendees a join app.orders o on o.id = a.order_id
    where o.status not in ('completed', 'cancelled', 'awaiting_offline_payment')`,
  'I5 promo codes: not used more often than allowed': `
    select id from app.counters where kind = 'promo' and quantity is not null and sold + reserved > quantity
      and sold + reserved > ceiling`,
  'I7 one open entry for each attendee and list': `
    select attendee_id from app.check_ins where checked_out_at is null group by check_in_list_id, attendee_id having count(*) > 1`,
  'I8 a completed order has its mail in the outbox': `
    select o.id from app.orders o where o.status = 'completed' and not o.is_manual
      and exists (select from app.order_transitions t where t.order_id = o.id and t.reason like 'completed%')
      and not exists (select from app.mails m where m.order_id = o.id and m.kind = 'order_confirmation')`,
  'I10 the history is one path and ends where the order stands': `
    select order_id from (
      select t.order_id, t.from_status, t.from_payment,
        lag(t.to_status) over w as before_status, lag(t.to_payment) over w as before_payment,
        row_number() over w as nth
      from app.order_transitions t window w as (partition by t.order_id order by t.id)) steps
    where (nth = 1 and from_status is not null)
      or (nth > 1 and (from_status, from_payment) is distinct from (before_status, before_payment))
    union all
    select o.id from app.orders o join lateral (
      select to_status, to_payment from app.order_transitions t where t.order_id = o.id order by t.id desc limit 1) last on true
    where (last.to_status, last.to_payment) is distinct from (o.status, o.payment_status)`,
};

/** Every row that breaks an invariant, by the invariant's name; empty when all is well. */
export async function findBroken(db: Db): Promise<Record<string, unknown[]>> {
  const broken: Record<string, unknown[]> = {};
  for (const [name, query] of Object.entries(INVARIANTS)) {
    const { rows } = await sql.raw(query).execute(db);
    if (rows.length > 0) broken[name] = rows.slice(0, 5);
  }
  return broken;
}

/** Checks the invariants after the last test of a file. Call it after the database was opened. */
export function keepInvariants(db: Db): void {
  afterAll(async () => expect(await findBroken(db)).toEqual({}));
}
