import type { Invariant } from './types.ts';

const ORDER = `format('Order %s (event %s)', o.reference, o.event_id)`;

export const MONEY_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I2',
    rule: 'An order is the sum of its lines, and its total follows from its parts',
    query: `
      with sums as (
        select order_id, sum(unit_list * quantity) as list, sum(unit_discount * quantity) as discount,
          sum(unit_fees * quantity) as fees, sum(unit_tax_added * quantity) as taxes,
          sum(unit_tax_included * quantity) as included, sum(unit_total * quantity) as total,
          bool_and(unit_total = unit_list - unit_discount + unit_fees + unit_tax_added) as adds_up
        from app.order_items group by order_id)
      select o.id as order_id, o.total, s.total as total_recomputed,
        ${ORDER} || format(': total %s on record, %s by its lines (list %s/%s, discount %s/%s, fees %s/%s, added taxes %s/%s, included taxes %s/%s)',
          o.total, coalesce(s.total, 0), o.list_total, coalesce(s.list, 0), o.discount_total, coalesce(s.discount, 0),
          o.fee_total, coalesce(s.fees, 0), o.tax_added_total, coalesce(s.taxes, 0), o.tax_included_total, coalesce(s.included, 0)) as drift
      from app.orders o left join sums s on s.order_id = o.id
      where (o.list_total, o.discount_total, o.fee_total, o.tax_added_total, o.tax_included_total, o.total)
          is distinct from (s.list, s.discount, s.fees, s.taxes, s.included, s.total)
        or o.total <> o.list_total - o.discount_total + o.fee_total + o.tax_added_total or not s.adds_up`,
  },
  {
    id: 'I2',
    rule: 'Never more is refunded than was paid',
    query: `
      select o.id as order_id, p.id as payment_id, p.refunded, p.amount, o.refunded_total, o.total,
        ${ORDER} || case when p.refunded > p.amount
          then format(': payment %s took %s and gave back %s', p.id, p.amount, p.refunded)
          else format(': total %s, refunded %s', o.total, o.refunded_total) end as drift
      from app.orders o left join app.payments p on p.order_id = o.id and p.refunded > p.amount
      where p.id is not null or o.refunded_total > o.total or o.refunded_total < 0`,
  },
  {
    id: 'I2',
    rule: 'What is charged is what the order came to',
    query: `
      select p.id as payment_id, o.id as order_id, p.amount, o.total,
        ${ORDER} || format(': comes to %s %s, payment %s charges %s %s', o.total, o.currency, p.id, p.amount, p.currency) as drift
      from app.payments p join app.orders o on o.id = p.order_id where p.amount <> o.total or p.currency <> o.currency`,
  },
  {
    id: 'I3',
    rule: 'Every payment that succeeded has either its completed order or a refund of its own accord',
    query: `
      with sent_back as (
        select distinct payment_id from app.refunds where reason in ('late_payment', 'duplicate')),
      was_complete as (select distinct order_id from app.order_transitions where to_status = 'completed'),
      each_one as (
        select o.id, o.reference, o.event_id, o.status, p.id as payment_id, p.amount, p.currency,
          b.payment_id is not null as is_sent_back, o.status = 'completed' or w.order_id is not null as is_complete,
          count(*) filter (where b.payment_id is null) over (partition by o.id) as kept
        from app.payments p join app.orders o on o.id = p.order_id
        left join sent_back b on b.payment_id = p.id left join was_complete w on w.order_id = o.id
        where p.status = 'succeeded')
      select o.id as order_id, o.payment_id, o.status, o.is_sent_back,
        ${ORDER} || case
          when not is_complete then format(': payment %s of %s %s succeeded, the order is %s and nothing is refunded', payment_id, amount, currency, status)
          when kept = 0 then format(': it was completed, and its payment %s of %s %s is refunded as if it had not been', payment_id, amount, currency)
          else format(': it was paid %s times, and only one payment is its own', kept) end as drift
      from each_one o where is_complete <> (kept = 1) or (not is_complete and not is_sent_back)`,
  },
  {
    id: 'I3',
    rule: 'A completed order that is paid has a payment that succeeded',
    query: `
      with paid as (select distinct order_id from app.payments where status = 'succeeded')
      select o.id as order_id, o.total, ${ORDER} || format(': completed and paid %s %s, but none of its payments succeeded', o.total, o.currency) as drift
      from app.orders o left join paid p on p.order_id = o.id
      where o.status = 'completed' and o.payment_status = 'paid' and not o.is_manual and o.offline_due_at is null
        and p.order_id is null`,
  },
  {
    id: 'I3',
    rule: 'An order that is paid by hand is complete because somebody says that the money came',
    query: `
      with noted as (select distinct target_id from app.audit_entries where target_type = 'order' and action = 'order.marked_paid')
      select o.id as order_id, o.total, ${ORDER} || format(': was to be paid without a card, is complete, and nobody has marked it as paid') as drift
      from app.orders o left join noted n on n.target_id = o.id
      where o.status = 'completed' and o.offline_due_at is not null and n.target_id is null`,
  },
  {
    id: 'I3',
    rule: 'An order that was added by hand has a total exactly if it says how it was paid, takes no payment of a provider and sends none back',
    query: `
      select o.id as order_id, o.total, o.paid_by_hand,
        ${ORDER} || format(': was added by hand, comes to %s, is paid %s (%s), has %s payments and refunds of %s', o.total,
          coalesce('in ' || o.paid_by_hand, 'by nothing'), o.payment_status, p.n, o.refunded_total) as drift
      from app.orders o cross join lateral (select count(*) as n from app.payments p where p.order_id = o.id) p
      where o.is_manual and o.status not in ('reserved', 'expired') and ((o.paid_by_hand is null) <> (o.total = 0) or p.n > 0 or o.refunded_total > 0
        or o.payment_status <> case when o.total > 0 then 'paid' else 'not_required' end)`,
  },
  {
    id: 'I3',
    rule: 'Who waits for a payment without a card waits for no other',
    query: `
      select o.id as order_id, p.id as payment_id, p.status,
        ${ORDER} || format(': waits for a payment without a card, and payment %s is %s', p.id, p.status) as drift
      from app.orders o join app.payments p on p.order_id = o.id
      where o.status = 'awaiting_offline_payment'
        and p.status in ('creating', 'requires_payment', 'requires_action', 'processing', 'succeeded')`,
  },
  {
    id: 'I3',
    rule: 'An order waits for its payment exactly as long as one is open',
    query: `
      with open as (
        select order_id, min(id) as id, min(status) as status from app.payments
        where status in ('creating', 'requires_payment', 'requires_action', 'processing') group by order_id)
      select o.id as order_id, o.payment_status, p.id as payment_id,
        ${ORDER} || case when p.id is null then format(': its payment is %s, and none is open', o.payment_status)
          else format(': its payment is %s, and payment %s is %s', o.payment_status, p.id, p.status) end as drift
      from app.orders o left join open p on p.order_id = o.id
      where (o.payment_status in ('awaiting', 'processing')) <> (p.id is not null)`,
  },
  {
    id: 'I3',
    rule: 'Nothing is completed unpaid: only an order of zero needs no payment',
    query: `
      select o.id as order_id, o.total, o.payment_status,
        ${ORDER} || format(': completed with a total of %s, its payment is %s', o.total, o.payment_status) as drift
      from app.orders o where o.status = 'completed' and not o.is_manual
        and (o.payment_status not in ('paid', 'not_required') or (o.payment_status = 'not_required' and o.total > 0))`,
  },
  {
    id: 'I3',
    rule: 'At most one payment of an order may still take money',
    query: `
      select o.id as order_id, n as payments, ${ORDER} || format(': %s payments are open or have succeeded', n) as drift
      from (select order_id, count(*) as n from app.payments
        where status in ('creating', 'requires_payment', 'requires_action', 'processing', 'succeeded') group by order_id) l
      join app.orders o on o.id = l.order_id where n > 1`,
  },
  {
    id: 'I6',
    rule: 'A message of the provider is kept once',
    query: `
      select provider, event_id, count(*) as n,
        format('Message %s of %s is kept %s times', event_id, provider, count(*)) as drift
      from app.webhook_inbox group by provider, event_id having count(*) > 1`,
  },
  {
    id: 'I6',
    rule: 'A message of the provider that had its effect is marked so, and no other',
    query: `
      select id as webhook_id, outcome, processed_at,
        format('Message %s of %s has the outcome %s and is %s', event_id, provider, coalesce(outcome, 'none'),
          case when processed_at is null then 'not marked as worked off' else 'marked as worked off' end) as drift
      from app.webhook_inbox where (outcome is null) <> (processed_at is null)`,
  },
  {
    id: 'I6',
    rule: 'An effect that only one message may have was had once: one transition into each state that is entered once, and once more after people made the order valid again',
    query: `
      select o.id as order_id, t.to_status, t.n,
        ${ORDER} || format(': became %s %s times', t.to_status, t.n) as drift
      from (select order_id, to_status, count(*) filter (where reason <> 'reactivated') as n from app.order_transitions
        where to_status in ('completed', 'cancelled') and from_status is distinct from to_status
        group by order_id, to_status) t
      join (select order_id, count(*) filter (where reason = 'reactivated') as again from app.order_transitions
        group by order_id) r on r.order_id = t.order_id and t.n > 1 + case to_status when 'cancelled' then r.again else 0 end
      join app.orders o on o.id = t.order_id`,
  },
];

