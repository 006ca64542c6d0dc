import type { Invariant } from './types.ts';

/** Each counter with a name that an operator knows: what it counts, and its ticket and event. */
const NAMED = `named as (
    select c.id, format('Counter %s (%s, event %s "%s")', c.id,
      case c.kind
        when 'price' then format('price of ticket %s "%s"%s', p.ticket_id, t.name,
          case when p.label = '' then '' else format(', tier "%s"', p.label) end)
        when 'capacity' then format('capacity "%s"', a.name)
        else format('promo code "%s"', m.code) end,
      c.event_id, e.title) as name
    from app.counters c
    left join app.ticket_prices p on p.counter_id = c.id left join app.tickets t on t.id = p.ticket_id
    left join app.capacity_assignments a on a.counter_id = c.id
    left join app.promo_codes m on m.counter_id = c.id
    left join app.events e on e.id = c.event_id)`;

/**
 * The correct value of each counter, from orders, their lines and the attendees of those lines. A line that admits nobody
 * has no attendees: it is sold as a whole, until it is cancelled.
 */
const RECOMPUTED = `
  admitted as (select order_item_id, count(*) as n from app.attendees where status <> 'cancelled' group by order_item_id),
  lines as (
    select i.counter_ids, case when o.status in ('reserved', 'cancelling') then i.quantity else 0 end as reserved,
      case when i.admits then coalesce(v.n, 0)
        when o.status in ('completed', 'awaiting_offline_payment') and i.cancelled_at is null then i.quantity
        else 0 end as sold
    from app.order_items i join app.orders o on o.id = i.order_id left join admitted v on v.order_item_id = i.id
    where o.status in ('reserved', 'cancelling') or v.n is not null or not i.admits),
  units as (
    select unnest(counter_ids) as id, reserved, sold from lines
    union all
    select promo_counter_id, case when status in ('reserved', 'cancelling') then 1 else 0 end,
      case when status in ('completed', 'awaiting_offline_payment') then 1 else 0 end
    from app.orders where promo_counter_id is not null),
  recomputed as (select id, sum(reserved)::bigint as reserved, sum(sold)::bigint as sold from units group by id)`;

const drifts = (kinds: string) => `
  with ${RECOMPUTED}, ${NAMED}
  select c.id as counter_id, c.kind, c.event_id, c.reserved, coalesce(r.reserved, 0) as reserved_recomputed,
    c.sold, coalesce(r.sold, 0) as sold_recomputed,
    n.name || ': ' || concat_ws('; ',
      case when c.reserved <> coalesce(r.reserved, 0)
        then format('reserved is %s on record, %s by its open orders', c.reserved, coalesce(r.reserved, 0)) end,
      case when c.sold <> coalesce(r.sold, 0)
        then format('sold is %s on record, %s by its completed orders', c.sold, coalesce(r.sold, 0)) end) as drift
  from app.counters c join named n on n.id = c.id left join recomputed r on r.id = c.id
  where c.kind in (${kinds}) and (c.sold <> coalesce(r.sold, 0) or c.reserved <> coalesce(r.reserved, 0))`;

