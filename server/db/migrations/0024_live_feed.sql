-- What has changed, for the screens that are open. No personal data. Unlogged, because a screen that missed something
-- reads again: a crash of the server empties the table, and `live_epoch` with it, so that everybody notices.
create unlogged table app.live_feed (
  -- The transaction that made the change. Whoever reads takes only what is below the oldest one still running: the order
  -- of commits is not the order of any counter.
  xid xid8 not null default pg_current_xact_id(),
  -- The real time, which no test moves.
  at timestamptz not null default clock_timestamp(),
  account_id bigint not null,
  -- Null if the change belongs to no event.
  event_id bigint,
  noun text not null,
  kind text not null,
  ids bigint[] not null
);
create index live_feed_xid on app.live_feed (xid);
create index live_feed_at on app.live_feed (at);

create unlogged table app.live_epoch (
  only_one boolean primary key default true check (only_one),
  name text not null
);

-- One row a statement, event and kind. Holds whose buyer nobody knows are in no list, and most updates are of holds. A hold
-- shows when its payment begins. No join: a plan that was made for one row would be slow for hundreds.
create function app.feed_orders() returns trigger language plpgsql as $$
begin
  if not exists (select from after where email is not null and (status <> 'reserved' or payment_status <> 'none'))
    then return null; end if;
  insert into app.live_feed (account_id, event_id, noun, kind, ids)
  select account_id, event_id, 'orders', kind, array_agg(id) from (
    select account_id, event_id, id,
      case when max(status) filter (where is_after) in ('completed', 'awaiting_offline_payment')
        and max(status) filter (where not is_after) in ('reserved', 'cancelling', 'expired')
      then 'new' else 'changed' end as kind
    from (
      select account_id, event_id, id, status, payment_status, email, true as is_after from after
      union all select account_id, event_id, id, status, payment_status, email, false from before) both_sides
    group by account_id, event_id, id
    having bool_or(is_after and email is not null and status <> 'reserved')
      or (bool_or(is_after and email is not null)
        and max(status || payment_status) <> min(status || payment_status))) changed
  group by account_id, event_id, kind;
  return null;
end $$;
create trigger feed_orders after update on app.orders
  referencing old table as before new table as after for each statement execute function app.feed_orders();

-- Orders that are complete from their first moment.
create function app.feed_new_orders() returns trigger language plpgsql as $$
begin
  if not exists (select from after where status <> 'reserved') then return null; end if;
  insert into app.live_feed (account_id, event_id, noun, kind, ids)
  select account_id, event_id, 'orders', 'new', array_agg(id) from after
  where status <> 'reserved' and email is not null group by account_id, event_id;
  return null;
end $$;
create trigger feed_new_orders after insert on app.orders
  referencing new table as after for each statement execute function app.feed_new_orders();

-- Attendees are issued with a change of their order, which is in the feed already.
create function app.feed_attendees() returns trigger language plpgsql as $$
begin
  insert into app.live_feed (account_id, event_id, noun, kind, ids)
  select account_id, event_id, 'attendees', 'changed', array_agg(id) from after group by account_id, event_id;
  return null;
end $$;
create trigger feed_attendees after update on app.attendees
  referencing new table as after for each statement execute function app.feed_attendees();

-- The ids are those of the lists.
create function app.feed_check_ins() returns trigger language plpgsql as $$
begin
  insert into app.live_feed (account_id, event_id, noun, kind, ids)
  select account_id, event_id, 'check-ins', 'changed', array_agg(distinct check_in_list_id) from touched
  group by account_id, event_id;
  return null;
end $$;
create trigger feed_new_check_ins after insert on app.check_ins
  referencing new table as touched for each statement execute function app.feed_check_ins();
create trigger feed_changed_check_ins after update on app.check_ins
  referencing new table as touched for each statement execute function app.feed_check_ins();
create trigger feed_gone_check_ins after delete on app.check_ins
  referencing old table as touched for each statement execute function app.feed_check_ins();

create function app.feed_disputes() returns trigger language plpgsql as $$
begin
  insert into app.live_feed (account_id, event_id, noun, kind, ids)
  select o.account_id, o.event_id, 'orders', 'changed', array_agg(distinct o.id)
  from touched d join app.orders o on o.id = d.order_id group by o.account_id, o.event_id;
  return null;
end $$;
create trigger feed_new_disputes after insert on app.disputes
  referencing new table as touched for each statement execute function app.feed_disputes();
create trigger feed_changed_disputes after update on app.disputes
  referencing new table as touched for each statement execute function app.feed_disputes();

-- A session that ends, or goes on in another account, ends its streams. Never sent to a browser.
create function app.feed_sessions() returns trigger language plpgsql as $$
begin
  insert into app.live_feed (account_id, event_id, noun, kind, ids)
  select account_id, null, 'sessions', 'ended', array_agg(id) from gone group by account_id;
  return null;
end $$;
create trigger feed_ended_sessions after delete on app.sessions
  referencing old table as gone for each statement execute function app.feed_sessions();
create function app.feed_moved_session() returns trigger language plpgsql as $$
begin
  insert into app.live_feed (account_id, event_id, noun, kind, ids)
  values (old.account_id, null, 'sessions', 'ended', array[old.id]);
  return null;
end $$;
create trigger feed_moved_session after update of account_id on app.sessions
  for each row when (old.account_id <> new.account_id) execute function app.feed_moved_session();
