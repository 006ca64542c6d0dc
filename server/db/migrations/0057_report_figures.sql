-- What reports need of the daily figures beyond what 0045 keeps.
--   tax_added    of sales and settled: the part of tax that was charged on top, so that list prices can be told
--   untaxed      0       n units, gross what lines without any tax brought, fees the part of it that is fees
-- Money of a payment that came too late was never sold, so its way back is no refund of a sale.
alter table app.daily_figures add column tax_added bigint not null default 0;
alter table app.daily_figures drop constraint daily_figures_kind_check;
alter table app.daily_figures add constraint daily_figures_kind_check check (kind in ('orders', 'sources', 'promos', 'sales',
  'charges', 'untaxed', 'issued', 'cancelled', 'refunds', 'disputes', 'settled'));

create function app.is_untaxed(total bigint, charges jsonb) returns boolean language sql immutable parallel safe as
  $$ select total <> 0 and not charges @> '[{"type": "tax"}]' $$;

create or replace view app.daily_figures_recomputed as
  with sold as not materialized (
    select o.*, (o.completed_at at time zone e.timezone)::date as day
    from app.orders o join app.events e on e.id = o.event_id where o.completed_at is not null),
  lines as not materialized (
    select o.event_id, o.day, i.* from sold o join app.order_items i on i.order_id = o.id where i.moved_from_id is null),
  -- A payment that came twice or too late is no part of what buyers paid, so nothing of it goes back either.
  gone as not materialized (
    select o.account_id, o.event_id, o.order_id, o.kind, o.amount, o.payment_id, (o.at at time zone e.timezone)::date as day
    from (
      select r.account_id, s.event_id, r.order_id, 'refunds' as kind, r.amount, r.payment_id, coalesce(r.settled_at, r.created_at) as at
      from app.refunds r join app.orders s on s.id = r.order_id where r.status = 'succeeded'
      union all
      select d.account_id, s.event_id, d.order_id, 'disputes', d.amount, d.payment_id, d.lost_at
      from app.disputes d join app.orders s on s.id = d.order_id where d.status = 'lost') o
    join app.events e on e.id = o.event_id
    where not exists (
      select from app.refunds x where x.order_id = o.order_id and x.payment_id = o.payment_id and x.reason in ('duplicate', 'late_payment'))),
  moved as not materialized (
    select m.*, i.price_id, (m.settled_at at time zone e.timezone)::date as day
    from app.ticket_moves m join app.events e on e.id = m.event_id join app.order_items i on i.id = m.to_item_id
    where m.settled_at is not null),
  facts as not materialized (
    select account_id, event_id, day, 'orders' as kind, is_manual::int::bigint as ref_id, '' as label, 1::bigint as n,
      total as gross, discount_total as discount, fee_total as fees, tax_added_total + tax_included_total as tax, 0::bigint as tax_added from sold
    union all
    select account_id, event_id, day, 'sources', case when is_manual then 0 else coalesce(affiliate_id, 0) end,
      app.source_label(is_manual, affiliate_id, source), 1, total, discount_total, 0, 0, 0 from sold
    union all
    select account_id, event_id, day, 'promos', promo_code_id, '', 1, total, discount_total, 0, 0, 0 from sold
    where promo_code_id is not null
    union all
    select account_id, event_id, day, 'sales', price_id, '', quantity, quantity * unit_total, quantity * unit_discount,
      quantity * unit_fees, quantity * (unit_tax_added + unit_tax_included), quantity * unit_tax_added from lines
    union all
    select account_id, event_id, day, 'untaxed', 0, '', quantity, quantity * unit_total, 0, quantity * unit_fees, 0, 0 from lines
    where app.is_untaxed(unit_total, charges)
    union all
    select l.account_id, event_id, day, 'charges', (c->>'id')::bigint, app.charge_label(c), quantity,
      quantity * case c->>'type' when 'fee' then unit_list - unit_discount
        else unit_total - unit_tax_added - unit_tax_included end, 0,
      case c->>'type' when 'fee' then quantity * (c->>'value')::bigint else 0 end,
      case c->>'type' when 'fee' then 0 else quantity * (c->>'value')::bigint end, 0
    from lines l, jsonb_array_elements(charges) c
    union all
    select a.account_id, a.event_id, (a.created_at at time zone e.timezone)::date, 'issued', a.price_id, '', 1, 0, 0, 0, 0, 0
    from app.attendees a join app.events e on e.id = a.event_id
    union all
    select a.account_id, a.event_id, (coalesce(a.cancelled_at, a.created_at) at time zone e.timezone)::date, 'cancelled',
      a.price_id, '', 1, 0, 0, 0, 0, 0
    from app.attendees a join app.events e on e.id = a.event_id where a.status = 'cancelled'
    union all
    select account_id, event_id, day, kind, 0, '', 1, amount, 0, 0, 0, 0 from gone
    union all
    select account_id, event_id, day, 'settled', price_id, '', 1, total, discount, fees, tax_added + tax_included, tax_added from moved
    union all
    select account_id, event_id, day, 'untaxed', 0, '', 0, total, 0, fees, 0, 0 from moved where app.is_untaxed(total, charges)
    union all
    select m.account_id, event_id, day, 'charges', (c->>'id')::bigint, app.charge_label(c), 0,
      case c->>'type' when 'fee' then list - discount else total - tax_added - tax_included end, 0,
      case c->>'type' when 'fee' then (c->>'value')::bigint else 0 end,
      case c->>'type' when 'fee' then 0 else (c->>'value')::bigint end, 0
    from moved m, jsonb_array_elements(charges) c)
  select account_id, event_id, day, kind, ref_id, label, sum(n)::bigint as n, sum(gross)::bigint as gross,
    sum(discount)::bigint as discount, sum(fees)::bigint as fees, sum(tax)::bigint as tax,
    sum(tax_added)::bigint as tax_added
  from facts group by account_id, event_id, day, kind, ref_id, label;

