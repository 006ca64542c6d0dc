-- What happened to an event on each day in its zone, written as it happens. Rows are only added, as those of tallies are;
-- readers and a tick fold many into one. A figure is the sum of its rows. Money is in minor units.
--   orders     1 if the team added them, else 0     n completed orders and their money
--   sources    affiliate or 0     label: where they came from; n orders and what they brought
--   promos     promo code         n orders that used it, what they brought and what it took off
--   sales      price              n units of their lines and their money
--   charges    tax or fee         label: how it was charged; n units, gross what it is a part of without any tax, and
--                                 fees or tax what it brought
--   issued     price              n attendees, whatever became of them
--   cancelled  price              n attendees that were cancelled
--   refunds    0                  n refunds, gross what went back
--   disputes   0                  n lost disputes, gross what banks took back
--   settled    price              n moves settled by hand and their money; label and charges as of sales
-- Sales count on the day of completion, all others on the day on which they happened. No foreign keys, as for tallies.
create table app.daily_figures (
  account_id bigint not null,
  event_id bigint not null,
  day date not null,
  kind text not null check (kind in ('orders', 'sources', 'promos', 'sales', 'charges', 'issued', 'cancelled', 'refunds',
    'disputes', 'settled')),
  ref_id bigint not null,
  label text not null,
  n bigint not null,
  gross bigint not null,
  discount bigint not null,
  fees bigint not null,
  tax bigint not null,
  is_folded boolean not null default false
);
alter table app.daily_figures set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_insert_threshold = 1000, autovacuum_vacuum_insert_scale_factor = 0);
create index daily_figures_event on app.daily_figures (event_id, day);
create index daily_figures_loose on app.daily_figures (event_id, day) where not is_folded;

-- Where the buyer came from, as a class: a host or the words of a campaign, never a person or a whole address. Null if
-- nothing is known.
alter table app.orders add column source text check (length(source) between 1 and 200);

-- On which day a bank took money back for good.
alter table app.disputes add column lost_at timestamptz;
update app.disputes set lost_at = updated_at where status = 'lost';
create function app.date_lost_dispute() returns trigger language plpgsql as $$
begin
  new.lost_at := case when new.status <> 'lost' then null
    else coalesce(case when tg_op = 'UPDATE' then old.lost_at end, new.lost_at, app.now()) end;
  return new;
end $$;
create trigger date_lost_dispute before insert or update on app.disputes
  for each row execute function app.date_lost_dispute();

-- How a tax or fee was charged, without its amount: the same for all lines that were charged alike.
create function app.charge_label(charge jsonb) returns text language sql immutable parallel safe as
  $$ select (charge - 'value')::text $$;

create function app.source_label(by_hand boolean, affiliate_id bigint, source text) returns text
  language sql immutable parallel safe as
  $$ select case when by_hand then 'by_hand' when affiliate_id is not null then 'affiliate' else coalesce(source, 'direct') end $$;

