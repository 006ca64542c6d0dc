-- What was sold by the answer to a question with options, on each day in the event's zone, written as it happens. Rows are
-- only added, as those of daily figures are, and folded with them. A table of its own, since a question may have a hundred
-- options and the dashboard reads all daily figures of a day.
--   answer  one option, or '' for any answer at all
--   orders  completed orders with that answer, each once
--   sold    units that have it: one for an answer about a ticket, all of the order's for one about the order
--   paid    what was paid for those units when they were sold, in minor units
-- Other kinds of questions are left out: what people wrote by themselves is kept in one place only.
create table app.answer_figures (
  account_id bigint not null,
  event_id bigint not null,
  question_id bigint not null,
  day date not null,
  answer text not null,
  orders bigint not null,
  sold bigint not null,
  paid bigint not null,
  is_folded boolean not null default false
);
alter table app.answer_figures set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_insert_threshold = 1000, autovacuum_vacuum_insert_scale_factor = 0);
create index answer_figures_event on app.answer_figures (event_id, question_id, day);
create index answer_figures_loose on app.answer_figures (event_id, question_id, day) where not is_folded;

create function app.is_choice(type text, value jsonb) returns boolean language sql immutable parallel safe as
  $$ select type in ('dropdown', 'radio', 'checkbox') and value not in ('""', '[]', 'null') $$;

-- The options of one answer, and '' for the answer itself.
create function app.options_of(value jsonb) returns table (answer text) language sql immutable parallel safe as $$
  select ''
  union all
  select jsonb_array_elements_text(case jsonb_typeof(value) when 'array' then value else jsonb_build_array(value) end)
$$;

-- What was sold with an answer. A ticket that was moved since counts as it was sold.
create function app.units_of_answer(of_order bigint, of_attendee bigint) returns table (sold bigint, paid bigint)
  language sql stable parallel safe as $$
  select 1::bigint, s.unit_total::bigint
  from app.attendees p join app.order_items i on i.id = p.order_item_id
  join app.order_items s on s.id = coalesce(i.moved_from_id, i.id) where p.id = of_attendee
  union all
  select sum(quantity)::bigint, sum(quantity * unit_total)::bigint
  from app.order_items where of_attendee is null and order_id = of_order and moved_from_id is null having count(*) > 0
$$;

-- The same from the records themselves.
create view app.answer_figures_recomputed as
  with units as not materialized (
    select id as order_id, null::bigint as attendee_id, sold, paid
    from app.orders o join (
      select order_id, sum(quantity)::bigint as sold, sum(quantity * unit_total)::bigint as paid
      from app.order_items where moved_from_id is null group by order_id) i on i.order_id = o.id
    union all
    select p.order_id, p.id, 1, s.unit_total
    from app.attendees p join app.order_items i on i.id = p.order_item_id
    join app.order_items s on s.id = coalesce(i.moved_from_id, i.id)),
  answered as (
    select o.account_id, o.event_id, a.question_id, (o.completed_at at time zone e.timezone)::date as day, v.answer, o.id,
      sum(u.sold) as sold, sum(u.paid) as paid
    from app.answers a join app.orders o on o.id = a.order_id join app.events e on e.id = o.event_id
    join units u on u.order_id = a.order_id and coalesce(u.attendee_id, 0) = coalesce(a.attendee_id, 0)
    cross join lateral app.options_of(a.value) v
    where o.completed_at is not null and app.is_choice(a.type, a.value)
    group by o.account_id, o.event_id, a.question_id, 4, v.answer, o.id)
  select account_id, event_id, question_id, day, answer, count(*)::bigint as orders, sum(sold)::bigint as sold,
    sum(paid)::bigint as paid
  from answered group by account_id, event_id, question_id, day, answer;

create function app.fold_answer_figures(of_event bigint) returns void language plpgsql as $$
begin
  perform from app.events where id = of_event for key share;
  with gone as (
    delete from app.answer_figures where event_id = of_event and (question_id, day) in (
      select question_id, day from app.answer_figures where event_id = of_event and not is_folded)
    returning account_id, question_id, day, answer, orders, sold, paid)
  insert into app.answer_figures (account_id, event_id, question_id, day, answer, orders, sold, paid, is_folded)
  select account_id, of_event, question_id, day, answer, sum(orders), sum(sold), sum(paid), true
  from gone group by account_id, question_id, day, answer
  having sum(orders) <> 0 or sum(sold) <> 0 or sum(paid) <> 0;
end $$;

-- In another zone the days begin at other times.
create function app.refigure_answers() returns trigger language plpgsql as $$
begin
  perform from app.events where id = new.id for update;
  delete from app.answer_figures where event_id = new.id;
  insert into app.answer_figures (account_id, event_id, question_id, day, answer, orders, sold, paid, is_folded)
  select account_id, event_id, question_id, day, answer, orders, sold, paid, true
  from app.answer_figures_recomputed where event_id = new.id;
  return null;
end $$;
create trigger refigure_answers after update of timezone on app.events
  for each row when (old.timezone <> new.timezone) execute function app.refigure_answers();

create type app.given_answer as (
  account_id bigint, event_id bigint, completed_at timestamptz, order_id bigint, question_id bigint, attendee_id bigint,
  value jsonb, sign bigint);