create or replace function app.fold_figures(of_event bigint) returns void language plpgsql as $$
begin
  perform from app.events where id = of_event for key share;
  with gone as (
    delete from app.daily_figures where event_id = of_event
      and day in (select day from app.daily_figures where event_id = of_event and not is_folded)
    returning account_id, day, kind, ref_id, label, n, gross, discount, fees, tax, tax_added)
  insert into app.daily_figures (account_id, event_id, day, kind, ref_id, label, n, gross, discount, fees, tax, tax_added, is_folded)
  select account_id, of_event, day, kind, ref_id, label, sum(n), sum(gross), sum(discount), sum(fees), sum(tax), sum(tax_added), true
  from gone group by account_id, day, kind, ref_id, label
  having sum(n) <> 0 or sum(gross) <> 0 or sum(discount) <> 0 or sum(fees) <> 0 or sum(tax) <> 0
    or sum(tax_added) <> 0;
end $$;

create or replace function app.refigure_event() returns trigger language plpgsql as $$
begin
  -- Waits for everybody who writes figures by the zone before. The next statements see what those wrote.
  perform from app.events where id = new.id for update;
  delete from app.daily_figures where event_id = new.id;
  insert into app.daily_figures (account_id, event_id, day, kind, ref_id, label, n, gross, discount, fees, tax, tax_added, is_folded)
  select account_id, event_id, day, kind, ref_id, label, n, gross, discount, fees, tax, tax_added, true
  from app.daily_figures_recomputed where event_id = new.id;
  return null;
end $$;

create or replace function app.add_order_figures(changed app.figured_order[]) returns void language sql as $$
  with zones as materialized (
    select id, timezone from app.events where id in (select event_id from unnest(changed)) for key share),
  sold as materialized (
    select c.*, (c.completed_at at time zone z.timezone)::date as day from unnest(changed) c join zones z on z.id = c.event_id),
  lines as materialized (
    select s.account_id, s.event_id, s.day, i.price_id, s.sign * i.quantity as units, i.unit_total, i.unit_list,
      i.unit_discount, i.unit_fees, i.unit_tax_added + i.unit_tax_included as unit_tax, i.unit_tax_added, i.charges
    from sold s join app.order_items i on i.order_id = s.id where i.moved_from_id is null),
  added as (
    select account_id, event_id, day, 'orders' as kind, is_manual::int::bigint as ref_id, '' as label, sum(sign) as n,
      sum(sign * total) as gross, sum(sign * discount) as discount, sum(sign * fees) as fees, sum(sign * tax) as tax, 0 as tax_added
    from sold group by account_id, event_id, day, is_manual
    union all
    select account_id, event_id, day, 'sources', case when is_manual then 0 else coalesce(affiliate_id, 0) end,
      app.source_label(is_manual, affiliate_id, source), sum(sign), sum(sign * total), sum(sign * discount), 0, 0, 0
    from sold group by 1, 2, 3, 4, 5, 6
    union all
    select account_id, event_id, day, 'promos', promo_code_id, '', sum(sign), sum(sign * total), sum(sign * discount), 0, 0, 0
    from sold where promo_code_id is not null group by account_id, event_id, day, promo_code_id
    union all
    select account_id, event_id, day, 'sales', price_id, '', sum(units), sum(units * unit_total), sum(units * unit_discount),
      sum(units * unit_fees), sum(units * unit_tax), sum(units * unit_tax_added)
    from lines group by account_id, event_id, day, price_id
    union all
    select account_id, event_id, day, 'untaxed', 0, '', sum(units), sum(units * unit_total), 0, sum(units * unit_fees), 0, 0
    from lines where app.is_untaxed(unit_total, charges) group by account_id, event_id, day
    union all
    select account_id, event_id, day, 'charges', (c->>'id')::bigint, app.charge_label(c), sum(units),
      sum(units * case c->>'type' when 'fee' then unit_list - unit_discount else unit_total - unit_tax end), 0,
      sum(case c->>'type' when 'fee' then units * (c->>'value')::bigint else 0 end),
      sum(case c->>'type' when 'fee' then 0 else units * (c->>'value')::bigint end), 0
    from lines, jsonb_array_elements(charges) c group by 1, 2, 3, 4, 5, 6)
  insert into app.daily_figures (account_id, event_id, day, kind, ref_id, label, n, gross, discount, fees, tax, tax_added)
  select * from added where n <> 0 or gross <> 0 or discount <> 0 or fees <> 0 or tax <> 0 or tax_added <> 0;
