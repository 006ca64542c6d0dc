import type { Invariant } from './types.ts';

const ORDER = `format('Order %s (event %s)', o.reference, o.event_id)`;

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
          s.unit_total + m.total + coalesce(sum(m.total) filter (where m.settlement <> 'waived')
            over (partition by m.attendee_id order by m.id rows between unbounded preceding and 1 preceding), 0) as reached
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
    rule: 'Every move is in the audit, and everything that was paid by hand after one',
    query: `
      with noted as (select distinct action, (after->>'moveId')::bigint as id from app.audit_entries
        where target_type = 'order' and action in ('attendee.moved', 'adjustment.paid'))
      select m.id as move_id, o.id as order_id,
        ${ORDER} || format(': the audit does not know %s', case when n.id is null then 'of move ' || m.id
          else 'who noted that the difference of move ' || m.id || ' was paid' end) as drift
      from app.ticket_moves m join app.orders o on o.id = m.order_id
      left join noted n on n.id = m.id and n.action = 'attendee.moved'
      left join noted p on p.id = m.id and p.action = 'adjustment.paid'
      where n.id is null or (m.settlement = 'owed' and (m.settled_at is not null) <> (p.id is not null))`,
  },
];
