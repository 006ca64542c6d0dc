-- The guest list says how many guests, tickets and arrivals an event has. With 100,000 of them counting took a tenth of a
-- second on each visit, so they are tallied as they happen, beside the kinds of 0003:
--   guests          0      n orders added by people that have a ticket which is not cancelled
--   guest_tickets   price  n tickets of such orders which are not cancelled
--   guest_arrivals  0      n of them with an open entry on any list
alter table app.tallies drop constraint tallies_kind_check;
alter table app.tallies add constraint tallies_kind_check check (kind in
  ('orders', 'sales', 'attendees', 'entries', 'inside', 'guests', 'guest_tickets', 'guest_arrivals'));

create or replace view app.tallies_recomputed as
  select account_id, event_id, 'orders' as kind, 0::bigint as ref_id, count(*)::bigint as n,
    sum(total - refunded_total)::bigint as amount
  from app.orders where status = 'completed' group by account_id, event_id
  union all
  select o.account_id, o.event_id, 'sales', i.ticket_id, 0, sum(i.unit_total * i.quantity)::bigint
  from app.orders o join app.order_items i on i.order_id = o.id
  where o.status = 'completed' and o.refunded_total = 0 group by o.account_id, o.event_id, i.ticket_id
  union all
  select account_id, event_id, 'attendees', ticket_id, count(*), 0
  from app.attendees where status = 'active' group by account_id, event_id, ticket_id
  union all
  select account_id, event_id, 'entries', check_in_list_id, count(*), 0
  from app.check_ins where checked_out_at is null group by account_id, event_id, check_in_list_id
  union all
  select a.account_id, a.event_id, 'inside', 0, count(*), 0
  from app.attendees a
  where a.status = 'active'
    and a.id in (select attendee_id from app.check_ins where checked_out_at is null)
  group by a.account_id, a.event_id
  union all
  select a.account_id, a.event_id, 'guests', 0, count(distinct a.order_id), 0
  from app.attendees a join app.orders o on o.id = a.order_id
  where o.is_manual and a.status <> 'cancelled' group by a.account_id, a.event_id
  union all
  select a.account_id, a.event_id, 'guest_tickets', a.price_id, count(*), 0
  from app.attendees a join app.orders o on o.id = a.order_id
  where o.is_manual and a.status <> 'cancelled' group by a.account_id, a.event_id, a.price_id
  union all
  select a.account_id, a.event_id, 'guest_arrivals', 0, count(*), 0
  from app.attendees a join app.orders o on o.id = a.order_id
  where o.is_manual and a.status <> 'cancelled'
    and a.id in (select attendee_id from app.check_ins where checked_out_at is null)
  group by a.account_id, a.event_id;

insert into app.tallies (account_id, event_id, kind, ref_id, n, amount)
  select account_id, event_id, kind, ref_id, n, amount from app.tallies_recomputed
  where kind in ('guests', 'guest_tickets', 'guest_arrivals');

-- Whoever writes tickets holds the row of their order, so no two at once take the first or the last one of a guest.
create function app.tally_new_guests() returns trigger language plpgsql as $$
begin
  if not exists (select from after a join app.orders o on o.id = a.order_id where o.is_manual) then return null; end if;
  with own as (
    select a.account_id, a.event_id, a.order_id, a.price_id, count(*) as n
    from after a join app.orders o on o.id = a.order_id
    where o.is_manual and a.status <> 'cancelled' group by a.account_id, a.event_id, a.order_id, a.price_id)
  insert into app.tallies (account_id, event_id, kind, ref_id, n, amount)
  select account_id, event_id, 'guest_tickets', price_id, sum(n), 0 from own group by account_id, event_id, price_id
  union all
  select account_id, event_id, 'guests', 0, count(*), 0 from (
    select account_id, event_id, order_id, sum(n) as n from own group by account_id, event_id, order_id) g
  where n = (select count(*) from app.attendees a where a.order_id = g.order_id and a.status <> 'cancelled')
  group by account_id, event_id;
  return null;
end $$;
create trigger tally_new_guests after insert on app.attendees
  referencing new table as after for each statement execute function app.tally_new_guests();