$$;

create or replace function app.money_back_of(orders bigint[], without_refunds bigint[], without_disputes bigint[])
  returns app.money_back[] language sql stable as $$
  select array_agg(row(b.*)::app.money_back) from (
    select account_id, order_id, payment_id, 'refunds', amount, case when status = 'succeeded' then coalesce(settled_at, created_at) end,
      reason in ('duplicate', 'late_payment')
    from app.refunds where order_id = any(orders) and id <> all(without_refunds)
    union all
    select account_id, order_id, payment_id, 'disputes', amount, case when status = 'lost' then lost_at end, false
    from app.disputes where order_id = any(orders) and id <> all(without_disputes)) b
$$;

create or replace function app.figure_refunds() returns trigger language plpgsql as $$
declare
  orders bigint[] := array(select distinct order_id from after);
  others app.money_back[] := app.money_back_of(orders, array(select id from after), '{}');
  was app.money_back[] := '{}';
  are app.money_back[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(row(account_id, order_id, payment_id, 'refunds', amount,
      case when status = 'succeeded' then coalesce(settled_at, created_at) end, reason in ('duplicate', 'late_payment'))::app.money_back) into was from before;
  end if;
  select array_agg(row(account_id, order_id, payment_id, 'refunds', amount,
    case when status = 'succeeded' then coalesce(settled_at, created_at) end, reason in ('duplicate', 'late_payment'))::app.money_back) into are from after;
  perform app.add_money_back(others || was, others || are);
  return null;
end $$;

create or replace function app.figure_move(move app.ticket_moves, sign int) returns void language sql as $$
  with dated as materialized (
    select (move.settled_at at time zone e.timezone)::date as day from app.events e where e.id = move.event_id for key share)
  insert into app.daily_figures (account_id, event_id, day, kind, ref_id, label, n, gross, discount, fees, tax, tax_added)
  select move.account_id, move.event_id, day, 'settled', i.price_id, '', sign, sign * move.total, sign * move.discount,
    sign * move.fees, sign * (move.tax_added + move.tax_included), sign * move.tax_added
  from dated, app.order_items i where i.id = move.to_item_id
  union all
  select move.account_id, move.event_id, day, 'untaxed', 0, '', 0, sign * move.total, 0, sign * move.fees, 0, 0
  from dated where app.is_untaxed(move.total, move.charges)
  union all
  select move.account_id, move.event_id, day, 'charges', (c->>'id')::bigint, app.charge_label(c), 0,
    sign * case c->>'type' when 'fee' then move.list - move.discount else move.total - move.tax_added - move.tax_included end, 0,
    sign * case c->>'type' when 'fee' then (c->>'value')::bigint else 0 end,
    sign * case c->>'type' when 'fee' then 0 else (c->>'value')::bigint end, 0
  from dated, jsonb_array_elements(move.charges) c
$$;

-- What the figures lack of what their records say now. Nobody writes figures meanwhile: the table is locked above.
insert into app.daily_figures (account_id, event_id, day, kind, ref_id, label, n, gross, discount, fees, tax, tax_added)
  select account_id, event_id, day, kind, ref_id, label, sum(n), sum(gross), sum(discount), sum(fees), sum(tax), sum(tax_added)
  from (
    select account_id, event_id, day, kind, ref_id, label, n, gross, discount, fees, tax, tax_added
    from app.daily_figures_recomputed
    union all
    select account_id, event_id, day, kind, ref_id, label, -n, -gross, -discount, -fees, -tax, -tax_added
    from app.daily_figures) both_sides
  group by account_id, event_id, day, kind, ref_id, label
  having sum(n) <> 0 or sum(gross) <> 0 or sum(discount) <> 0 or sum(fees) <> 0 or sum(tax) <> 0 or sum(tax_added) <> 0;

-- Orders, refunds and disputes of some days.
create index orders_by_completion on app.orders (event_id, completed_at) where completed_at is not null;
create index refunds_by_time on app.refunds (account_id, coalesce(settled_at, created_at)) where status = 'succeeded';