/** What moves of attendees to other tickets leave behind: lines without money, and the differences beside the order. */
export const MOVE_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I2',
    rule: 'Each line of a move has its move, stands for a line of the same order that was sold, and has no money',
    query: `
      select o.id as order_id, i.id as order_item_id, i.moved_from_id, m.id as move_id,
        ${ORDER} || format(': line %s of a move %s', i.id, case when m.id is null then 'has none'
          when i.unit_total <> 0 or i.unit_list <> 0 then 'has a price of ' || i.unit_total
          else 'stands for line ' || i.moved_from_id || ', which was not sold in this order' end) as drift
      from app.order_items i join app.orders o on o.id = i.order_id
      left join app.ticket_moves m on m.to_item_id = i.id and m.order_id = i.order_id
      left join app.order_items s on s.id = i.moved_from_id and s.order_id = i.order_id and s.moved_from_id is null
      where i.moved_from_id is not null and (m.id is null or s.id is null or i.unit_total <> 0 or i.unit_list <> 0)`,
  },
  {
    id: 'I2',
    rule: 'With the difference of a move, the price that was sold and earlier differences come to what the new place costs',
    query: `
      with each_one as (
        select m.id, m.order_id, m.attendee_id, m.settlement, m.total, (m.place->>'unitTotal')::bigint as place_total,
          s.unit_total + m.total + coalesce((select sum(e.total) from app.ticket_moves e
            where e.attendee_id = m.attendee_id and e.id < m.id and e.settlement <> 'waived'
              and (e.waived_at is null or e.waived_at > m.created_at)), 0) as reached
        from app.ticket_moves m join app.order_items t on t.id = m.to_item_id join app.order_items s on s.id = t.moved_from_id)
      select e.id as move_id, o.id as order_id, e.reached, e.place_total,
        ${ORDER} || format(': move %s of attendee %s (%s, %s) comes to %s, its place costs %s', e.id, e.attendee_id,
          e.settlement, e.total, e.reached, e.place_total) as drift
      from each_one e join app.orders o on o.id = e.order_id where e.reached <> e.place_total`,
  },
  {
    id: 'I2',
    rule: 'The last move of an attendee is to the place that the attendee has',
    query: `
      with last as (select distinct on (attendee_id) attendee_id, id, to_item_id, order_id from app.ticket_moves
        order by attendee_id, id desc)
      select l.id as move_id, o.id as order_id, a.order_item_id, l.to_item_id,
        ${ORDER} || format(': attendee %s has line %s, the last move led to line %s', a.id, a.order_item_id, l.to_item_id) as drift
      from last l join app.attendees a on a.id = l.attendee_id join app.orders o on o.id = l.order_id
      where a.order_item_id <> l.to_item_id`,
  },
  {
    id: 'I2',
    rule: 'What a move gives back is its refund, to the last unit',
    query: `
      select m.id as move_id, o.id as order_id, r.id as refund_id, r.amount, m.total,
        ${ORDER} || format(': move %s gives %s back, its refund %s brings %s', m.id, -m.total, r.id, r.amount) as drift
      from app.ticket_moves m join app.refunds r on r.id = m.refund_id join app.orders o on o.id = m.order_id
      where r.amount <> -m.total or r.order_id <> m.order_id`,
  },
  {
    id: 'I12',
    rule: 'Every move is in the audit, and everything that was paid or waived by hand after one',
    query: `
      with noted as (select distinct action, (after->>'moveId')::bigint as id from app.audit_entries
        where target_type = 'order' and action in ('attendee.moved', 'adjustment.paid', 'adjustment.waived'))
      select m.id as move_id, o.id as order_id,
        ${ORDER} || format(': the audit does not know %s', case when n.id is null then 'of move ' || m.id
          else 'who noted that the difference of move ' || m.id || ' was paid or waived' end) as drift
      from app.ticket_moves m join app.orders o on o.id = m.order_id
      left join noted n on n.id = m.id and n.action = 'attendee.moved'
      left join noted p on p.id = m.id and p.action = 'adjustment.paid'
      left join noted w on w.id = m.id and w.action = 'adjustment.waived'
      where n.id is null or (m.settlement = 'owed' and ((m.settled_at is not null) <> (p.id is not null)
        or (m.waived_at is not null) <> (w.id is not null)))`,
  },
];
