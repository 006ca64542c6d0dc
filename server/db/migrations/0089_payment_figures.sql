-- What providers took and gave back on each day, in the daily figures, so that the report of payouts adds up no payments.
--   payments            label: the provider; n payments of completed orders, gross what was charged, fees the installation's
--                       share. On the day of the order's completion. A payment that came twice or too late is none of them
--   refunds, disputes   label: the provider, '' without a payment; fees what came back of the installation's share
lock table app.events, app.orders, app.payments, app.refunds, app.disputes, app.daily_figures in share row exclusive mode;
alter table app.daily_figures drop constraint daily_figures_kind_check;
alter table app.daily_figures add constraint daily_figures_kind_check check (kind in ('orders', 'sources', 'promos', 'sales',
  'charges', 'untaxed', 'issued', 'cancelled', 'payments', 'refunds', 'disputes', 'settled'));

-- The installation's share goes back in proportion, rounded as a provider does it. A dispute leaves it where it is.
create function app.fee_back(kind text, share bigint, part bigint, whole bigint) returns bigint
  language sql immutable parallel safe as
  $$ select case kind when 'refunds' then coalesce(round(share * part / whole::numeric), 0)::bigint else 0 end $$;

-- What both did until now stays as it was, under names of its own.
do $$ begin
  execute 'create view app.sale_figures_recomputed as ' || pg_get_viewdef('app.daily_figures_recomputed');
  execute replace(pg_get_functiondef('app.add_order_figures(app.figured_order[])'::regprocedure), 'add_order_figures', 'add_sale_figures');
end $$;

create or replace view app.daily_figures_recomputed as
  with moved as not materialized (
    select o.account_id, o.event_id, 'payments' as kind, p.id as payment_id, p.amount, p.application_fee as fees, o.completed_at as at
    from app.payments p join app.orders o on o.id = p.order_id where p.status = 'succeeded' and o.completed_at is not null
    union all
    select r.account_id, o.event_id, 'refunds', r.payment_id, r.amount, app.fee_back('refunds', p.application_fee, r.amount, p.amount),
      coalesce(r.settled_at, r.created_at)
    from app.refunds r join app.orders o on o.id = r.order_id left join app.payments p on p.id = r.payment_id
    where r.status = 'succeeded'
    union all
    select d.account_id, o.event_id, 'disputes', d.payment_id, d.amount, 0, d.lost_at
    from app.disputes d join app.orders o on o.id = d.order_id where d.status = 'lost')
  select account_id, event_id, day, kind, ref_id, label, n, gross, discount, fees, tax, tax_added
  from app.sale_figures_recomputed where kind not in ('refunds', 'disputes')
  union all
  select m.account_id, m.event_id, (m.at at time zone e.timezone)::date, m.kind, 0, coalesce(p.provider, ''), count(*),
    sum(m.amount)::bigint, 0, sum(m.fees)::bigint, 0, 0
  from moved m join app.events e on e.id = m.event_id left join app.payments p on p.id = m.payment_id
  where not exists (
    select from app.refunds x where x.order_id = p.order_id and x.payment_id = p.id and x.reason in ('duplicate', 'late_payment'))
  group by 1, 2, 3, 4, 6;

create type app.figured_payment as (
  account_id bigint, event_id bigint, completed_at timestamptz, provider text, amount bigint, fee bigint, sign bigint);

create function app.add_payment_figures(changed app.figured_payment[]) returns void language sql as $$
  with zones as materialized (
    select id, timezone from app.events where id in (select event_id from unnest(changed)) for key share)
  insert into app.daily_figures (account_id, event_id, day, kind, ref_id, label, n, gross, discount, fees, tax)
  select c.account_id, c.event_id, (c.completed_at at time zone z.timezone)::date, 'payments', 0, c.provider, sum(c.sign),
    sum(c.sign * c.amount), 0, sum(c.sign * c.fee), 0
  from unnest(changed) c join zones z on z.id = c.event_id
  group by 1, 2, 3, 6 having sum(c.sign) <> 0 or sum(c.sign * c.amount) <> 0 or sum(c.sign * c.fee) <> 0;
$$;

-- ---------------------------------------------------------------- orders that are completed
-- A payment succeeds before its order is completed or after it, by another statement either way.

create or replace function app.add_order_figures(changed app.figured_order[]) returns void language plpgsql as $$
declare
  paid app.figured_payment[];
begin
  perform app.add_sale_figures(changed);
  select array_agg(row(c.account_id, c.event_id, c.completed_at, p.provider, p.amount, p.application_fee, c.sign)::app.figured_payment)
  into paid
  from (select id, account_id, event_id, completed_at, sum(sign) as sign from unnest(changed)
    group by id, account_id, event_id, completed_at having sum(sign) <> 0) c
  join app.payments p on p.order_id = c.id and p.status = 'succeeded'
  where not exists (select from app.refunds x where x.order_id = p.order_id and x.payment_id = p.id
    and x.reason in ('duplicate', 'late_payment'));
  if paid is not null then perform app.add_payment_figures(paid); end if;
