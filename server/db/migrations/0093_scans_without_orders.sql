-- A scan must not wait for orders: somebody may lock all of them, and the door goes on. The tallies of guests looked at the order
-- of everybody who came in. So a ticket itself says that its order was added by a person, which never changes.
alter table app.attendees add column is_guest boolean not null default false;

-- With the triggers of before, to which nothing has changed.
update app.attendees a set is_guest = true from app.orders o where o.id = a.order_id and o.is_manual;

-- Whoever writes tickets says it. The version before, which does not, runs beside this one during an update.
alter table app.attendees alter column is_guest set default null;
create function app.look_up_guest() returns trigger language plpgsql as $$
begin
  new.is_guest := (select is_manual from app.orders where id = new.order_id);
  return new;
end $$;
create trigger look_up_guest before insert on app.attendees
  for each row when (new.is_guest is null) execute function app.look_up_guest();
alter table app.attendees enable always trigger look_up_guest;

-- ---------------------------------------------------------------- tickets: as in 0048 and 0087, by the column

create or replace function app.tally_new_guests() returns trigger language plpgsql as $$
begin
  if not exists (select from after where is_guest) then return null; end if;
  with own as (
    select account_id, event_id, order_id, price_id, count(*) as n
    from after where is_guest and status <> 'cancelled' group by account_id, event_id, order_id, price_id)
  insert into app.tallies (account_id, event_id, kind, ref_id, n, amount)
  select account_id, event_id, 'guest_tickets', price_id, sum(n), 0 from own group by account_id, event_id, price_id
  union all
  select account_id, event_id, 'guests', 0, count(*), 0 from (
    select account_id, event_id, order_id, sum(n) as n from own group by account_id, event_id, order_id) g
  where n = (select count(*) from app.attendees a where a.order_id = g.order_id and a.status <> 'cancelled')
  group by account_id, event_id;
  return null;
end $$;

create or replace function app.tally_changed_guests() returns trigger language plpgsql as $$
begin
  if not exists (select from after where is_guest) then return null; end if;
  with moved as (
    select account_id, event_id, order_id, id, price_id, -1 as sign from before where is_guest and status <> 'cancelled'
    union all
    select account_id, event_id, order_id, id, price_id, 1 from after where is_guest and status <> 'cancelled'),
  whole as (
    select m.account_id, m.event_id, sum(m.sign) as more, (
      select count(*) from app.attendees a where a.order_id = m.order_id and a.status <> 'cancelled') as n
    from moved m group by m.account_id, m.event_id, m.order_id having sum(m.sign) <> 0)
  insert into app.tallies (account_id, event_id, kind, ref_id, n, amount)
  select account_id, event_id, 'guest_tickets', price_id, sum(sign), 0 from moved
  group by account_id, event_id, price_id having sum(sign) <> 0
  union all
  select account_id, event_id, 'guests', 0, sum(sign(more)), 0 from whole where n = 0 or n = more
  group by account_id, event_id having sum(sign(more)) <> 0
  union all
  select account_id, event_id, 'guest_arrivals', 0, sum(sign), 0 from moved m
  where exists (select from app.check_ins c where c.attendee_id = m.id and c.checked_out_at is null)
  group by account_id, event_id having sum(sign) <> 0;
  return null;
end $$;

create or replace function app.tally_gone_guests() returns trigger language plpgsql as $$
begin
  if not exists (select from before where is_guest) then return null; end if;
  with own as (
    select account_id, event_id, order_id, price_id, count(*) as n
    from before where is_guest and status <> 'cancelled' group by account_id, event_id, order_id, price_id)
  insert into app.tallies (account_id, event_id, kind, ref_id, n, amount)
  select account_id, event_id, 'guest_tickets', price_id, -sum(n), 0 from own group by account_id, event_id, price_id
  union all
  select account_id, event_id, 'guests', 0, -count(distinct order_id), 0 from own g
  where not exists (select from app.attendees a where a.order_id = g.order_id and a.status <> 'cancelled')
  group by account_id, event_id;
  return null;
end $$;

create or replace function app.name_guests() returns trigger language plpgsql as $$
begin
  if not exists (select from touched where is_guest) then return null; end if;
  -- As `guest_key_of`, but in one statement: an import of 10,000 guests asks for each twice.
  update app.orders o set guest_key = g.guest_key
  from (
    select t.id, coalesce(a.name_key, '') as guest_key from (select distinct order_id as id from touched where is_guest) t
    left join lateral (select name_key from app.attendees where order_id = t.id order by status, id limit 1) a on true) g
  where o.id = g.id and o.guest_key <> g.guest_key;
  return null;
end $$;

-- ---------------------------------------------------------------- entries that change or go: as in 0063 and 0048, by the column

