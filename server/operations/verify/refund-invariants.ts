import type { Invariant } from './types.ts';

const ORDER = `format('Order %s (event %s)', o.reference, o.event_id)`;

/** Refunds of an order's own payments. A duplicate payment and its refund are left out. */
const OWN = `
  surplus as (select distinct payment_id from app.refunds where reason = 'duplicate'),
  own as (select r.* from app.refunds r left join surplus s on s.payment_id = r.payment_id where s.payment_id is null),
  sums as (
    select order_id, coalesce(sum(amount) filter (where status = 'succeeded'), 0)::bigint as succeeded,
      bool_or(status = 'pending' and replaced_by is null) as is_pending,
      bool_or(status = 'failed' and replaced_by is null) as has_failed
    from own group by order_id)`;

const audited = (
  table: string,
  rule: string,
  join: { on: string; action: string; id: string },
  drift: string,
): Invariant => ({
  id: 'I12',
  rule,
  query: `
    with noted as (select distinct target_id, ${join.id} as id from app.audit_entries
      where target_type = 'order' and ${join.action})
    select r.id, o.id as order_id, ${ORDER} || ${drift} as drift
    from ${table} r join app.orders o on o.id = ${join.on} left join noted n on n.target_id = o.id and n.id = r.id
    where n.target_id is null`,
});

export const REFUND_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I2',
    rule: 'What an order was refunded, and its refund status, follow from its refunds',
    query: `with ${OWN},
      derived as (
        select o.id, o.reference, o.event_id, o.refunded_total, o.refund_status, coalesce(s.succeeded, 0) as succeeded,
          case when coalesce(s.is_pending, false) then 'pending'
            when coalesce(s.succeeded, 0) > 0 and s.succeeded >= o.total then 'full'
            when coalesce(s.has_failed, false) then 'failed'
            when coalesce(s.succeeded, 0) > 0 then 'partial' else 'none' end as status
        from app.orders o left join sums s on s.order_id = o.id)
      select id as order_id, refunded_total, succeeded as refunded_recomputed, refund_status, status as status_recomputed,
        ${ORDER} || format(': refunded %s and "%s" on record, %s and "%s" by its refunds', refunded_total, refund_status,
          succeeded, status) as drift
      from derived o where refunded_total <> succeeded or refund_status <> status`,
  },
  {
    id: 'I2',
    rule: 'What a payment gave back is the sum of its refunds, and with those to come no more than it took',
    query: `
      with sums as (
        select payment_id, coalesce(sum(amount) filter (where status = 'succeeded'), 0)::bigint as succeeded,
          coalesce(sum(amount) filter (where status = 'pending'), 0)::bigint as pending
        from app.refunds group by payment_id)
      select p.id as payment_id, o.id as order_id, p.amount, p.refunded, s.succeeded, s.pending,
        ${ORDER} || format(': payment %s took %s, gave back %s on record and %s by its refunds, and %s more is to come',
          p.id, p.amount, p.refunded, coalesce(s.succeeded, 0), coalesce(s.pending, 0)) as drift
      from app.payments p join app.orders o on o.id = p.order_id left join sums s on s.payment_id = p.id
      where p.refunded <> coalesce(s.succeeded, 0) or coalesce(s.succeeded, 0) + coalesce(s.pending, 0) > p.amount`,
  },
  {
    id: 'I3',
    rule: 'Every call that sends money back has its refund, of the same payment and amount',
    query: `
      select c.id as provider_call_id, r.id as refund_id, o.id as order_id,
        ${ORDER} || case when r.id is null then format(': call %s sends %s back and belongs to no refund', c.id, c.amount)
          else format(': call %s sends %s back, refund %s says %s of payment %s', c.id, c.amount, r.id, r.amount, r.payment_id) end as drift
      from app.provider_calls c join app.payments p on p.id = c.payment_id join app.orders o on o.id = p.order_id
      left join app.refunds r on r.provider_call_id = c.id
      where c.kind = 'refund' and (r.payment_id, r.amount) is distinct from (c.payment_id, c.amount)`,
  },
  {
    id: 'I3',
    rule: 'A refund is of a payment of its order, in its currency',
    query: `
      select r.id as refund_id, o.id as order_id,
        ${ORDER} || format(': refund %s is of payment %s in %s, which is another order''s or in %s', r.id, p.id, r.currency, p.currency) as drift
      from app.refunds r join app.payments p on p.id = r.payment_id join app.orders o on o.id = r.order_id
      where p.order_id <> r.order_id or p.currency <> r.currency`,
  },
  audited(
    'app.refunds',
    'Every refund is in the audit',
    { on: 'r.order_id', action: `action like 'refund.%'`, id: `(after->>'refundId')::bigint` },
    `format(': the audit does not know of refund %s of %s %s', r.id, r.amount, r.currency)`,
  ),
  audited(
    'app.disputes',
    'Every dispute is in the audit',
    { on: 'r.order_id', action: `action like 'dispute.%'`, id: `(after->>'disputeId')::bigint` },
    `format(': the audit does not know of dispute %s (%s)', r.id, r.status)`,
  ),
  {
    id: 'I12',
    rule: 'Every cancellation of an order, of an attendee or of a line that admits nobody is in the audit',
    query: `
      with noted as (select distinct target_id, action from app.audit_entries
        where target_type = 'order' and action in ('order.cancelled', 'order.unpaid', 'attendees.cancelled')),
      cancelled as (select order_id, count(*) as n from (
          select order_id from app.attendees where status = 'cancelled'
          union all select order_id from app.order_items where cancelled_at is not null) each_one group by order_id),
      each_one as (
        select o.id, o.reference, o.event_id, o.status, coalesce(c.n, 0) as attendees,
          exists_order.target_id is not null as knows_order, exists_any.target_id is not null as knows_any
        from app.orders o left join cancelled c on c.order_id = o.id
        left join noted exists_order on exists_order.target_id = o.id and exists_order.action in ('order.cancelled', 'order.unpaid')
        left join (select distinct target_id from noted) exists_any on exists_any.target_id = o.id
        where o.status = 'cancelled' or c.n > 0)
      select id as order_id, status, attendees,
        ${ORDER} || case when status = 'cancelled' then ': the audit does not know that it was cancelled'
          else format(': the audit does not know that %s of its places were cancelled', attendees) end as drift
      from each_one o where (status = 'cancelled' and not knows_order) or not knows_any`,
  },
  {
    id: 'I12',
    rule: 'A request for money back is open only while one of its tickets is valid and not refunded by name',
    query: `
      select r.id as refund_request_id, o.id as order_id,
        ${ORDER} || format(': request %s waits for an answer, but nothing of it is left', r.id) as drift
      from app.refund_requests r join app.orders o on o.id = r.order_id
      where r.status = 'open' and not exists (
        select from app.attendees a where a.id = any(r.attendee_ids) and a.status = 'active' and not exists (
          select from app.refunds f where f.order_id = r.order_id and f.status <> 'failed' and a.id = any(f.attendee_ids)))`,
  },
];
