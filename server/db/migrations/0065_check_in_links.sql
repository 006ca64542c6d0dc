-- A check-in list has several links. Each has a name, a role and perhaps a PIN, and can be closed or replaced alone. A closed
-- link stays, because scans refer to it.
create table app.check_in_links (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  check_in_list_id bigint not null,
  short_id text not null unique check (short_id ~ '^cl_[A-Za-z0-9_-]{22}$'),
  name text not null check (length(name) between 1 and 150),
  role text not null check (role in ('steward', 'supervisor')),
  -- As the hash of a password. A device that entered with an earlier PIN has to enter again.
  pin_hash text,
  pin_version int not null default 1,
  -- The member of the team who opened it for their own phone; null for a link that anybody may be given.
  user_id bigint references app.users (id),
  version int not null default 1,
  created_at timestamptz not null default app.now(),
  updated_at timestamptz not null default app.now(),
  closed_at timestamptz,
  unique (account_id, id),
  foreign key (account_id, check_in_list_id) references app.check_in_lists (account_id, id) on delete cascade
);
create index check_in_links_list on app.check_in_links (check_in_list_id, id);
create unique index check_in_links_own on app.check_in_links (check_in_list_id, user_id) where closed_at is null;
create index check_in_links_user on app.check_in_links (user_id) where user_id is not null;

-- Every list begins with a link of its own address, which may do everything. So did the address before there were links.
insert into app.check_in_links (account_id, check_in_list_id, short_id, name, role, created_at)
  select account_id, id, short_id, name, 'supervisor', created_at from app.check_in_lists order by id;

create function app.open_first_check_in_link() returns trigger language plpgsql as $$
begin
  insert into app.check_in_links (account_id, check_in_list_id, short_id, name, role)
    values (new.account_id, new.id, new.short_id, new.name, 'supervisor') on conflict (short_id) do nothing;
  return null;
end $$;
create trigger first_check_in_link after insert on app.check_in_lists
  for each row execute function app.open_first_check_in_link();

-- A closed list lets nobody in. It can be opened again.
alter table app.check_in_lists
  add column allows_reentry boolean not null default false,
  add column allows_sales boolean not null default false,
  add column closed_at timestamptz;

-- A phone that entered by a link. Only the hash of its token is kept.
create table app.door_devices (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  check_in_link_id bigint not null,
  token_hash bytea not null unique,
  name text not null default '' check (length(name) <= 60),
  pin_version int not null,
  -- Scans that wait on the device, as it said when it was last seen.
  waiting int not null default 0 check (waiting >= 0),
  created_at timestamptz not null default app.now(),
  last_seen_at timestamptz not null default app.now(),
  unique (account_id, id),
  foreign key (account_id, check_in_link_id) references app.check_in_links (account_id, id) on delete cascade
);
create index door_devices_link on app.door_devices (check_in_link_id, last_seen_at);

-- Wrong PINs of one caller. All processes count together.
create table app.door_pin_tries (
  check_in_link_id bigint not null references app.check_in_links (id) on delete cascade,
  caller bytea not null,
  tries int not null,
  paused_until timestamptz not null,
  tried_at timestamptz not null,
  primary key (check_in_link_id, caller)
);
create index door_pin_tries_old on app.door_pin_tries (tried_at);

-- By which link a scan came; null for older ones and those from the workspace.
alter table app.scans add column check_in_link_id bigint;
alter table app.scans add constraint scans_link_fkey
  foreign key (account_id, check_in_link_id) references app.check_in_links (account_id, id) not valid;