-- The same from the records themselves.
create view app.daily_figures_recomputed as
  with sold as not materialized (
    select o.*, (o.completed_at at time zone e.timezone)::date as day
    from app.orders o join app.events e on e.id = o.event_id where o.completed_at is not null),
  lines as not materialized (
    select o.event_id, o.day, i.* from sold o join app.order_items i on i.order_id = o.id where i.moved_from_id is null),
  -- A payment that came twice is no part of what buyers paid, so nothing of it goes back either.
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
      select from app.refunds x where x.order_id = o.order_id and x.payment_id = o.payment_id and x.reason = 'duplicate')),
  moved as not materialized (
    select m.*, i.price_id, (m.settled_at at time zone e.timezone)::date as day
    from app.ticket_moves m join app.events e on e.id = m.event_id join app.order_items i on i.id = m.to_item_id
    where m.settled_at is not null),
  facts as not materialized (
    select account_id, event_id, day, 'orders' as kind, is_manual::int::bigint as ref_id, '' as label, 1::bigint as n,
      total as gross, discount_total as discount, fee_total as fees, tax_added_total + tax_included_total as tax from sold
    union all
    select account_id, event_id, day, 'sources', case when is_manual then 0 else coalesce(affiliate_id, 0) end,
      app.source_label(is_manual, affiliate_id, source), 1, total, discount_total, 0, 0 from sold
    union all
    select account_id, event_id, day, 'promos', promo_code_id, '', 1, total, discount_total, 0, 0 from sold
    where promo_code_id is not null
    union all
    select account_id, event_id, day, 'sales', price_id, '', quantity, quantity * unit_total, quantity * unit_discount,
      quantity * unit_fees, quantity * (unit_tax_added + unit_tax_included) from lines
    union all
    select l.account_id, event_id, day, 'charges', (c->>'id')::bigint, app.charge_label(c), quantity,
      quantity * case c->>'type' when 'fee' then unit_list - unit_discount
        else unit_total - unit_tax_added - unit_tax_included end, 0,
      case c->>'type' when 'fee' then quantity * (c->>'value')::bigint else 0 end,
      case c->>'type' when 'fee' then 0 else quantity * (c->>'value')::bigint end
    from lines l, jsonb_array_elements(charges) c
    union all
    select a.account_id, a.event_id, (a.created_at at time zone e.timezone)::date, 'issued', a.price_id, '', 1, 0, 0, 0, 0
    from app.attendees a join app.events e on e.id = a.event_id
    union all
    select a.account_id, a.event_id, (coalesce(a.cancelled_at, a.created_at) at time zone e.timezone)::date, 'cancelled',
      a.price_id, '', 1, 0, 0, 0, 0
    from app.attendees a join app.events e on e.id = a.event_id where a.status = 'cancelled'
    union all
    select account_id, event_id, day, kind, 0, '', 1, amount, 0, 0, 0 from gone
    union all
    select account_id, event_id, day, 'settled', price_id, '', 1, total, discount, fees, tax_added + tax_included from moved
    union all
    select m.account_id, event_id, day, 'charges', (c->>'id')::bigint, app.charge_label(c), 0,
      case c->>'type' when 'fee' then list - discount else total - tax_added - tax_included end, 0,
      case c->>'type' when 'fee' then (c->>'value')::bigint else 0 end,
      case c->>'type' when 'fee' then 0 else (c->>'value')::bigint end
    from moved m, jsonb_array_elements(charges) c)
  select account_id, event_id, day, kind, ref_id, label, sum(n)::bigint as n, sum(gross)::bigint as gross,
    sum(discount)::bigint as discount, sum(fees)::bigint as fees, sum(tax)::bigint as tax
  from facts group by account_id, event_id, day, kind, ref_id, label;

insert into app.daily_figures (account_id, event_id, day, kind, ref_id, label, n, gross, discount, fees, tax, is_folded)
  select account_id, event_id, day, kind, ref_id, label, n, gross, discount, fees, tax, true from app.daily_figures_recomputed;

-- Makes one row of many on the days to which something was added. Whoever writes figures holds the event's key, as each
-- foreign key to the event does, so that none is written by another zone while they are computed anew. Two folds at once
-- are right too: each adds up only what it took away itself.
create function app.fold_figures(of_event bigint) returns void language plpgsql as $$
begin
  perform from app.events where id = of_event for key share;
  with gone as (
    delete from app.daily_figures where event_id = of_event
      and day in (select day from app.daily_figures where event_id = of_event and not is_folded)
    returning account_id, day, kind, ref_id, label, n, gross, discount, fees, tax)
  insert into app.daily_figures (account_id, event_id, day, kind, ref_id, label, n, gross, discount, fees, tax, is_folded)
  select account_id, of_event, day, kind, ref_id, label, sum(n), sum(gross), sum(discount), sum(fees), sum(tax), true
  from gone group by account_id, day, kind, ref_id, label
  having sum(n) <> 0 or sum(gross) <> 0 or sum(discount) <> 0 or sum(fees) <> 0 or sum(tax) <> 0;
end $$;

-- In another zone the days begin at other times.
create function app.refigure_event() returns trigger language plpgsql as $$
begin
  -- Waits for everybody who writes figures by the zone before. The next statements see what those wrote.
  perform from app.events where id = new.id for update;
  delete from app.daily_figures where event_id = new.id;
  insert into app.daily_figures (account_id, event_id, day, kind, ref_id, label, n, gross, discount, fees, tax, is_folded)
  select account_id, event_id, day, kind, ref_id, label, n, gross, discount, fees, tax, true
  from app.daily_figures_recomputed where event_id = new.id;
  return null;
