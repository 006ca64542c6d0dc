-- What banks took back for good, for each order: the disputes that were lost. A payment that came twice is no part of
-- what buyers paid, so what banks took of it is left out, as its refunds are (docs/money.md). Lost disputes are few.
create index disputes_lost on app.disputes (account_id, order_id) where status = 'lost';
create view app.lost_disputes as
  select d.account_id, d.order_id, sum(d.amount)::bigint as amount
  from app.disputes d
  where d.status = 'lost'
    and not exists (
      select from app.refunds r
      where r.order_id = d.order_id and r.payment_id = d.payment_id and r.reason = 'duplicate')
  group by d.account_id, d.order_id;
