-- Counts of calls over all processes. The key is a hash, so that no address stands here. Unlogged: a crash of the server
-- forgets the counts, and nothing else depends on them.
create unlogged table app.rate_limits (
  name text not null,
  key text not null,
  count int not null,
  until timestamptz not null,
  forget_at timestamptz not null,
  primary key (name, key)
);
create index rate_limits_forget on app.rate_limits (forget_at);

alter table app.accounts add column if not exists requires_second_factor boolean not null default false;

alter table app.users
  add column if not exists timezone text,
  add column password_changed_at timestamptz,
  -- Since when the user has a second factor of any kind. Null: none.
  add column second_factor_at timestamptz;

-- When the person of this session last showed who they are. Null: when it began.
alter table app.sessions add column confirmed_at timestamptz;

-- A user's change of address. The new address confirms it by its link; the old one can undo it by the other.
create table app.email_changes (
  id bigint generated always as identity primary key,
  user_id bigint not null references app.users (id),
  old_email text not null,
  new_email text not null,
  confirm_hash bytea not null unique,
  undo_hash bytea not null unique,
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'cancelled', 'undone')),
  created_at timestamptz not null default app.now(),
  expires_at timestamptz not null,
  undo_until timestamptz not null,
  confirmed_at timestamptz
);
create unique index email_changes_one_pending on app.email_changes (user_id) where status = 'pending';
create index email_changes_user on app.email_changes (user_id, id);