end $$;
create trigger refigure_event after update of timezone on app.events
  for each row when (old.timezone <> new.timezone) execute function app.refigure_event();

-- ---------------------------------------------------------------- orders

create type app.figured_order as (
  id bigint, account_id bigint, event_id bigint, completed_at timestamptz, total bigint, discount bigint, fees bigint,
  tax bigint, is_manual boolean, affiliate_id bigint, source text, promo_code_id bigint, sign bigint);

create function app.add_order_figures(changed app.figured_order[]) returns void language sql as $$
  with zones as materialized (
    select id, timezone from app.events where id in (select event_id from unnest(changed)) for key share),
  sold as materialized (
    select c.*, (c.completed_at at time zone z.timezone)::date as day from unnest(changed) c join zones z on z.id = c.event_id),
  lines as materialized (
    select s.account_id, s.event_id, s.day, i.price_id, s.sign * i.quantity as units, i.unit_total, i.unit_list,
      i.unit_discount, i.unit_fees, i.unit_tax_added + i.unit_tax_included as unit_tax, i.charges
    from sold s join app.order_items i on i.order_id = s.id where i.moved_from_id is null),
  added as (
    select account_id, event_id, day, 'orders' as kind, is_manual::int::bigint as ref_id, '' as label, sum(sign) as n,
      sum(sign * total) as gross, sum(sign * discount) as discount, sum(sign * fees) as fees, sum(sign * tax) as tax
    from sold group by account_id, event_id, day, is_manual
    union all
    select account_id, event_id, day, 'sources', case when is_manual then 0 else coalesce(affiliate_id, 0) end,
      app.source_label(is_manual, affiliate_id, source), sum(sign), sum(sign * total), sum(sign * discount), 0, 0
    from sold group by 1, 2, 3, 4, 5, 6
    union all
    select account_id, event_id, day, 'promos', promo_code_id, '', sum(sign), sum(sign * total), sum(sign * discount), 0, 0
    from sold where promo_code_id is not null group by account_id, event_id, day, promo_code_id
    union all
    select account_id, event_id, day, 'sales', price_id, '', sum(units), sum(units * unit_total), sum(units * unit_discount),
      sum(units * unit_fees), sum(units * unit_tax)
    from lines group by account_id, event_id, day, price_id
    union all
    select account_id, event_id, day, 'charges', (c->>'id')::bigint, app.charge_label(c), sum(units),
      sum(units * case c->>'type' when 'fee' then unit_list - unit_discount else unit_total - unit_tax end), 0,
      sum(case c->>'type' when 'fee' then units * (c->>'value')::bigint else 0 end),
      sum(case c->>'type' when 'fee' then 0 else units * (c->>'value')::bigint end)
    from lines, jsonb_array_elements(charges) c group by 1, 2, 3, 4, 5, 6)
  insert into app.daily_figures (account_id, event_id, day, kind, ref_id, label, n, gross, discount, fees, tax)
  select * from added where n <> 0 or gross <> 0 or discount <> 0 or fees <> 0 or tax <> 0;
$$;

create function app.figure_orders() returns trigger language plpgsql as $$
declare
  changed app.figured_order[];
begin
  -- Most updates are of holds.
  if not exists (select from after where completed_at is not null)
    and not exists (select from before where completed_at is not null) then return null; end if;
  select array_agg(row(n.*)::app.figured_order) into changed from (
    select id, account_id, event_id, completed_at, total, discount_total, fee_total, tax, is_manual, affiliate_id, source,
      promo_code_id, sum(sign)::bigint as sign
    from (
      select id, account_id, event_id, completed_at, total, discount_total, fee_total,
        tax_added_total + tax_included_total as tax, is_manual, affiliate_id, source, promo_code_id, -1 as sign
      from before where completed_at is not null
      union all
      select id, account_id, event_id, completed_at, total, discount_total, fee_total,
        tax_added_total + tax_included_total, is_manual, affiliate_id, source, promo_code_id, 1
      from after where completed_at is not null) both_sides
    group by id, account_id, event_id, completed_at, total, discount_total, fee_total, tax, is_manual, affiliate_id, source,
      promo_code_id
    having sum(sign) <> 0) n;
  if changed is not null then perform app.add_order_figures(changed); end if;
  return null;
