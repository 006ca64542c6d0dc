-- Roles beyond owner, admin and organizer. `limited`: the member reaches only the events and organizers that are listed.
alter table app.memberships drop constraint memberships_role_check;
alter table app.memberships add constraint memberships_role_check
  check (role in ('owner', 'admin', 'organizer', 'accounts', 'door_supervisor', 'door_staff'));
alter table app.memberships add column limited boolean not null default false
  check (not limited or role not in ('owner', 'admin'));
-- When the member last did something in this account.
alter table app.memberships add column last_seen_at timestamptz;
update app.memberships m set last_seen_at = s.at
from (select account_id, user_id, max(last_seen_at) as at from app.sessions group by 1, 2) s
where s.account_id = m.account_id and s.user_id = m.user_id;

create table app.membership_events (
  account_id bigint not null,
  user_id bigint not null,
  event_id bigint not null,
  primary key (account_id, user_id, event_id),
  foreign key (account_id, user_id) references app.memberships (account_id, user_id) on delete cascade,
  foreign key (account_id, event_id) references app.events (account_id, id) on delete cascade
);
create index membership_events_event on app.membership_events (event_id);

create table app.membership_organizers (
  account_id bigint not null,
  user_id bigint not null,
  organizer_id bigint not null,
  primary key (account_id, user_id, organizer_id),
  foreign key (account_id, user_id) references app.memberships (account_id, user_id) on delete cascade,
  foreign key (account_id, organizer_id) references app.organizers (account_id, id) on delete cascade
);
create index membership_organizers_organizer on app.membership_organizers (organizer_id);

-- The events that a limited member reaches: those listed, and all of the organizers that are listed.
create view app.member_events as
  select account_id, user_id, event_id from app.membership_events
  union all
  select o.account_id, o.user_id, e.id from app.membership_organizers o
  join app.events e on e.account_id = o.account_id and e.organizer_id = o.organizer_id;

-- Who was asked to join an account, and as what. Its id is one that no user has, so both stand in one list. Only the hash of
-- the mailed token is kept. It is replaced by a resend.
create table app.invitations (
  id bigint primary key default nextval('app.users_id_seq'),
  account_id bigint not null references app.accounts (id),
  email text not null,
  role text not null check (role in ('admin', 'organizer', 'accounts', 'door_supervisor', 'door_staff')),
  limited boolean not null default false check (not limited or role <> 'admin'),
  event_ids bigint[] not null default '{}',
  organizer_ids bigint[] not null default '{}',
  note text not null default '' check (length(note) <= 2000),
  locale text not null,
  token_hash bytea not null unique,
  invited_by bigint not null references app.users (id),
  sent_at timestamptz not null default app.now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default app.now()
);
create unique index invitations_open on app.invitations (account_id, lower(email))
  where accepted_at is null and revoked_at is null;

-- Links of invitations that a resend or the end of the invitation replaced. They say why they no longer work.
create table app.former_invitation_links (
  token_hash bytea primary key,
  invitation_id bigint not null references app.invitations (id) on delete cascade
);

-- The owner wants to hand the account over. The other side has to agree until it expires. At most one at a time.
create table app.ownership_transfers (
  id bigint generated always as identity primary key,
  account_id bigint not null references app.accounts (id),
  from_user_id bigint not null references app.users (id),
  to_user_id bigint not null references app.users (id),
  created_at timestamptz not null default app.now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  ended_at timestamptz,
  check (from_user_id <> to_user_id),
  foreign key (account_id, from_user_id) references app.memberships (account_id, user_id) on delete cascade,
  foreign key (account_id, to_user_id) references app.memberships (account_id, user_id) on delete cascade
);
create unique index ownership_transfers_open on app.ownership_transfers (account_id)
  where accepted_at is null and ended_at is null;
