-- Where a session was opened, as its user sees it: the own network, the country and city of an address, or the time zone of
-- the browser. Null: not known. The network address is no longer kept; its column goes once no older version writes it.
alter table app.sessions add column place jsonb;
alter table app.sessions add column is_new_place boolean not null default false;
update app.sessions set address = '' where address <> '';

-- From where a user signed in during the last 90 days, and where last. A session elsewhere is marked as new.
create table app.user_places (
  user_id bigint not null references app.users (id),
  place jsonb not null,
  last_login_at timestamptz not null default app.now(),
  primary key (user_id, place)
);
