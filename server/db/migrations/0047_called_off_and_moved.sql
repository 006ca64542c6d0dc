-- An event that does not take place, or at another time or place than people were told.

alter table app.events
  -- Since when it is called off. Its page stays, its sale stops and its tickets let nobody in.
  add column called_off_at timestamptz,
  -- When it was moved last by its own act, and the start and the place that it had before. Null where that did not change.
  add column moved_at timestamptz,
  add column moved_from timestamptz,
  add column moved_from_place text,
  -- Until when tickets that were bought before can be given back for all that was paid.
  add column returns_until timestamptz,
  add check (moved_at is not null or (moved_from is null and moved_from_place is null)),
  add check (returns_until is null or called_off_at is not null or moved_at is not null);

-- Until now an event with orders that was archived before its end counted as called off. Its buyers have read so.
update app.events e set called_off_at = e.updated_at
where e.status = 'archived' and e.updated_at < e.effective_end
  and exists (select from app.orders o where o.event_id = e.id and o.status in ('completed', 'awaiting_offline_payment'));

-- The act itself: what was decided, what was told to whom, and how far the work has come.
create table app.event_changes (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  event_id bigint not null,
  kind text not null check (kind in ('call_off', 'move')),
  -- `waiting`: it can still be taken back, because nobody was told. `running`: the work has begun.
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'undone')),
  money text not null check (money in ('all', 'asked', 'none')),
  -- The texts by language. Empty: nobody is told.
  messages jsonb not null default '{}',
  -- What the event was before, for taking it back, and what it is now, for what is told.
  before jsonb not null,
  after jsonb not null,
  begins_at timestamptz not null,
  -- Mails that were queued, and the order up to which.
  mails int not null default 0,
  waiting_mails int not null default 0,
  last_order_id bigint not null default 0,
  -- The jobs that cancel and refund.
  cancel_job_id bigint,
  refund_job_id bigint,
  created_by bigint not null references app.users (id),
  created_at timestamptz not null default app.now(),
  finished_at timestamptz,
  request_key text,
  request_hash bytea,
  check ((status in ('done', 'undone')) = (finished_at is not null)),
  unique (account_id, id),
  foreign key (account_id, event_id) references app.events (account_id, id) on delete cascade,
  foreign key (account_id, cancel_job_id) references app.bulk_jobs (account_id, id),
  foreign key (account_id, refund_job_id) references app.bulk_jobs (account_id, id)
);
create index event_changes_event on app.event_changes (event_id, id);
create unique index event_changes_request on app.event_changes (account_id, request_key) where request_key is not null;
-- One at a time.
create unique index event_changes_open on app.event_changes (event_id) where status in ('waiting', 'running');

-- What was called off by archiving can be taken back like what was called off since.
insert into app.event_changes (account_id, event_id, kind, status, money, before, after, begins_at, created_by, created_at,
  finished_at)
select e.account_id, e.id, 'call_off', 'done', 'none', s.state, s.state, e.called_off_at,
  (select m.user_id from app.memberships m where m.account_id = e.account_id order by m.role = 'owner' desc, m.user_id limit 1),
  e.called_off_at, e.called_off_at
from app.events e
cross join lateral (select jsonb_build_object('startsAt', e.starts_at, 'endsAt', e.ends_at, 'place', '') as state) s
where e.called_off_at is not null and exists (select from app.memberships m where m.account_id = e.account_id);
