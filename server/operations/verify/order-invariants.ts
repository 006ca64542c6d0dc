import type { OrderState } from '../../sales/orders/core/order-state.ts';
import { ORDER_TRANSITIONS } from '../../sales/orders/core/order-state.ts';
import type { Invariant } from './types.ts';

const ORDER = `format('Order %s (event %s)', o.reference, o.event_id)`;

/**
 * Every step that the state machine declares, for example `('reserved', 'none', 'completed',
 * 'not_required')`. `isByHand`: only for orders that people add by hand.
 */
const DECLARED_STEPS: readonly { from: OrderState; to: OrderState; isByHand: boolean }[] = Object.entries(
  ORDER_TRANSITIONS,
).flatMap(([event, rule]) =>
  rule.from.flatMap((status) =>
    rule.payment.map((payment) => ({
      from: { status, payment },
      to: { status: rule.to.status ?? status, payment: rule.to.payment ?? payment },
      isByHand: event.startsWith('added_'),
    })),
  ),
);

const quoted = (text: string) => `'${text}'`;
const STEPS = DECLARED_STEPS.map(
  ({ from, to, isByHand }) =>
    `(${[from.status, from.payment, to.status, to.payment].map(quoted).join(', ')}, ${isByHand})`,
).join(', ');

export const ORDER_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I4',
    rule: 'Every order belongs to an event, and every line to an order',
    query: `
      select o.id as order_id, ${ORDER} || ': its event is gone' as drift
      from app.orders o where not exists (select from app.events e where e.id = o.event_id)
      union all
      select i.order_id, format('Line %s ("%s"): its order %s is gone', i.id, i.ticket_name, i.order_id)
      from app.order_items i where not exists (select from app.orders o where o.id = i.order_id)`,
  },
  {
    id: 'I4',
    rule: "A line is for a ticket of its event, by one of that ticket's prices",
    query: `
      select o.id as order_id, i.id as order_item_id, i.ticket_id, i.price_id,
        ${ORDER} || format(': line %s names ticket %s and price %s, which do not belong together or to the event', i.id,
          i.ticket_id, i.price_id) as drift
      from app.order_items i join app.orders o on o.id = i.order_id
      left join app.ticket_prices p on p.id = i.price_id and p.ticket_id = i.ticket_id and p.event_id = o.event_id
      left join app.tickets t on t.id = i.ticket_id and t.event_id = o.event_id
      where p.id is null or t.id is null`,
  },
  {
    id: 'I4',
    rule: 'An order that is complete, or to be paid by hand, has an attendee for each of its tickets, and none for a line that admits nobody',
    query: `
      with issued as (select coalesce(l.moved_from_id, l.id) as order_item_id, count(*) as n,
          count(distinct a.reference) as different, count(distinct a.short_id) as links
        from app.attendees a join app.order_items l on l.id = a.order_item_id group by 1)
      select o.id as order_id, i.id as order_item_id, i.quantity, coalesce(a.n, 0) as attendees,
        ${ORDER} || format(': %s of "%s" on line %s%s, and %s attendees', i.quantity, i.ticket_name, i.id,
          case when i.admits then '' else ', which admits nobody' end, coalesce(a.n, 0)) as drift
      from app.orders o join app.order_items i on i.order_id = o.id left join issued a on a.order_item_id = i.id
      where o.status in ('completed', 'awaiting_offline_payment') and i.moved_from_id is null
        and (coalesce(a.n, 0) <> case when i.admits then i.quantity else 0 end or a.different <> a.n or a.links <> a.n)`,
  },
  {
    id: 'I4',
    rule: 'A line admits people exactly if its ticket does',
    query: `
      select o.id as order_id, i.id as order_item_id, i.ticket_id, i.admits,
        ${ORDER} || format(': line %s %s people, and ticket %s "%s" %s', i.id, case when i.admits then 'admits' else 'admits no' end,
          t.id, t.name, case when t.admits then 'does' else 'does not' end) as drift
      from app.order_items i join app.tickets t on t.id = i.ticket_id join app.orders o on o.id = i.order_id
      where i.admits <> t.admits`,
  },
  {
    id: 'I4',
    rule: 'A cancelled order keeps no line that admits nobody, and only orders that were complete or awaited cancel one',
    query: `
      select o.id as order_id, o.status, i.id as order_item_id, i.cancelled_at,
        ${ORDER} || format(': is %s, and its line %s, which admits nobody, is %s', o.status, i.id,
          case when i.cancelled_at is null then 'not cancelled' else 'cancelled' end) as drift
      from app.order_items i join app.orders o on o.id = i.order_id
      where not i.admits and case o.status when 'cancelled' then i.cancelled_at is null
        when 'completed' then false else i.cancelled_at is not null end`,
  },
  {
    id: 'I4',
    rule: 'Nobody is admitted by an order that is not complete',
    query: `
      select o.id as order_id, o.status, n as attendees, ${ORDER} || format(': is %s and admits %s people', o.status, n) as drift
      from (select order_id, count(*) as n from app.attendees where status = 'active' group by order_id) a
      join app.orders o on o.id = a.order_id where o.status <> 'completed'`,
  },
  {
    id: 'I4',
    rule: 'An order that a person added bears the name that the guest list is sorted by once it has tickets, and no other order does',
    query: `
      select o.id as order_id, ${ORDER} || format(': sorted as "%s", and its guest is "%s"', o.guest_key, k.guest_key) as drift
      from app.orders o
      cross join lateral (select case when o.is_manual then app.guest_key_of(o.id) else '' end as guest_key) k
      where o.guest_key <> k.guest_key
        and (not o.is_manual or exists (select from app.attendees a where a.order_id = o.id))`,
  },
  {
    id: 'I4',
    rule: 'A ticket says that a person added its order exactly if one did',
    query: `
      select o.id as order_id, a.id as attendee_id, ${ORDER} || format(': was added by %s, and ticket %s says by %s', case when o.is_manual
          then 'a person' else 'its buyer' end, a.reference, case when a.is_guest then 'a person' else 'its buyer' end) as drift
      from app.attendees a join app.orders o on o.id = a.order_id where a.is_guest <> o.is_manual`,
  },
  {
    id: 'I4',
    rule: 'Attendees wait for their payment exactly as long as their order does',
    query: `
      select o.id as order_id, o.status, a.status as attendee_status, count(*) as n,
        ${ORDER} || format(': is %s, and %s of its attendees are %s', o.status, count(*), a.status) as drift
      from app.attendees a join app.orders o on o.id = a.order_id
      where (a.status = 'awaiting_payment') <> (o.status = 'awaiting_offline_payment')
        and not (o.status <> 'awaiting_offline_payment' and a.status <> 'awaiting_payment')
      group by o.id, a.status`,
  },
  {
    id: 'I7',
    rule: 'Somebody is inside once for each check-in list',
    query: `
      select c.check_in_list_id, c.attendee_id, count(*) as n,
        format('Attendee %s (%s) is inside %s times by check-in list %s', a.reference, c.attendee_id, count(*), c.check_in_list_id) as drift
      from app.check_ins c join app.attendees a on a.id = c.attendee_id
      where c.checked_out_at is null group by c.check_in_list_id, c.attendee_id, a.reference having count(*) > 1`,
  },
  {
    id: 'I7',
    rule: 'Every entry has the scan that let it in',
    query: `
      with entries as (select check_in_list_id, attendee_id, count(*) as n from app.check_ins group by 1, 2),
      admitted as (select check_in_list_id, attendee_id, count(*) as n from app.scans
        where outcome = 'admitted' or (outcome = 'already_in' and conflict) group by 1, 2)
      select e.check_in_list_id, e.attendee_id, e.n as entries, coalesce(s.n, 0) as scans,
        format('Attendee %s: %s entries on check-in list %s, and %s scans that admit them', e.attendee_id, e.n,
          e.check_in_list_id, coalesce(s.n, 0)) as drift
      from entries e left join admitted s on s.check_in_list_id = e.check_in_list_id and s.attendee_id = e.attendee_id
      where e.n > coalesce(s.n, 0)`,
  },
  {
    id: 'I7',
    rule: 'Whoever left last is not inside, and an exit comes after its entry',
    query: `
      with last as (
        select distinct on (check_in_list_id, attendee_id) check_in_list_id, attendee_id, outcome, direction,
          coalesce(happened_at, received_at) as at
        from app.scans where attendee_id is not null and (outcome in ('admitted', 'undone', 'checked_out')
          or (outcome = 'not_inside' and direction = 'out') or (outcome = 'already_in' and conflict))
        order by check_in_list_id, attendee_id, coalesce(happened_at, received_at) desc, id desc)
      select c.check_in_list_id, c.attendee_id, format(
        'Attendee %s is inside by check-in list %s since %s, and left it at %s', c.attendee_id, c.check_in_list_id,
        c.checked_in_at, l.at) as drift
      from app.check_ins c join last l on l.check_in_list_id = c.check_in_list_id and l.attendee_id = c.attendee_id
      where c.checked_out_at is null and l.direction = 'out' and l.outcome <> 'undone' and l.at > c.checked_in_at
      union all
      select check_in_list_id, attendee_id, format('Attendee %s left check-in list %s at %s and came in at %s', attendee_id,
        check_in_list_id, checked_out_at, checked_in_at)
      from app.check_ins where checked_out_at < checked_in_at`,
  },
  {
    id: 'I8',
    rule: 'A completed order has its confirmation in the outbox, or a job that writes it',
    query: `
      with completed as (select distinct order_id from app.order_transitions where reason like 'completed%'),
      mailed as (select order_id from app.mails where kind = 'order_confirmation'
        union select json_array_elements_text(j.payload -> 'orderIds')::bigint
          from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
          where t.identifier = 'announce_orders')
      select o.id as order_id, ${ORDER} || ': completed, and no confirmation was written' as drift
      from app.orders o join completed c on c.order_id = o.id left join mailed m on m.order_id = o.id
      where o.status = 'completed' and not o.is_manual and m.order_id is null`,
  },
  {
    id: 'I8',
    rule: 'A mail that waits has the job that sends it',
    query: `
      select m.id as mail_id, m.kind, m.order_id,
        format('Mail %s (%s%s) waits to be sent, and no job will send it', m.id, m.kind,
          case when m.order_id is null then '' else ', order ' || m.order_id end) as drift
      from app.mails m left join graphile_worker.jobs j on j.key = 'mail:' || m.id
      where m.status = 'queued' and j.id is null`,
  },
  {
    id: 'I10',
    rule: 'The history of an order is one path: each step begins where the one before it ended',
    query: `
      select distinct on (o.id) o.id as order_id, s.id as transition_id,
        ${ORDER} || case when nth = 1 then format(': its history begins with %s/%s and not with a hold', s.from_status, s.from_payment)
          else format(': its history jumps from %s/%s to %s/%s', before_status, before_payment, s.from_status, s.from_payment) end as drift
      from (
        select t.*, lag(t.to_status) over w as before_status, lag(t.to_payment) over w as before_payment,
          row_number() over w as nth
        from app.order_transitions t window w as (partition by t.order_id order by t.id)) s
      join app.orders o on o.id = s.order_id
      -- Orders of earlier versions have a line for their hold as well.
      where (nth = 1 and from_status is not null and (from_status, from_payment) is distinct from ('reserved', 'none'))
        or (nth > 1 and (from_status, from_payment) is distinct from (before_status, before_payment))
      order by o.id, s.id`,
  },
  {
    id: 'I10',
    rule: 'The history of an order ends where the order stands',
    query: `
      with last as (select distinct on (order_id) order_id, to_status, to_payment from app.order_transitions order by order_id, id desc)
      select o.id as order_id, o.status, o.payment_status, h.status as to_status, h.payment as to_payment,
        ${ORDER} || format(': is %s with payment %s, its history ends with %s/%s', o.status, o.payment_status, h.status, h.payment) as drift
      from app.orders o left join last l on l.order_id = o.id
      cross join lateral (select coalesce(l.to_status, 'reserved'), coalesce(l.to_payment, 'none')) h(status, payment)
      where (h.status, h.payment) is distinct from (o.status, o.payment_status)`,
  },
  {
    id: 'I10',
    rule: 'Every step in the history of an order is one that the state machine declares',
    query: `
      with declared (from_status, from_payment, to_status, to_payment, is_by_hand) as (values ${STEPS})
      select t.order_id, t.id as transition_id, t.reason,
        ${ORDER} || format(': went from %s/%s to %s/%s (%s), which no order can', coalesce(t.from_status, 'nothing'),
          coalesce(t.from_payment, 'nothing'), t.to_status, t.to_payment, t.reason) as drift
      from app.order_transitions t join app.orders o on o.id = t.order_id
      left join declared d on d.from_status = t.from_status and d.from_payment = t.from_payment
        and d.to_status = t.to_status and d.to_payment = t.to_payment and (not d.is_by_hand or o.is_manual)
      -- The demo data is made in bulk and takes the steps between at once.
      where d.from_status is null and t.reason <> 'made_by_factory'
        and (t.from_status is not null or (t.to_status, t.to_payment) <> ('reserved', 'none'))`,
  },
];