create or replace function app.tally_changed_entries() returns trigger language plpgsql as $$
begin
  if not exists (
    select from before b join after a on a.id = b.id where (a.checked_out_at is null) <> (b.checked_out_at is null))
  then return null; end if;
  perform from app.attendees where id in (
    select a.attendee_id from before b join after a on a.id = b.id
    where (a.checked_out_at is null) <> (b.checked_out_at is null))
  order by id for no key update;
  with changed as (
    select a.account_id, a.event_id, a.check_in_list_id, a.attendee_id, case when a.checked_out_at is null then 1 else -1 end as sign
    from before b join after a on a.id = b.id
    where (a.checked_out_at is null) <> (b.checked_out_at is null)),
  people as (
    select c.account_id, c.event_id, c.attendee_id,
      (exists (select from app.check_ins i where i.attendee_id = c.attendee_id and i.checked_out_at is null))::int
        - (exists (select from before b where b.attendee_id = c.attendee_id and b.checked_out_at is null)
          or exists (
            select from app.check_ins i where i.attendee_id = c.attendee_id and i.checked_out_at is null
              and i.id not in (select id from after)))::int as sign
    from changed c group by c.account_id, c.event_id, c.attendee_id)
  insert into app.tallies (account_id, event_id, kind, ref_id, n, amount)
  select account_id, event_id, 'entries', check_in_list_id, sum(sign), 0 from changed
  group by account_id, event_id, check_in_list_id having sum(sign) <> 0
  union all
  select p.account_id, p.event_id, 'inside', 0, sum(p.sign), 0
  from people p join app.attendees a on a.id = p.attendee_id and a.status = 'active'
  group by p.account_id, p.event_id having sum(p.sign) <> 0
  union all
  select p.account_id, p.event_id, 'guest_arrivals', 0, sum(p.sign), 0
  from people p join app.attendees a on a.id = p.attendee_id and a.status <> 'cancelled' and a.is_guest
  group by p.account_id, p.event_id having sum(p.sign) <> 0;
  return null;
end $$;

create or replace function app.tally_guest_entries_gone() returns trigger language plpgsql as $$
begin
  insert into app.tallies (account_id, event_id, kind, ref_id, n, amount)
  select b.account_id, b.event_id, 'guest_arrivals', 0, -count(distinct b.attendee_id), 0
  from before b join app.attendees a on a.id = b.attendee_id
  where b.checked_out_at is null and a.is_guest and a.status <> 'cancelled' and not exists (
    select from app.check_ins c where c.attendee_id = b.attendee_id and c.checked_out_at is null)
  group by b.account_id, b.event_id;
  return null;
end $$;

-- ---------------------------------------------------------------- new entries: one trigger instead of three

-- Every scan waits for what a new entry adds to the tallies (0003, 0048) and to the figures of the doors (0080). Each of three
-- triggers looked the same people and their other entries up. Other entries are looked up for each person by an index, whatever
-- the planner believes of the table: a plan made while it was empty read all of it for every scan of the evening.
create function app.count_new_entries() returns trigger language plpgsql as $$
begin
  -- The next statement sees what others wrote who held these before: the attendees decide who counts for the first time, and
  -- the event's key keeps its zone.
  perform from app.attendees where id in (select attendee_id from after) order by id for no key update;
  perform from app.events where id in (select event_id from after) order by id for key share;
  with entries as materialized (
    select n.account_id, n.event_id, n.check_in_list_id, n.attendee_id, date_trunc('minute', n.checked_in_at) as minute_at, d.day_at,
      n.checked_out_at is null as is_open, a.ticket_id, a.status, a.is_guest, o.were_in, o.had_come
    from after n join app.attendees a on a.id = n.attendee_id join app.events e on e.id = n.event_id
    cross join lateral (select app.day_start(n.checked_in_at, e.timezone) as day_at) d
    cross join lateral (
      select coalesce(bool_or(i.checked_out_at is null), false) as were_in,
        coalesce(bool_or(i.checked_in_at >= d.day_at
          and i.checked_in_at < app.day_start(d.day_at + interval '36 hours', e.timezone)), false) as had_come
      from app.check_ins i where i.attendee_id = n.attendee_id and i.id not in (select id from after)) o),
  figures as (
    insert into app.door_figures (account_id, event_id, kind, ref_id, at, n)
    select account_id, event_id, 'entries', check_in_list_id, minute_at, count(*) from entries
    group by account_id, event_id, check_in_list_id, minute_at
    union all
    select account_id, event_id, 'people', 0, day_at, count(distinct attendee_id) from entries where not had_come
    group by account_id, event_id, day_at
    union all
    select account_id, event_id, 'inside', ticket_id, '-infinity', count(distinct attendee_id) from entries
    where is_open and not were_in and status = 'active' group by account_id, event_id, ticket_id)
  insert into app.tallies (account_id, event_id, kind, ref_id, n, amount)
  select account_id, event_id, 'entries', check_in_list_id, count(*), 0 from entries where is_open
  group by account_id, event_id, check_in_list_id
  union all
  select account_id, event_id, 'inside', 0, count(distinct attendee_id), 0 from entries
  where is_open and not were_in and status = 'active' group by account_id, event_id
  union all
  select account_id, event_id, 'guest_arrivals', 0, count(distinct attendee_id), 0 from entries
  where is_open and not were_in and is_guest and status <> 'cancelled' group by account_id, event_id;
  return null;
end $$;
drop trigger tally_entries on app.check_ins;
drop trigger tally_guest_entries on app.check_ins;
drop trigger figure_new_entries on app.check_ins;
create trigger count_new_entries after insert on app.check_ins
  referencing new table as after for each statement execute function app.count_new_entries();
alter table app.check_ins enable always trigger count_new_entries;
