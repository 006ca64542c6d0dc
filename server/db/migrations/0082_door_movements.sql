-- People go out and come in again, and phones decide without a connection. A scan says which way somebody went. One that was made
-- without a connection says when, by the clock of the server, and what the phone answered. A conflict: the phone let somebody
-- through, and the server knew better; `first_at` and `first_device` say which entry counts.
alter table app.scans
  add column direction text not null default 'in',
  add column happened_at timestamptz,
  add column phone_verdict text,
  add column conflict boolean not null default false,
  add column first_at timestamptz,
  add column first_device text;
create index scans_conflicts on app.scans (check_in_list_id, id) where conflict;

-- By which phone, by its own name for itself, and where somebody left.
alter table app.check_ins
  add column device_key text,
  add column out_device text,
  add column out_device_key text;

-- A phone that keeps the people of an event asks who changed. The feed tells it for a day; other readers keep ten minutes. A new
-- attendee is told, and who came in or left, by list. Changed attendees are in the feed already.
create index live_feed_people on app.live_feed (event_id, xid) where noun in ('attendees', 'door');
create index live_feed_short on app.live_feed (at) where noun not in ('attendees', 'door');

create function app.feed_new_attendees() returns trigger language plpgsql as $$
begin
  insert into app.live_feed (account_id, event_id, noun, kind, ids)
  select account_id, event_id, 'door', 'people', array_agg(id) from after group by account_id, event_id;
  return null;
end $$;
create trigger feed_new_attendees after insert on app.attendees
  referencing new table as after for each statement execute function app.feed_new_attendees();

create or replace function app.feed_check_ins() returns trigger language plpgsql as $$
begin
  insert into app.live_feed (account_id, event_id, noun, kind, ids)
  select account_id, event_id, 'check-ins', 'changed', array_agg(distinct check_in_list_id) from touched
  group by account_id, event_id
  union all
  select account_id, event_id, 'door', check_in_list_id::text, array_agg(distinct attendee_id) from touched
  group by account_id, event_id, check_in_list_id;
  return null;
end $$;