export const STOCK_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I1',
    rule: 'Nothing is oversold: sold and reserved together stay within the ceiling',
    query: `with ${NAMED}
      select c.id as counter_id, c.kind, c.event_id, c.sold, c.reserved, c.ceiling,
        format('%s: sold %s and reserved %s are more than its ceiling of %s', n.name, c.sold, c.reserved, c.ceiling) as drift
      from app.counters c join named n on n.id = c.id
      where c.sold < 0 or c.reserved < 0 or c.sold + c.reserved > c.ceiling`,
  },
  {
    id: 'I1',
    rule: 'A ceiling is never below the quantity, and above it only where more was taken before it was lowered',
    query: `with ${NAMED}
      select c.id as counter_id, c.quantity, c.ceiling,
        format('%s: its quantity is %s and its ceiling %s', n.name,
          coalesce(c.quantity::text, 'unlimited'), coalesce(c.ceiling::text, 'unlimited')) as drift
      from app.counters c join named n on n.id = c.id
      where (c.quantity is null) <> (c.ceiling is null) or c.ceiling < c.quantity`,
  },
  {
    id: 'I1',
    rule: 'Only an order that was added by hand goes beyond the capacity, and the audit says who wanted it and by how much',
    query: `
      select o.id as order_id, o.is_manual,
        format('Order %s (event %s): %s', o.reference, o.event_id, case when o.exceeds_capacity
          then 'goes beyond the capacity, and nobody is on record who wanted it'
          else 'the audit says that it goes beyond the capacity, and the order does not' end) as drift
      from app.orders o left join app.audit_entries a on a.account_id = o.account_id and a.target_type = 'order'
        and a.target_id = o.id and a.action = 'order.added_by_hand'
      where o.is_manual and o.exceeds_capacity <> coalesce(a.after ? 'exceeded', false)`,
  },
  {
    id: 'I1',
    rule: 'A move goes beyond the capacity exactly if the audit says by how much',
    query: `
      with noted as (select distinct (after->>'moveId')::bigint as move_id from app.audit_entries
        where target_type = 'order' and action = 'attendee.moved' and after ? 'exceeded')
      select m.id as move_id, o.id as order_id,
        format('Order %s (event %s): move %s of attendee %s %s', o.reference, o.event_id, m.id, m.attendee_id,
          case when m.exceeds_capacity then 'goes beyond the capacity, and nobody is on record who wanted it'
            else 'stays within the capacity, and the audit says that it does not' end) as drift
      from app.ticket_moves m join app.orders o on o.id = m.order_id left join noted n on n.move_id = m.id
      where m.exceeds_capacity <> (n.move_id is not null)`,
  },
  {
    id: 'I1',
    rule: 'Prices and capacities: reserved is what open orders hold, sold is the people they admit and the units of lines that admit nobody',
    query: drifts(`'price', 'capacity'`),
  },
  {
    id: 'I1',
    rule: 'Every counter belongs to one price, one capacity assignment or one promo code of its event',
    query: `with owners as (
        select counter_id, 'price' as kind, event_id from app.ticket_prices
        union all select counter_id, 'capacity', event_id from app.capacity_assignments
        union all select counter_id, 'promo', event_id from app.promo_codes),
      each_one as (
        select c.id, c.kind, c.event_id, count(o.counter_id) as owners,
          coalesce(bool_and(o.kind = c.kind and o.event_id = c.event_id), false) as fits
        from app.counters c left join owners o on o.counter_id = c.id group by c.id)
      select id as counter_id, kind, owners,
        case when owners = 0 then format('Counter %s (%s, event %s) belongs to nothing', id, kind, event_id)
          else format('Counter %s (%s, event %s) is used by something of another kind or event', id, kind, event_id)
        end as drift
      from each_one where owners <> 1 or not fits`,
  },
  {
    id: 'I1',
    rule: 'A line takes the counter of its own price, and only counters of its own event',
    query: `with taken as (
        select i.id, i.order_id, i.price_id, i.counter_ids[1] as first, unnest(i.counter_ids) as counter_id from app.order_items i)
      select distinct on (k.id) k.order_id, k.id as order_item_id, k.counter_id,
        format('Order %s (event %s): line %s takes counter %s, which is %s', o.reference, o.event_id, k.id, k.counter_id,
          case when c.id is null then 'gone' when c.event_id <> o.event_id then 'of event ' || c.event_id
            else 'not that of its price' end) as drift
      from taken k join app.orders o on o.id = k.order_id left join app.counters c on c.id = k.counter_id
      left join app.ticket_prices p on p.id = k.price_id
      where c.id is null or c.event_id <> o.event_id or c.account_id <> o.account_id or p.counter_id is distinct from k.first
      order by k.id`,
  },
  {
    id: 'I5',
    rule: 'Promo codes: uses on record are the orders that hold or have used them',
    query: drifts(`'promo'`),
  },
  {
    id: 'I5',
    rule: 'Promo codes: not used more often than allowed',
    query: `with used as (
        select promo_counter_id as id, count(*) as n from app.orders
        where promo_counter_id is not null and status in ('reserved', 'cancelling', 'completed', 'awaiting_offline_payment')
        group by promo_counter_id)
      select m.id as promo_code_id, m.code, u.n as used, c.ceiling,
        format('Promo code "%s" (event %s) is used by %s orders, its ceiling is %s', m.code, m.event_id, u.n, c.ceiling) as drift
      from used u join app.counters c on c.id = u.id join app.promo_codes m on m.counter_id = c.id
      where u.n > c.ceiling`,
  },
  {
    id: 'I5',
    rule: 'An order uses up the promo code that is written on it',
    query: `
      select o.id as order_id, o.promo_code_id, o.promo_counter_id,
        format('Order %s (event %s) names promo code %s and uses counter %s', o.reference, o.event_id,
          coalesce(o.promo_code_id::text, 'none'), coalesce(o.promo_counter_id::text, 'none')) as drift
      from app.orders o left join app.promo_codes m on m.id = o.promo_code_id
      where (o.promo_code_id is not null or o.promo_counter_id is not null)
        and (m.counter_id is distinct from o.promo_counter_id or m.event_id is distinct from o.event_id)`,
  },
  {
    id: 'I1',
    rule: 'Tallies: what dashboards and doors show is what orders, tickets and entries add up to',
    query: `
      with tallied as (
        select account_id, event_id, kind, ref_id, sum(n)::bigint as n, sum(amount)::bigint as amount
        from app.tallies group by account_id, event_id, kind, ref_id)
      select coalesce(t.event_id, r.event_id) as event_id, coalesce(t.kind, r.kind) as kind,
        coalesce(t.ref_id, r.ref_id) as ref_id, t.n, t.amount, r.n as n_recomputed, r.amount as amount_recomputed,
        format('Event %s: its tally of %s%s is %s (%s) on record, %s (%s) by its records',
          coalesce(t.event_id, r.event_id), coalesce(t.kind, r.kind),
          case when coalesce(t.ref_id, r.ref_id) = 0 then '' else ' of ' || coalesce(t.ref_id, r.ref_id) end,
          coalesce(t.n, 0), coalesce(t.amount, 0), coalesce(r.n, 0), coalesce(r.amount, 0)) as drift
      from tallied t full join app.tallies_recomputed r
        on r.account_id = t.account_id and r.event_id = t.event_id and r.kind = t.kind and r.ref_id = t.ref_id
      where coalesce(t.n, 0) <> coalesce(r.n, 0) or coalesce(t.amount, 0) <> coalesce(r.amount, 0)`,
  },
  {
    id: 'I1',
    rule: 'Door figures: what the day of the doors shows is what entries and tickets add up to',
    query: `
      with figured as (
        select account_id, event_id, kind, ref_id, at, sum(n)::bigint as n
        from app.door_figures group by account_id, event_id, kind, ref_id, at)
      select coalesce(f.event_id, r.event_id) as event_id, coalesce(f.kind, r.kind) as kind,
        coalesce(f.ref_id, r.ref_id) as ref_id, coalesce(f.at, r.at)::text as at, f.n, r.n as n_recomputed,
        format('Event %s: its door figure of %s%s%s is %s on record, %s by its records',
          coalesce(f.event_id, r.event_id), coalesce(f.kind, r.kind),
          case when coalesce(f.ref_id, r.ref_id) = 0 then '' else ' of ' || coalesce(f.ref_id, r.ref_id) end,
          case when isfinite(coalesce(f.at, r.at)) then ' at ' || coalesce(f.at, r.at) else '' end,
          coalesce(f.n, 0), coalesce(r.n, 0)) as drift
      from figured f full join app.door_figures_recomputed r
        on r.account_id = f.account_id and r.event_id = f.event_id and r.kind = f.kind and r.ref_id = f.ref_id and r.at = f.at
      where coalesce(f.n, 0) <> coalesce(r.n, 0)`,
  },
  {
    id: 'I1',
    rule: 'Daily figures: what dashboards and reports show of a day is what orders, attendees, refunds and disputes add up to',
    query: `
      with figured as (
        select account_id, event_id, day, kind, ref_id, label, sum(n)::bigint as n, sum(gross)::bigint as gross,
          sum(discount)::bigint as discount, sum(fees)::bigint as fees, sum(tax)::bigint as tax, sum(tax_added)::bigint as tax_added
        from app.daily_figures group by account_id, event_id, day, kind, ref_id, label),
      compared as (
        select coalesce(f.event_id, r.event_id) as event_id, coalesce(f.day, r.day) as day, coalesce(f.kind, r.kind) as kind,
          coalesce(f.ref_id, r.ref_id) as ref_id,
          array[coalesce(f.n, 0), coalesce(f.gross, 0), coalesce(f.discount, 0), coalesce(f.fees, 0), coalesce(f.tax, 0),
            coalesce(f.tax_added, 0)] as figure,
          array[coalesce(r.n, 0), coalesce(r.gross, 0), coalesce(r.discount, 0), coalesce(r.fees, 0), coalesce(r.tax, 0),
            coalesce(r.tax_added, 0)] as recomputed
        from figured f full join app.daily_figures_recomputed r
          on r.account_id = f.account_id and r.event_id = f.event_id and r.day = f.day and r.kind = f.kind
            and r.ref_id = f.ref_id and r.label = f.label)
      select event_id, day, kind, ref_id, figure, recomputed,
        format('Event %s: its %s%s of %s are %s (gross %s, discounts %s, fees %s, taxes %s, added %s) on record, %s (%s, %s, %s, %s, %s) by its records',
          event_id, kind, case when ref_id = 0 then '' else ' of ' || ref_id end, day,
          figure[1], figure[2], figure[3], figure[4], figure[5], figure[6],
          recomputed[1], recomputed[2], recomputed[3], recomputed[4], recomputed[5], recomputed[6]) as drift
      from compared where figure <> recomputed`,
  },
  {
    id: 'I1',
    rule: 'Answer figures: what reports show by answer is what the answers of completed orders add up to',
    query: `
      with figured as (
        select account_id, event_id, question_id, day, answer, sum(orders)::bigint as orders, sum(sold)::bigint as sold,
          sum(paid)::bigint as paid
        from app.answer_figures group by account_id, event_id, question_id, day, answer),
      compared as (
        select coalesce(f.event_id, r.event_id) as event_id, coalesce(f.question_id, r.question_id) as question_id,
          coalesce(f.day, r.day) as day, coalesce(f.answer, r.answer) as answer,
          array[coalesce(f.orders, 0), coalesce(f.sold, 0), coalesce(f.paid, 0)] as figure,
          array[coalesce(r.orders, 0), coalesce(r.sold, 0), coalesce(r.paid, 0)] as recomputed
        from figured f full join app.answer_figures_recomputed r
          on r.account_id = f.account_id and r.event_id = f.event_id and r.question_id = f.question_id and r.day = f.day
            and r.answer = f.answer)
      select event_id, question_id, day, answer, figure, recomputed,
        format('Event %s: %s to question %s of %s has %s orders (sold %s, paid %s) on record, %s (%s, %s) by its answers',
          event_id, case answer when '' then 'any answer' else 'answer "' || answer || '"' end, question_id, day, figure[1], figure[2], figure[3], recomputed[1], recomputed[2],
          recomputed[3]) as drift
      from compared where figure <> recomputed`,
  },
];
