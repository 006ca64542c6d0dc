-- One authenticator app of each user. The secret is sealed with a key of the installation. `confirmed_at` is null while it
-- is set up half way.
create table app.totp_factors (
  user_id bigint primary key references app.users (id),
  sealed_secret bytea not null,
  created_at timestamptz not null default app.now(),
  confirmed_at timestamptz,
  -- The last step whose code was accepted, so that a code works once.
  last_step bigint not null default 0,
  -- A code of this step came from a clock that is wrong. It never works.
  burned_step bigint not null default 0
);

-- Codes for the day when the phone is lost. Each works once.
create table app.recovery_codes (
  user_id bigint not null references app.users (id),
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table app.passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references app.users (id),
  credential_id text not null unique,
  public_key bytea not null,
  sign_count bigint not null default 0,
  transports text[] not null default '{}',
  -- Whether a provider copies it to other devices of its owner.
  is_synced boolean not null default false,
  name text not null check (length(name) between 1 and 50),
  created_at timestamptz not null default app.now(),
  last_used_at timestamptz
);
create index passkeys_user on app.passkeys (user_id);

-- What an authenticator has to sign. Each serves once.
create table app.passkey_challenges (
  challenge text primary key,
  -- Null: for a login, before anybody knows who it is.
  user_id bigint references app.users (id),
  purpose text not null check (purpose in ('add', 'sign_in', 'confirm')),
  expires_at timestamptz not null
);
create index passkey_challenges_expiry on app.passkey_challenges (expires_at);

-- Somebody who has shown a right password, before the second factor or the choice of an account. It is no session.
create table app.pending_logins (
  token_hash bytea primary key,
  user_id bigint not null references app.users (id),
  -- What was shown so far is enough to enter an account.
  is_complete boolean not null default false,
  expires_at timestamptz not null
);
create index pending_logins_expiry on app.pending_logins (expires_at);
create index pending_logins_user on app.pending_logins (user_id);