end $$;
create trigger figure_orders after update on app.orders
  referencing old table as before new table as after for each statement execute function app.figure_orders();

-- An order that is complete from its first moment has its lines written in the same statement.
create function app.figure_new_orders() returns trigger language plpgsql as $$
declare
  changed app.figured_order[];
begin
  if not exists (select from after where completed_at is not null) then return null; end if;
  select array_agg(row(id, account_id, event_id, completed_at, total, discount_total, fee_total,
    tax_added_total + tax_included_total, is_manual, affiliate_id, source, promo_code_id, 1)::app.figured_order)
  into changed from after where completed_at is not null;
  perform app.add_order_figures(changed);
  return null;
end $$;
create trigger figure_new_orders after insert on app.orders
  referencing new table as after for each statement execute function app.figure_new_orders();

-- Its lines go after it, and are still there before.
create function app.figure_gone_order() returns trigger language plpgsql as $$
begin
  perform app.add_order_figures(array[row(old.id, old.account_id, old.event_id, old.completed_at, old.total,
    old.discount_total, old.fee_total, old.tax_added_total + old.tax_included_total, old.is_manual, old.affiliate_id,
    old.source, old.promo_code_id, -1)::app.figured_order]);
  return old;
end $$;
create trigger figure_gone_order before delete on app.orders
  for each row when (old.completed_at is not null) execute function app.figure_gone_order();

-- ---------------------------------------------------------------- attendees

create function app.figure_attendees() returns trigger language plpgsql as $$
begin
  with zones as materialized (
    select id, timezone from app.events where id in (select event_id from after) for key share),
  dated as (
    select a.account_id, a.event_id, a.price_id, a.status, (a.created_at at time zone z.timezone)::date as day,
      (coalesce(a.cancelled_at, a.created_at) at time zone z.timezone)::date as cancelled_on
    from after a join zones z on z.id = a.event_id)
  insert into app.daily_figures (account_id, event_id, day, kind, ref_id, label, n, gross, discount, fees, tax)
  select account_id, event_id, day, 'issued', price_id, '', count(*), 0, 0, 0, 0 from dated
  group by account_id, event_id, day, price_id
  union all
  select account_id, event_id, cancelled_on, 'cancelled', price_id, '', count(*), 0, 0, 0, 0 from dated
  where status = 'cancelled' group by account_id, event_id, cancelled_on, price_id;
  return null;
end $$;
create trigger figure_attendees after insert on app.attendees
  referencing new table as after for each statement execute function app.figure_attendees();

create function app.figure_changed_attendees() returns trigger language plpgsql as $$
begin
  -- Most updates are of names.
  if not exists (select from before b join after a on a.id = b.id
    where (a.status = 'cancelled', a.price_id, a.created_at, a.cancelled_at)
      is distinct from (b.status = 'cancelled', b.price_id, b.created_at, b.cancelled_at)) then return null; end if;
  with zones as materialized (
    select id, timezone from app.events where id in (select event_id from after) for key share),
  dated as (
    select a.account_id, a.event_id, a.price_id, a.status, (a.created_at at time zone z.timezone)::date as day,
      (coalesce(a.cancelled_at, a.created_at) at time zone z.timezone)::date as cancelled_on, sign
    from (
      select account_id, event_id, price_id, status, created_at, cancelled_at, -1 as sign from before
      union all select account_id, event_id, price_id, status, created_at, cancelled_at, 1 from after) a
    join zones z on z.id = a.event_id)
  insert into app.daily_figures (account_id, event_id, day, kind, ref_id, label, n, gross, discount, fees, tax)
  select account_id, event_id, day, 'issued', price_id, '', sum(sign), 0, 0, 0, 0 from dated
  group by account_id, event_id, day, price_id having sum(sign) <> 0
  union all
  select account_id, event_id, cancelled_on, 'cancelled', price_id, '', sum(sign), 0, 0, 0, 0 from dated
  where status = 'cancelled' group by account_id, event_id, cancelled_on, price_id having sum(sign) <> 0;
  return null;
end $$;
create trigger figure_changed_attendees after update on app.attendees
  referencing old table as before new table as after for each statement execute function app.figure_changed_attendees();

