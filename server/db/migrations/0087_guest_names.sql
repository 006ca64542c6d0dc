-- The name of the guest of an order that a person added: of its first valid ticket, or of the first one. The guest list is
-- sorted by it along an index, which no sale writes. It is '' for orders of buyers.
alter table app.orders add column guest_key text not null default '';

create function app.guest_key_of(guest_order bigint) returns text language sql stable parallel safe as $$
  select coalesce((select name_key from app.attendees where order_id = guest_order order by status, id limit 1), '')
$$;

update app.orders set guest_key = app.guest_key_of(id) where is_manual;
create index orders_by_guest on app.orders (event_id, guest_key, id) where is_manual and email is not null;

-- Whoever writes tickets holds the row of their order.
create function app.name_guests() returns trigger language plpgsql as $$
begin
  if not exists (select from touched t join app.orders o on o.id = t.order_id where o.is_manual) then return null; end if;
  -- As `guest_key_of`, but in one statement: an import of 10,000 guests asks for each twice.
  update app.orders o set guest_key = g.guest_key
  from (
    select t.id, coalesce(a.name_key, '') as guest_key from (select distinct order_id as id from touched) t
    left join lateral (select name_key from app.attendees where order_id = t.id order by status, id limit 1) a on true) g
  where o.id = g.id and o.is_manual and o.guest_key <> g.guest_key;
  return null;
end $$;
create trigger name_new_guests after insert on app.attendees
  referencing new table as touched for each statement execute function app.name_guests();
create trigger name_changed_guests after update on app.attendees
  referencing new table as touched for each statement execute function app.name_guests();
create trigger name_gone_guests after delete on app.attendees
  referencing old table as touched for each statement execute function app.name_guests();
alter table app.attendees enable always trigger name_new_guests;
alter table app.attendees enable always trigger name_changed_guests;
alter table app.attendees enable always trigger name_gone_guests;
