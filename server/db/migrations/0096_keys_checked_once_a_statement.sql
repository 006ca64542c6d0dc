-- A foreign key asks for each row by a statement of its own, and the three keys of an order in the making were a fifth of what a
-- hold costs PostgreSQL. These triggers ask once for all rows of a statement, take the same locks and refuse what the keys refused.
-- A line now must name a price of its own ticket as well, and what the keys name never changes.
do $$
declare line bigint;
begin
  select i.id into line from app.order_items i where not exists (
    select from app.ticket_prices p where p.id = i.price_id and p.ticket_id = i.ticket_id and p.account_id = i.account_id) limit 1;
  if found then raise exception 'Line % of an order names a price of another ticket', line; end if;
end $$;

-- Lateral, with a limit: a plan made for small tables must not read the whole table later.

-- A new order belongs to an event of its account. Nobody can delete the event until this transaction ends.
create function app.check_new_orders() returns trigger language plpgsql as $$
declare lost bigint;
begin
  with named as materialized (select distinct account_id, event_id from after order by event_id),
    kept as materialized (
      select e.id from named n cross join lateral (
        select id from app.events where id = n.event_id and account_id = n.account_id limit 1 for key share) e)
  select event_id into lost from named where event_id not in (select id from kept) limit 1;
  if found then
    raise foreign_key_violation using message = format('An order names event %s, which its account does not have', lost),
      schema = 'app', table = 'orders', constraint = 'orders_event';
  end if;
  return null;
end $$;
create trigger check_new_orders after insert on app.orders
  referencing new table as after for each statement execute function app.check_new_orders();

-- A new line belongs to an order of its account and names a price of its own ticket. Nobody can delete them until this transaction
-- ends. Nobody else sees an order that this transaction has written, so such an order needs no lock.
create function app.check_new_lines() returns trigger language plpgsql as $$
declare lost_price bigint; lost_order bigint;
begin
  with prices as materialized (
      select distinct account_id, ticket_id, price_id from after order by price_id),
    kept_prices as materialized (
      select p.id from prices n cross join lateral (
        select id from app.ticket_prices
        where ticket_id = n.ticket_id and id = n.price_id and account_id = n.account_id limit 1 for key share) p),
    orders as materialized (
      select o.id, o.is_own, n.order_id from (select distinct account_id, order_id from after) n left join lateral (
        select id, xmin = pg_current_xact_id()::xid as is_own from app.orders
        where id = n.order_id and account_id = n.account_id limit 1) o on true),
    kept_orders as materialized (
      select o.id from (select id from orders where not is_own order by id) n cross join lateral (
        select id from app.orders where id = n.id limit 1 for key share) o)
  select (select price_id from prices where price_id not in (select id from kept_prices) limit 1),
    (select order_id from orders where is_own is not true and order_id not in (select id from kept_orders) limit 1)
  into lost_price, lost_order;
  if lost_price is not null then
    raise foreign_key_violation using message = format('A line names price %s, which its ticket does not have', lost_price),
      schema = 'app', table = 'order_items', constraint = 'order_items_price';
  end if;
  if lost_order is not null then
    raise foreign_key_violation using message = format('A line names order %s, which its account does not have', lost_order),
      schema = 'app', table = 'order_items', constraint = 'order_items_order';
  end if;
  return null;
end $$;
create trigger check_new_lines after insert on app.order_items
  referencing new table as after for each statement execute function app.check_new_lines();

-- What orders and lines name stays. A deletion has waited for everybody who named it meanwhile, and must see what they wrote: a
-- transaction with one snapshot for all its statements would not.
create function app.check_gone_events() returns trigger language plpgsql as $$
declare held bigint;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise invalid_transaction_state using message = 'Events are deleted by a transaction that is read committed';
  end if;
  select o.event_id into held from app.orders o where o.event_id in (select id from before) limit 1;
  if found then
    raise foreign_key_violation using message = format('Event %s has orders', held),
      schema = 'app', table = 'orders', constraint = 'orders_event';
  end if;
  return null;
end $$;
create trigger check_gone_events after delete on app.events
  referencing old table as before for each statement execute function app.check_gone_events();

create function app.check_gone_prices() returns trigger language plpgsql as $$
declare held bigint;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise invalid_transaction_state using message = 'Prices are deleted by a transaction that is read committed';
  end if;
  select i.price_id into held from before b join app.order_items i on i.ticket_id = b.ticket_id and i.price_id = b.id limit 1;
  if found then
    raise foreign_key_violation using message = format('Price %s has orders', held),
      schema = 'app', table = 'order_items', constraint = 'order_items_price';
  end if;
  return null;
end $$;
create trigger check_gone_prices after delete on app.ticket_prices
  referencing old table as before for each statement execute function app.check_gone_prices();

-- Orders take their lines along.
create function app.delete_lines() returns trigger language plpgsql as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise invalid_transaction_state using message = 'Orders are deleted by a transaction that is read committed';
  end if;
  delete from app.order_items where order_id in (select id from before);
  return null;
end $$;
create trigger delete_lines after delete on app.orders
  referencing old table as before for each statement execute function app.delete_lines();

-- Emptying a table takes along or refuses what deleting its rows does. A cascade from further up has emptied all of them by then.
create function app.check_emptied() returns trigger language plpgsql as $$
begin
  case tg_table_name
    when 'orders' then delete from app.order_items;
    when 'events' then
      if exists (select from app.orders) then
        raise foreign_key_violation using message = 'Events have orders', schema = 'app', table = 'orders', constraint = 'orders_event';
      end if;
    when 'ticket_prices' then
      if exists (select from app.order_items i join app.orders o on o.id = i.order_id) then
        raise foreign_key_violation using message = 'Prices have orders',
          schema = 'app', table = 'order_items', constraint = 'order_items_price';
      end if;
  end case;
  return null;
end $$;
create trigger check_emptied after truncate on app.orders for each statement execute function app.check_emptied();
create trigger check_emptied after truncate on app.events for each statement execute function app.check_emptied();
create trigger check_emptied after truncate on app.ticket_prices for each statement execute function app.check_emptied();

create function app.refuse_other_keys() returns trigger language plpgsql as $$
begin
  raise integrity_constraint_violation using
    message = format('The keys of a row of %s never change', tg_table_name), schema = tg_table_schema, table = tg_table_name;
end $$;
create trigger keep_keys before update of id, account_id on app.events for each row
  when ((new.id, new.account_id) is distinct from (old.id, old.account_id)) execute function app.refuse_other_keys();
create trigger keep_keys before update of id, account_id, ticket_id on app.ticket_prices for each row
  when ((new.id, new.account_id, new.ticket_id) is distinct from (old.id, old.account_id, old.ticket_id))
  execute function app.refuse_other_keys();
create trigger keep_keys before update of id, account_id, event_id on app.orders for each row
  when ((new.id, new.account_id, new.event_id) is distinct from (old.id, old.account_id, old.event_id))
  execute function app.refuse_other_keys();
create trigger keep_keys before update of account_id, order_id, ticket_id, price_id on app.order_items for each row
  when ((new.account_id, new.order_id, new.ticket_id, new.price_id)
    is distinct from (old.account_id, old.order_id, old.ticket_id, old.price_id))
  execute function app.refuse_other_keys();

alter table app.orders drop constraint orders_account_id_event_id_fkey;
alter table app.order_items
  drop constraint order_items_account_id_order_id_fkey,
  drop constraint order_items_account_id_price_id_fkey;