create function app.figure_gone_attendees() returns trigger language plpgsql as $$
begin
  with zones as materialized (
    select id, timezone from app.events where id in (select event_id from before) for key share),
  dated as (
    select a.account_id, a.event_id, a.price_id, a.status, (a.created_at at time zone z.timezone)::date as day,
      (coalesce(a.cancelled_at, a.created_at) at time zone z.timezone)::date as cancelled_on
    from before a join zones z on z.id = a.event_id)
  insert into app.daily_figures (account_id, event_id, day, kind, ref_id, label, n, gross, discount, fees, tax)
  select account_id, event_id, day, 'issued', price_id, '', -count(*), 0, 0, 0, 0 from dated
  group by account_id, event_id, day, price_id
  union all
  select account_id, event_id, cancelled_on, 'cancelled', price_id, '', -count(*), 0, 0, 0, 0 from dated
  where status = 'cancelled' group by account_id, event_id, cancelled_on, price_id;
  return null;
end $$;
create trigger figure_gone_attendees after delete on app.attendees
  referencing old table as before for each statement execute function app.figure_gone_attendees();

-- ---------------------------------------------------------------- what goes back, and what is settled by hand

create type app.money_back as (
  account_id bigint, order_id bigint, payment_id bigint, kind text, amount bigint, at timestamptz, is_duplicate boolean);

-- What changed in what went back of some orders. `was` and `are` are all their refunds and lost disputes, before and
-- after: whether one counts depends on the others of its payment.
create function app.add_money_back(was app.money_back[], are app.money_back[]) returns void language sql as $$
  with sides as materialized (
    select w.*, -1 as sign from unnest(was) w union all select a.*, 1 from unnest(are) a),
  counted as materialized (
    select s.*, o.event_id from sides s join app.orders o on o.id = s.order_id
    where s.at is not null and not exists (
      select from sides d where d.sign = s.sign and d.is_duplicate and d.payment_id = s.payment_id)),
  zones as materialized (
    select id, timezone from app.events where id in (select event_id from counted) for key share)
  insert into app.daily_figures (account_id, event_id, day, kind, ref_id, label, n, gross, discount, fees, tax)
  select c.account_id, c.event_id, (c.at at time zone z.timezone)::date, c.kind, 0, '', sum(c.sign), sum(c.sign * c.amount), 0, 0, 0
  from counted c join zones z on z.id = c.event_id
  group by 1, 2, 3, 4 having sum(c.sign) <> 0 or sum(c.sign * c.amount) <> 0;
$$;

create function app.money_back_of(orders bigint[], without_refunds bigint[], without_disputes bigint[])
  returns app.money_back[] language sql stable as $$
  select array_agg(row(b.*)::app.money_back) from (
    select account_id, order_id, payment_id, 'refunds', amount, case when status = 'succeeded' then coalesce(settled_at, created_at) end,
      reason = 'duplicate'
    from app.refunds where order_id = any(orders) and id <> all(without_refunds)
    union all
    select account_id, order_id, payment_id, 'disputes', amount, case when status = 'lost' then lost_at end, false
    from app.disputes where order_id = any(orders) and id <> all(without_disputes)) b
$$;