const TICKET = `format('Ticket %s (event %s)', a.reference, a.event_id)`;

/** What buyers change by themselves: who has a ticket, and the links of orders and tickets. */
export const OWN_CHANGE_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I15',
    rule: 'A ticket that was passed on has a new code; who had it is known only then, and only such a ticket was opened by its new holder',
    query: `
      select a.id as attendee_id, a.order_id, a.code_version,
        ${TICKET} || format(': code %s, %s, %s, %s', a.code_version,
          case when a.passed_on_at is null then 'never passed on' else 'passed on' end,
          case when a.passed_from is null then 'from nobody' else 'from somebody' end,
          case when a.opened_at is null then 'not opened' else 'opened' end) as drift
      from app.attendees a
      where (a.passed_on_at is not null and a.code_version < 2)
        or (a.passed_from is not null and a.passed_on_at is null)
        or (a.opened_at is not null and a.passed_from is null)`,
  },
  {
    id: 'I15',
    rule: 'A ticket that waits for a name was never passed on',
    query: `
      select a.id as attendee_id, a.order_id, ${TICKET} || ': waits for a name and was passed on' as drift
      from app.attendees a where a.awaits_name and (a.passed_on_at is not null or a.passed_from is not null)`,
  },
  {
    id: 'I15',
    rule: 'Each code of a ticket but the present one has left an address that is no longer valid',
    query: `
      with replaced as (select attendee_id, count(*) as n from app.replaced_ticket_links group by 1)
      select a.id as attendee_id, a.order_id, a.code_version, coalesce(r.n, 0) as replaced,
        ${TICKET} || format(': code %s, and %s addresses were replaced', a.code_version, coalesce(r.n, 0)) as drift
      from app.attendees a left join replaced r on r.attendee_id = a.id
      where a.code_version <> coalesce(r.n, 0) + 1`,
  },
  {
    id: 'I15',
    rule: 'An address that was replaced opens no ticket and no order',
    query: `
      select a.id as record_id, ${TICKET} || ': has an address that was replaced' as drift
      from app.attendees a join app.replaced_ticket_links r on r.short_id = a.short_id
      union all
      select o.id, format('Order %s (event %s): has an address that was replaced', o.reference, o.event_id)
      from app.orders o join app.replaced_order_links r on r.short_id = o.short_id`,
  },
];
