-- Who entered by which door in each minute, how many people came on a day, and who is inside with which ticket, written as it
-- happens: the day of the doors is read without its entries. Rows are only added, as those of tallies are; readers and a
-- tick fold many into one. A figure is the sum of its rows.
--   entries  list    at: a minute                                         n entries
--   people   0       at: the beginning of a day in the event's zone       n people who entered on it, each once
--   inside   ticket  at: -infinity                                        n active attendees with an open entry on any list
-- No foreign keys, as for tallies.
create table app.door_figures (
  account_id bigint not null,
  event_id bigint not null,
  kind text not null check (kind in ('entries', 'people', 'inside')),
  ref_id bigint not null,
  at timestamptz not null,
  n bigint not null,
  is_folded boolean not null default false
);
alter table app.door_figures set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_insert_threshold = 1000, autovacuum_vacuum_insert_scale_factor = 0);
create index door_figures_event on app.door_figures (event_id, kind, ref_id, at) include (account_id, n);
create index door_figures_loose on app.door_figures (event_id, kind, ref_id, at) where not is_folded;

-- The beginning of the day on which something happened.
create function app.day_start(at timestamptz, zone text) returns timestamptz language sql immutable parallel safe as
  $$ select (at at time zone zone)::date::timestamp at time zone zone $$;

-- The same from the records themselves.
create view app.door_figures_recomputed as
  select account_id, event_id, 'entries' as kind, check_in_list_id as ref_id, date_trunc('minute', checked_in_at) as at,
    count(*)::bigint as n
  from app.check_ins group by account_id, event_id, check_in_list_id, 5
  union all
  select c.account_id, c.event_id, 'people', 0, app.day_start(c.checked_in_at, e.timezone), count(distinct c.attendee_id)
  from app.check_ins c join app.events e on e.id = c.event_id group by c.account_id, c.event_id, 5
  union all
  select a.account_id, a.event_id, 'inside', a.ticket_id, '-infinity', count(*)
  from app.attendees a
  where a.status = 'active' and a.id in (select attendee_id from app.check_ins where checked_out_at is null)
  group by a.account_id, a.event_id, a.ticket_id;

create type app.door_entry as (
  id bigint, account_id bigint, event_id bigint, check_in_list_id bigint, attendee_id bigint, checked_in_at timestamptz,
  is_open boolean);

-- Adds what became of some entries: `was` before a statement, `are` after it.
create function app.add_door_figures(was app.door_entry[], are app.door_entry[]) returns void language plpgsql as $$
begin
  -- The next statement sees what others wrote who held these before: the attendees decide who counts for the first time, and
  -- the event's key keeps its zone.
  perform from app.attendees where id in (select attendee_id from unnest(was || are)) order by id for no key update;
  perform from app.events where id in (select event_id from unnest(was || are)) order by id for key share;
  with changed as materialized (
    select w.*, -1 as sign from unnest(was) w union all select a.*, 1 from unnest(are) a),
  days as (
    select c.account_id, c.event_id, c.attendee_id, app.day_start(c.checked_in_at, e.timezone) as day_at, e.timezone,
      bool_or(c.sign = -1) as had, count(*) filter (where c.sign = 1) as has
    from changed c join app.events e on e.id = c.event_id group by c.account_id, c.event_id, c.attendee_id, 4, e.timezone),
  -- Somebody came on a day if there is an entry, and had come if there was one of these, or is another.
  came as (
    select d.account_id, d.event_id, d.day_at, (n.n > 0)::int - (d.had or n.n > d.has)::int as sign
    from days d, lateral (
      select count(*) as n from app.check_ins i where i.attendee_id = d.attendee_id and i.checked_in_at >= d.day_at
        and i.checked_in_at < app.day_start(d.day_at + interval '36 hours', d.timezone)) n),
  stays as (
    select p.attendee_id, (n.n > 0)::int - (p.had or n.n > p.has)::int as sign
    from (
      select attendee_id, bool_or(sign = -1 and is_open) as had, count(*) filter (where sign = 1 and is_open) as has
      from changed group by attendee_id) p, lateral (
      select count(*) as n from app.check_ins i where i.attendee_id = p.attendee_id and i.checked_out_at is null) n)
  insert into app.door_figures (account_id, event_id, kind, ref_id, at, n)
  select account_id, event_id, 'entries', check_in_list_id, date_trunc('minute', checked_in_at), sum(sign) from changed
  group by account_id, event_id, check_in_list_id, 5 having sum(sign) <> 0
  union all
  select account_id, event_id, 'people', 0, day_at, sum(sign) from came
  group by account_id, event_id, day_at having sum(sign) <> 0
  union all
  select a.account_id, a.event_id, 'inside', a.ticket_id, '-infinity', sum(s.sign)
  from stays s join app.attendees a on a.id = s.attendee_id and a.status = 'active'
  group by a.account_id, a.event_id, a.ticket_id having sum(s.sign) <> 0;
end $$;

