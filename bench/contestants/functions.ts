/**
 * The baselines inside the database, on the product's own tables. `bench.reserve`: one order in one round trip,
 * with the same checks and the same rows as the product. `bench.complete`: completes one order in one statement.
 */
export const BASELINE_SQL = `
create schema bench;
create table bench.hot (id int primary key, n bigint not null) with (fillfactor = 20);
insert into bench.hot values (1, 0);
create table bench.entries (
  id bigint generated always as identity primary key, event_id bigint not null, email text not null,
  quantity int not null, created_at timestamptz not null default now());

create function bench.reserve(p_event bigint, p_short text, p_key text, p_prices bigint[], p_quantities int[], p_code text)
returns boolean language plpgsql as $$
declare
  v_account bigint; v_currency text; v_promo bigint; v_promo_counter bigint; v_percent numeric := 0;
  v_fits boolean; v_order bigint;
begin
  select account_id, currency into v_account, v_currency from app.events
  where id = p_event and status = 'public' and effective_end > app.now();
  if v_account is null then return false; end if;
  if p_code is not null then
    select id, counter_id, percentage into v_promo, v_promo_counter, v_percent from app.promo_codes
    where event_id = p_event and lower(code) = lower(p_code) and not disabled;
  end if;
  with asked as (
    select p.counter_id, p.ticket_id, a.n from unnest(p_prices, p_quantities) a(id, n)
    join app.ticket_prices p on p.id = a.id and p.event_id = p_event),
  demand as (
    select id, sum(n) as n from (
      select counter_id as id, n from asked
      union all
      select c.counter_id, asked.n from asked join app.capacity_assignment_tickets l on l.ticket_id = asked.ticket_id
        join app.capacity_assignments c on c.id = l.capacity_assignment_id and c.active
      union all select v_promo_counter, 1 where v_promo_counter is not null) each_one
    group by id),
  locked as materialized (
    select c.id, d.n, c.quantity is null or c.sold + c.reserved + d.n <= c.quantity as fits
    from app.counters c join demand d on d.id = c.id order by c.id for update of c),
  counted as (
    update app.counters c set reserved = c.reserved + l.n from locked l
    where l.id = c.id and (select bool_and(fits) from locked))
  select bool_and(fits) into v_fits from locked;
  if v_fits is not true then return false; end if;
  insert into app.orders (account_id, event_id, short_id, currency, locale, promo_code_id, promo_code, promo_counter_id,
    list_total, discount_total, fee_total, tax_added_total, tax_included_total, total, expires_at, idempotency_key)
  select v_account, p_event, p_short, v_currency, 'en', v_promo, case when v_promo is null then null else p_code end,
    v_promo_counter, sum(p.amount * a.n), sum(round(p.amount * v_percent / 100) * a.n), 0, 0, 0,
    sum((p.amount - round(p.amount * v_percent / 100)) * a.n), app.now() + interval '15 minutes', p_key
  from unnest(p_prices, p_quantities) a(id, n) join app.ticket_prices p on p.id = a.id
  returning id into v_order;
  insert into app.order_items (account_id, order_id, ticket_id, price_id, ticket_name, price_label, quantity, unit_list,
    unit_discount, unit_fees, unit_tax_added, unit_tax_included, unit_total, charges, counter_ids, position)
  select v_account, v_order, p.ticket_id, p.id, t.name, p.label, a.n, p.amount, round(p.amount * v_percent / 100), 0, 0, 0,
    p.amount - round(p.amount * v_percent / 100), '[]',
    p.counter_id || array(select c.counter_id from app.capacity_assignment_tickets l
      join app.capacity_assignments c on c.id = l.capacity_assignment_id and c.active where l.ticket_id = p.ticket_id),
    a.nth - 1
  from unnest(p_prices, p_quantities) with ordinality a(id, n, nth)
  join app.ticket_prices p on p.id = a.id join app.tickets t on t.id = p.ticket_id;
  insert into app.order_transitions (account_id, order_id, to_status, to_payment, reason)
  values (v_account, v_order, 'reserved', 'none', 'reserved');
  return true;
end $$;

create function bench.complete(p_short text, p_first text, p_last text, p_email text)
returns setof bigint language sql as $$
  with o as (
    update app.orders set status = 'completed', payment_status = 'not_required', expires_at = null,
      completed_at = app.now(), first_name = p_first, last_name = p_last, email = p_email, send_all_to_buyer = true
    where short_id = p_short and status = 'reserved' and total = 0
    returning id, account_id, event_id, reference, locale, promo_counter_id),
  i as materialized (select i.*, o.event_id, o.reference, o.locale from o join app.order_items i on i.order_id = o.id),
  given as (
    select id, sum(n)::bigint as n from (
      select unnest(counter_ids) as id, quantity as n from i
      union all select promo_counter_id, 1 from o where promo_counter_id is not null) each_one
    group by id),
  locked as materialized (
    select c.id, g.n from app.counters c join given g on g.id = c.id order by c.id for update of c),
  sold as (update app.counters c set reserved = c.reserved - l.n, sold = c.sold + l.n from locked l where l.id = c.id),
  admitted as (
    insert into app.attendees (account_id, event_id, order_id, order_item_id, ticket_id, price_id, short_id, reference,
      first_name, last_name, email, locale, is_guest)
    select i.account_id, i.event_id, i.order_id, i.id, i.ticket_id, i.price_id,
      'a_' || substr(md5(random()::text || i.id || n), 1, 22),
      i.reference || '-' || row_number() over (order by i.position, i.id, n), p_first, p_last, p_email, i.locale, false
    from i cross join lateral generate_series(1, i.quantity) n),
  history as (
    insert into app.order_transitions (account_id, order_id, from_status, to_status, from_payment, to_payment, reason)
    select account_id, id, 'reserved', 'completed', 'none', 'not_required', 'completed_free' from o),
  mailed as (
    insert into app.mails (account_id, kind, dedupe_key, order_id, to_address, locale)
    select account_id, 'order_confirmation', 'order_confirmation:' || id, id, p_email, locale from o
    returning id, order_id)
  select order_id from mailed,
    lateral graphile_worker.add_job('send_mail', json_build_object('mailId', mailed.id), job_key => 'mail:' || mailed.id)
$$;
`;
