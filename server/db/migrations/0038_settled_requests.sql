-- A request for money back that was refunded or cancelled another way needs no answer any more.
alter table app.refund_requests drop constraint refund_requests_status_check;
alter table app.refund_requests add constraint refund_requests_status_check
  check (status in ('open', 'approved', 'declined', 'settled'));
alter table app.refund_requests drop constraint refund_requests_check1;
alter table app.refund_requests add constraint refund_requests_refund
  check (refund_id is null or status in ('approved', 'settled'));
update app.refund_requests r set status = 'settled', answered_at = app.now()
where r.status = 'open' and not exists (
  select from app.attendees a
  where a.id = any(r.attendee_ids) and a.status = 'active' and not exists (
    select from app.refunds f where f.order_id = r.order_id and f.status <> 'failed' and a.id = any(f.attendee_ids)));

-- Who let the tickets of an order stay valid although a dispute was lost.
alter table app.disputes
  add column dismissed_by bigint references app.users (id),
  add column dismissed_at timestamptz,
  add constraint disputes_dismissed check ((dismissed_by is null) = (dismissed_at is null)),
  add constraint disputes_dismissed_lost check (dismissed_at is null or status = 'lost');