create function app.figure_refunds() returns trigger language plpgsql as $$
declare
  orders bigint[] := array(select distinct order_id from after);
  others app.money_back[] := app.money_back_of(orders, array(select id from after), '{}');
  was app.money_back[] := '{}';
  are app.money_back[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(row(account_id, order_id, payment_id, 'refunds', amount,
      case when status = 'succeeded' then coalesce(settled_at, created_at) end, reason = 'duplicate')::app.money_back) into was from before;
  end if;
  select array_agg(row(account_id, order_id, payment_id, 'refunds', amount,
    case when status = 'succeeded' then coalesce(settled_at, created_at) end, reason = 'duplicate')::app.money_back) into are from after;
  perform app.add_money_back(others || was, others || are);
  return null;
end $$;
create trigger figure_new_refunds after insert on app.refunds
  referencing new table as after for each statement execute function app.figure_refunds();
create trigger figure_changed_refunds after update on app.refunds
  referencing old table as before new table as after for each statement execute function app.figure_refunds();

create function app.figure_disputes() returns trigger language plpgsql as $$
declare
  orders bigint[] := array(select distinct order_id from after);
  others app.money_back[] := app.money_back_of(orders, '{}', array(select id from after));
  was app.money_back[] := '{}';
  are app.money_back[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(row(account_id, order_id, payment_id, 'disputes', amount,
      case when status = 'lost' then lost_at end, false)::app.money_back) into was from before;
  end if;
  select array_agg(row(account_id, order_id, payment_id, 'disputes', amount,
    case when status = 'lost' then lost_at end, false)::app.money_back) into are from after;
  perform app.add_money_back(others || was, others || are);
  return null;
end $$;
create trigger figure_new_disputes after insert on app.disputes
  referencing new table as after for each statement execute function app.figure_disputes();
create trigger figure_changed_disputes after update on app.disputes
  referencing old table as before new table as after for each statement execute function app.figure_disputes();

create function app.figure_move(move app.ticket_moves, sign int) returns void language sql as $$
  with dated as materialized (
    select (move.settled_at at time zone e.timezone)::date as day from app.events e where e.id = move.event_id for key share)
  insert into app.daily_figures (account_id, event_id, day, kind, ref_id, label, n, gross, discount, fees, tax)
  select move.account_id, move.event_id, day, 'settled', i.price_id, '', sign, sign * move.total, sign * move.discount,
    sign * move.fees, sign * (move.tax_added + move.tax_included)
  from dated, app.order_items i where i.id = move.to_item_id
  union all
  select move.account_id, move.event_id, day, 'charges', (c->>'id')::bigint, app.charge_label(c), 0,
    sign * case c->>'type' when 'fee' then move.list - move.discount else move.total - move.tax_added - move.tax_included end, 0,
    sign * case c->>'type' when 'fee' then (c->>'value')::bigint else 0 end,
    sign * case c->>'type' when 'fee' then 0 else (c->>'value')::bigint end
  from dated, jsonb_array_elements(move.charges) c
$$;
create function app.figure_moves() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.settled_at is not null then perform app.figure_move(old, -1); end if;
  if new.settled_at is not null then perform app.figure_move(new, 1); end if;
  return null;
end $$;
-- Moves are settled one by one.
create trigger figure_new_move after insert on app.ticket_moves
  for each row when (new.settled_at is not null) execute function app.figure_moves();
create trigger figure_settled_move after update on app.ticket_moves
  for each row when (old.settled_at is not null or new.settled_at is not null) execute function app.figure_moves();

-- Also where a bulk load leaves foreign keys unchecked: what it writes is counted all the same.
alter table app.orders enable always trigger figure_orders;
alter table app.orders enable always trigger figure_new_orders;
alter table app.orders enable always trigger figure_gone_order;
alter table app.attendees enable always trigger figure_attendees;
alter table app.attendees enable always trigger figure_changed_attendees;
alter table app.attendees enable always trigger figure_gone_attendees;

-- ---------------------------------------------------------------- views of the page

-- How often an event's page was opened on each day in its zone, and by how many visitors, by source. The empty source is
-- the whole page. Only counts. A change of the zone leaves them on the days that they were counted on.
create table app.page_views (
  account_id bigint not null,
  event_id bigint not null,
  day date not null,
  source text not null check (length(source) <= 200),
  views bigint not null check (views >= 0),
  visitors bigint not null check (visitors >= 0),
  primary key (event_id, day, source),
  foreign key (account_id, event_id) references app.events (account_id, id) on delete cascade
);

-- The random salt of a day in UTC, shared by all processes. Visitors are told apart by it, so it is deleted with its day.
-- Unlogged: it is in no log and in no copy of one, and after a crash there is a new one.
create unlogged table app.visitor_salts (
  day date primary key,
  salt bytea not null
);

-- Sketches (HyperLogLog) from which the number of visitors is estimated. A visitor leaves one of 4,096 registers, which
-- many share, and the length of a run of zero bits: nobody can be found by it. Deleted when the day is over.
create unlogged table app.visitor_registers (
  event_id bigint not null,
  day date not null,
  source text not null,
  register smallint not null,
  run smallint not null,
  seen_at timestamptz not null,
  primary key (event_id, day, source, register)
);