-- Whoever calls it gives all answers of an order to a question, or none of them: an order counts once for an option.
create function app.add_answer_figures(given app.given_answer[]) returns void language sql as $$
  with zones as materialized (
    select id, timezone from app.events where id in (select event_id from unnest(given)) for key share),
  answered as (
    select g.account_id, g.event_id, g.question_id, (g.completed_at at time zone z.timezone)::date as day, v.answer,
      g.sign, g.sign * sum(u.sold) as sold, g.sign * sum(u.paid) as paid
    from unnest(given) g join zones z on z.id = g.event_id
    cross join lateral app.units_of_answer(g.order_id, g.attendee_id) u cross join lateral app.options_of(g.value) v
    group by 1, 2, 3, 4, 5, g.order_id, g.sign),
  added as (
    select account_id, event_id, question_id, day, answer, sum(sign) as orders, sum(sold) as sold, sum(paid) as paid
    from answered group by account_id, event_id, question_id, day, answer)
  insert into app.answer_figures (account_id, event_id, question_id, day, answer, orders, sold, paid)
  select * from added where orders <> 0 or sold <> 0 or paid <> 0;
$$;

-- ---------------------------------------------------------------- answers of completed orders
-- An order is completed before its answers are written or after them, by another statement either way. One statement may add
-- and change answers, of different orders, tickets or questions.

create type app.changed_answer as (
  id bigint, order_id bigint, question_id bigint, attendee_id bigint, type text, value jsonb);

create function app.change_answer_figures(was app.changed_answer[], are app.changed_answer[]) returns void
  language plpgsql as $$
declare
  given app.given_answer[];
begin
  with touched as materialized (select * from unnest(was || are)),
  others as (
    select a.id, a.order_id, a.question_id, a.attendee_id, a.type, a.value
    from (select distinct order_id, question_id from touched) t
    join app.answers a on a.order_id = t.order_id and a.question_id = t.question_id
    where a.id not in (select id from touched)),
  sides as (
    select *, -1 as sign from unnest(was) union all select *, -1 from others
    union all
    select *, 1 from unnest(are) union all select *, 1 from others)
  select array_agg(row(o.account_id, o.event_id, o.completed_at, s.order_id, s.question_id, s.attendee_id, s.value,
    s.sign)::app.given_answer) into given
  from sides s join app.orders o on o.id = s.order_id
  where o.completed_at is not null and app.is_choice(s.type, s.value);
  if given is not null then perform app.add_answer_figures(given); end if;
end $$;

create function app.figure_answers() returns trigger language plpgsql as $$
declare
  was app.changed_answer[] := '{}';
  are app.changed_answer[] := '{}';
begin
  if tg_op <> 'INSERT' then
    was := array(select row(id, order_id, question_id, attendee_id, type, value)::app.changed_answer from before);
  end if;
  if tg_op <> 'DELETE' then
    are := array(select row(id, order_id, question_id, attendee_id, type, value)::app.changed_answer from after);
  end if;
  if cardinality(was || are) > 0 then perform app.change_answer_figures(was, are); end if;
  return null;
end $$;
create trigger figure_new_answers after insert on app.answers
  referencing new table as after for each statement execute function app.figure_answers();
create trigger figure_changed_answers after update on app.answers
  referencing old table as before new table as after for each statement execute function app.figure_answers();
create trigger figure_gone_answers after delete on app.answers
  referencing old table as before for each statement execute function app.figure_answers();
alter table app.answers enable always trigger figure_new_answers;
alter table app.answers enable always trigger figure_changed_answers;
alter table app.answers enable always trigger figure_gone_answers;
alter table app.events enable always trigger refigure_answers;

-- ---------------------------------------------------------------- orders that are completed

create function app.add_answers_of_orders(changed app.figured_order[]) returns void language plpgsql as $$
declare
  given app.given_answer[];
begin
  select array_agg(row(c.account_id, c.event_id, c.completed_at, a.order_id, a.question_id, a.attendee_id, a.value,
    c.sign)::app.given_answer) into given
  from (select id, account_id, event_id, completed_at, sum(sign) as sign from unnest(changed)
    group by id, account_id, event_id, completed_at having sum(sign) <> 0) c
  join app.answers a on a.order_id = c.id where app.is_choice(a.type, a.value);
  if given is not null then perform app.add_answer_figures(given); end if;
end $$;

create or replace function app.figure_orders() returns trigger language plpgsql as $$
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
  if changed is not null then
    perform app.add_order_figures(changed);
    perform app.add_answers_of_orders(changed);
  end if;
  return null;
end $$;

create or replace function app.figure_new_orders() returns trigger language plpgsql as $$
declare
  changed app.figured_order[];
begin
  if not exists (select from after where completed_at is not null) then return null; end if;
  select array_agg(row(id, account_id, event_id, completed_at, total, discount_total, fee_total,
    tax_added_total + tax_included_total, is_manual, affiliate_id, source, promo_code_id, 1)::app.figured_order)
  into changed from after where completed_at is not null;
  perform app.add_order_figures(changed);
  perform app.add_answers_of_orders(changed);
  return null;
end $$;

insert into app.answer_figures (account_id, event_id, question_id, day, answer, orders, sold, paid, is_folded)
  select account_id, event_id, question_id, day, answer, orders, sold, paid, true from app.answer_figures_recomputed;