create function app.tally_changed_guests() returns trigger language plpgsql as $$
begin
  if not exists (select from after a join app.orders o on o.id = a.order_id where o.is_manual) then return null; end if;
  with moved as (
    select b.account_id, b.event_id, b.order_id, b.id, b.price_id, -1 as sign
    from before b join app.orders o on o.id = b.order_id where o.is_manual and b.status <> 'cancelled'
    union all
    select a.account_id, a.event_id, a.order_id, a.id, a.price_id, 1
    from after a join app.orders o on o.id = a.order_id where o.is_manual and a.status <> 'cancelled'),
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
create trigger tally_changed_guests after update on app.attendees
  referencing old table as before new table as after for each statement execute function app.tally_changed_guests();

create function app.tally_gone_guests() returns trigger language plpgsql as $$
begin
  if not exists (select from before b join app.orders o on o.id = b.order_id where o.is_manual) then return null; end if;
  with own as (
    select b.account_id, b.event_id, b.order_id, b.price_id, count(*) as n
    from before b join app.orders o on o.id = b.order_id
    where o.is_manual and b.status <> 'cancelled' group by b.account_id, b.event_id, b.order_id, b.price_id)
  insert into app.tallies (account_id, event_id, kind, ref_id, n, amount)
  select account_id, event_id, 'guest_tickets', price_id, -sum(n), 0 from own group by account_id, event_id, price_id
  union all
  select account_id, event_id, 'guests', 0, -count(distinct order_id), 0 from own g
  where not exists (select from app.attendees a where a.order_id = g.order_id and a.status <> 'cancelled')
  group by account_id, event_id;
  return null;
end $$;
create trigger tally_gone_guests after delete on app.attendees
  referencing old table as before for each statement execute function app.tally_gone_guests();

-- These run after the triggers of 0003, by their names, which lock the attendees.
create function app.tally_guest_entries() returns trigger language plpgsql as $$
begin
  insert into app.tallies (account_id, event_id, kind, ref_id, n, amount)
  select b.account_id, b.event_id, 'guest_arrivals', 0, count(distinct b.attendee_id), 0
  from after b join app.attendees a on a.id = b.attendee_id join app.orders o on o.id = a.order_id
  where b.checked_out_at is null and o.is_manual and a.status <> 'cancelled' and not exists (
    select from app.check_ins c
    where c.attendee_id = b.attendee_id and c.checked_out_at is null and c.id not in (select id from after))
  group by b.account_id, b.event_id;
  return null;
end $$;
create trigger tally_guest_entries after insert on app.check_ins
  referencing new table as after for each statement execute function app.tally_guest_entries();

create function app.tally_guest_entry_changed() returns trigger language plpgsql as $$
begin
  insert into app.tallies (account_id, event_id, kind, ref_id, n, amount)
  select new.account_id, new.event_id, 'guest_arrivals', 0, case when new.checked_out_at is null then 1 else -1 end, 0
  from app.attendees a join app.orders o on o.id = a.order_id
  where a.id = new.attendee_id and o.is_manual and a.status <> 'cancelled' and not exists (
    select from app.check_ins c
    where c.attendee_id = new.attendee_id and c.checked_out_at is null and c.id <> new.id);
  return null;
end $$;
create trigger tally_guest_entry_changed after update of checked_out_at on app.check_ins
  for each row when ((old.checked_out_at is null) <> (new.checked_out_at is null))
  execute function app.tally_guest_entry_changed();

create function app.tally_guest_entries_gone() returns trigger language plpgsql as $$
begin
  insert into app.tallies (account_id, event_id, kind, ref_id, n, amount)
  select b.account_id, b.event_id, 'guest_arrivals', 0, -count(distinct b.attendee_id), 0
  from before b join app.attendees a on a.id = b.attendee_id join app.orders o on o.id = a.order_id
  where b.checked_out_at is null and o.is_manual and a.status <> 'cancelled' and not exists (
    select from app.check_ins c where c.attendee_id = b.attendee_id and c.checked_out_at is null)
  group by b.account_id, b.event_id;
  return null;
end $$;
create trigger tally_guest_entries_gone after delete on app.check_ins
  referencing old table as before for each statement execute function app.tally_guest_entries_gone();

alter table app.attendees enable always trigger tally_new_guests;
alter table app.attendees enable always trigger tally_changed_guests;
alter table app.attendees enable always trigger tally_gone_guests;
alter table app.check_ins enable always trigger tally_guest_entries;
alter table app.check_ins enable always trigger tally_guest_entry_changed;
alter table app.check_ins enable always trigger tally_guest_entries_gone;