create function app.figure_new_entries() returns trigger language plpgsql as $$
begin
  -- The same as `add_door_figures` for nothing before, for less: a scan waits for it.
  perform from app.attendees where id in (select attendee_id from after) order by id for no key update;
  perform from app.events where id in (select event_id from after) order by id for key share;
  with came as materialized (
    select b.account_id, b.event_id, b.attendee_id, e.timezone, app.day_start(b.checked_in_at, e.timezone) as day_at
    from after b join app.events e on e.id = b.event_id group by 1, 2, 3, 4, 5)
  insert into app.door_figures (account_id, event_id, kind, ref_id, at, n)
  select account_id, event_id, 'entries', check_in_list_id, date_trunc('minute', checked_in_at), count(*) from after
  group by account_id, event_id, check_in_list_id, 5
  union all
  select account_id, event_id, 'people', 0, day_at, count(*) from came c
  where not exists (
    select from app.check_ins i where i.attendee_id = c.attendee_id and i.checked_in_at >= c.day_at
      and i.checked_in_at < app.day_start(c.day_at + interval '36 hours', c.timezone) and i.id not in (select id from after))
  group by account_id, event_id, day_at
  union all
  select b.account_id, b.event_id, 'inside', a.ticket_id, '-infinity', count(distinct a.id)
  from after b join app.attendees a on a.id = b.attendee_id and a.status = 'active'
  where b.checked_out_at is null and not exists (
    select from app.check_ins i where i.attendee_id = b.attendee_id and i.checked_out_at is null
      and i.id not in (select id from after))
  group by b.account_id, b.event_id, a.ticket_id;
  return null;
end $$;
create trigger figure_new_entries after insert on app.check_ins
  referencing new table as after for each statement execute function app.figure_new_entries();

create function app.figure_changed_entries() returns trigger language plpgsql as $$
declare
  was app.door_entry[];
  are app.door_entry[];
begin
  select array_agg(row(b.id, b.account_id, b.event_id, b.check_in_list_id, b.attendee_id, b.checked_in_at,
      b.checked_out_at is null)::app.door_entry),
    array_agg(row(a.id, a.account_id, a.event_id, a.check_in_list_id, a.attendee_id, a.checked_in_at,
      a.checked_out_at is null)::app.door_entry)
  into was, are
  from before b join after a on a.id = b.id
  where (b.check_in_list_id, b.attendee_id, b.checked_in_at, b.checked_out_at is null)
    is distinct from (a.check_in_list_id, a.attendee_id, a.checked_in_at, a.checked_out_at is null);
  if are is not null then perform app.add_door_figures(was, are); end if;
  return null;
end $$;
create trigger figure_changed_entries after update on app.check_ins
  referencing old table as before new table as after for each statement execute function app.figure_changed_entries();

create function app.figure_gone_entries() returns trigger language plpgsql as $$
declare
  was app.door_entry[];
begin
  select array_agg(row(id, account_id, event_id, check_in_list_id, attendee_id, checked_in_at,
    checked_out_at is null)::app.door_entry) into was from before;
  if was is not null then perform app.add_door_figures(was, '{}'); end if;
  return null;
end $$;
create trigger figure_gone_entries after delete on app.check_ins
  referencing old table as before for each statement execute function app.figure_gone_entries();

-- Somebody who is inside gets another ticket, is cancelled or valid again. The update holds the rows, and a scan waits for
-- them before it counts.
create function app.figure_inside_attendees() returns trigger language plpgsql as $$
begin
  with moved as (
    select account_id, event_id, id, ticket_id, -1 as sign from before where status = 'active'
    union all select account_id, event_id, id, ticket_id, 1 from after where status = 'active'),
  changed as materialized (
    select account_id, event_id, id, ticket_id, sum(sign) as sign from moved
    group by account_id, event_id, id, ticket_id having sum(sign) <> 0)
  insert into app.door_figures (account_id, event_id, kind, ref_id, at, n)
  select account_id, event_id, 'inside', ticket_id, '-infinity', sum(sign) from changed m
  where exists (select from app.check_ins c where c.attendee_id = m.id and c.checked_out_at is null)
  group by account_id, event_id, ticket_id having sum(sign) <> 0;
  return null;
end $$;
create trigger figure_inside_attendees after update on app.attendees
  referencing old table as before new table as after for each statement execute function app.figure_inside_attendees();

-- Makes one row of many where something was added. Two at once are right too: each adds up only what it took away itself.
create function app.fold_door_figures(of_event bigint) returns void language plpgsql as $$
begin
  perform from app.events where id = of_event for key share;
  with gone as (
    delete from app.door_figures where event_id = of_event and (kind, ref_id, at) in (
      select kind, ref_id, at from app.door_figures where event_id = of_event and not is_folded)
    returning account_id, kind, ref_id, at, n)
  insert into app.door_figures (account_id, event_id, kind, ref_id, at, n, is_folded)
  select account_id, of_event, kind, ref_id, at, sum(n), true from gone
  group by account_id, kind, ref_id, at having sum(n) <> 0;
end $$;

-- In another zone the days begin at other times.
create function app.refigure_doors() returns trigger language plpgsql as $$
begin
  -- Waits for everybody who counts by the zone before. The next statements see what those wrote.
  perform from app.events where id = new.id for update;
  delete from app.door_figures where event_id = new.id and kind = 'people';
  insert into app.door_figures (account_id, event_id, kind, ref_id, at, n, is_folded)
  select account_id, event_id, kind, ref_id, at, n, true from app.door_figures_recomputed
  where event_id = new.id and kind = 'people';
  return null;
end $$;
create trigger refigure_doors after update of timezone on app.events
  for each row when (old.timezone <> new.timezone) execute function app.refigure_doors();

-- Also where a bulk load leaves foreign keys unchecked.
alter table app.check_ins enable always trigger figure_new_entries;
alter table app.check_ins enable always trigger figure_changed_entries;
alter table app.check_ins enable always trigger figure_gone_entries;
alter table app.attendees enable always trigger figure_inside_attendees;
alter table app.events enable always trigger refigure_doors;

-- What was there before. Nobody enters meanwhile: the triggers locked the tables.
insert into app.door_figures (account_id, event_id, kind, ref_id, at, n, is_folded)
  select account_id, event_id, kind, ref_id, at, n, true from app.door_figures_recomputed;