end $$;

-- ---------------------------------------------------------------- payments of completed orders

create function app.figure_payments() returns trigger language plpgsql as $$
declare
  sides app.payments[] := array(select p from after p where status = 'succeeded');
  was app.payments[] := '{}';
  paid app.figured_payment[];
begin
  if tg_op = 'UPDATE' then was := array(select p from before p where status = 'succeeded'); end if;
  if cardinality(sides || was) = 0 then return null; end if;
  select array_agg(row(o.account_id, o.event_id, o.completed_at, p.provider, p.amount, p.application_fee, p.sign)::app.figured_payment)
  into paid
  from (
    select id, order_id, provider, amount, application_fee, sum(sign) as sign from (
      select id, order_id, provider, amount, application_fee, -1 as sign from unnest(was)
      union all select id, order_id, provider, amount, application_fee, 1 from unnest(sides)) s
    group by id, order_id, provider, amount, application_fee having sum(sign) <> 0) p
  join app.orders o on o.id = p.order_id
  where o.completed_at is not null and not exists (select from app.refunds x where x.order_id = p.order_id
    and x.payment_id = p.id and x.reason in ('duplicate', 'late_payment'));
  if paid is not null then perform app.add_payment_figures(paid); end if;
  return null;
end $$;
create trigger figure_new_payments after insert on app.payments
  referencing new table as after for each statement execute function app.figure_payments();
create trigger figure_changed_payments after update on app.payments
  referencing old table as before new table as after for each statement execute function app.figure_payments();
alter table app.payments enable always trigger figure_new_payments;
alter table app.payments enable always trigger figure_changed_payments;

-- ---------------------------------------------------------------- what goes back
-- With its first refund as one that came twice or too late, a payment is none any more.

create or replace function app.add_money_back(was app.money_back[], are app.money_back[]) returns void language plpgsql as $$
declare
  paid app.figured_payment[];
begin
  with sides as materialized (
    select w.*, -1 as sign from unnest(was) w union all select a.*, 1 from unnest(are) a),
  counted as materialized (
    select s.*, o.event_id, coalesce(p.provider, '') as provider, app.fee_back(s.kind, p.application_fee, s.amount, p.amount) as fee
    from sides s join app.orders o on o.id = s.order_id left join app.payments p on p.id = s.payment_id
    where s.at is not null and not exists (
      select from sides d where d.sign = s.sign and d.is_duplicate and d.payment_id = s.payment_id)),
  zones as materialized (
    select id, timezone from app.events where id in (select event_id from counted) for key share)
  insert into app.daily_figures (account_id, event_id, day, kind, ref_id, label, n, gross, discount, fees, tax)
  select c.account_id, c.event_id, (c.at at time zone z.timezone)::date, c.kind, 0, c.provider, sum(c.sign),
    sum(c.sign * c.amount), 0, sum(c.sign * c.fee), 0
  from counted c join zones z on z.id = c.event_id
  group by 1, 2, 3, 4, 6 having sum(c.sign) <> 0 or sum(c.sign * c.amount) <> 0;
  select array_agg(row(o.account_id, o.event_id, o.completed_at, p.provider, p.amount, p.application_fee, s.sign)::app.figured_payment)
  into paid
  from (
    select payment_id, sum(sign) as sign from (
      select distinct payment_id, 1 as sign from unnest(was) where is_duplicate
      union all select distinct payment_id, -1 from unnest(are) where is_duplicate) d
    group by payment_id having sum(sign) <> 0) s
  join app.payments p on p.id = s.payment_id and p.status = 'succeeded' join app.orders o on o.id = p.order_id
  where o.completed_at is not null;
  if paid is not null then perform app.add_payment_figures(paid); end if;
end $$;

-- What the figures lack of what their records say now. Nobody writes figures meanwhile: their tables are locked above.
insert into app.daily_figures (account_id, event_id, day, kind, ref_id, label, n, gross, discount, fees, tax, tax_added)
  select account_id, event_id, day, kind, ref_id, label, sum(n), sum(gross), sum(discount), sum(fees), sum(tax), sum(tax_added)
  from (
    select account_id, event_id, day, kind, ref_id, label, n, gross, discount, fees, tax, tax_added
    from app.daily_figures_recomputed where kind in ('payments', 'refunds', 'disputes')
    union all
    select account_id, event_id, day, kind, ref_id, label, -n, -gross, -discount, -fees, -tax, -tax_added
    from app.daily_figures where kind in ('payments', 'refunds', 'disputes')) both_sides
  group by account_id, event_id, day, kind, ref_id, label
  having sum(n) <> 0 or sum(gross) <> 0 or sum(discount) <> 0 or sum(fees) <> 0 or sum(tax) <> 0 or sum(tax_added) <> 0;
