-- Actions on many rows that a job works off. Its rows are those that were chosen when it was made.
create table app.bulk_jobs (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  event_id bigint not null,
  noun text not null check (noun in ('orders', 'attendees')),
  kind text not null,
  input jsonb not null default '{}',
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
  total int not null,
  changed int not null default 0,
  kept int not null default 0,
  -- How many rows were kept for each reason.
  reasons jsonb not null default '{}',
  -- Mails that wait for another day, because the account has sent as many as it may today.
  waiting_mails int not null default 0,
  -- The job whose changes this one takes back.
  undo_of bigint,
  created_by bigint not null references app.users (id),
  created_at timestamptz not null default app.now(),
  finished_at timestamptz,
  request_key text,
  request_hash bytea,
  check (changed + kept <= total),
  unique (account_id, id),
  foreign key (account_id, event_id) references app.events (account_id, id) on delete cascade,
  foreign key (account_id, undo_of) references app.bulk_jobs (account_id, id) on delete cascade
);
create index bulk_jobs_event on app.bulk_jobs (event_id, id);
create unique index bulk_jobs_request on app.bulk_jobs (account_id, request_key) where request_key is not null;
create index bulk_jobs_open on app.bulk_jobs (id) where status in ('queued', 'running');
create unique index bulk_jobs_undo_of on app.bulk_jobs (undo_of) where undo_of is not null and status <> 'failed';

create table app.bulk_job_rows (
  account_id bigint not null,
  job_id bigint not null,
  -- The rows of one order are worked off together.
  order_id bigint not null,
  -- An order or an attendee.
  row_id bigint not null,
  -- Null until it is this row's turn.
  outcome text check (outcome in ('changed', 'kept')),
  -- Why it was kept.
  code text,
  -- What an undo needs to know.
  undo jsonb,
  check ((outcome = 'kept') = (code is not null) or outcome is null and code is null),
  primary key (job_id, order_id, row_id),
  foreign key (account_id, job_id) references app.bulk_jobs (account_id, id) on delete cascade
);
create index bulk_job_rows_open on app.bulk_job_rows (job_id, order_id, row_id) where outcome is null;
create index bulk_job_rows_kept on app.bulk_job_rows (job_id, order_id, row_id) where outcome = 'kept';

create function app.feed_bulk_jobs() returns trigger language plpgsql as $$
begin
  insert into app.live_feed (account_id, event_id, noun, kind, ids)
  select account_id, event_id, 'bulk-jobs', 'changed', array_agg(id) from after group by account_id, event_id;
  return null;
end $$;
create trigger feed_new_bulk_jobs after insert on app.bulk_jobs
  referencing new table as after for each statement execute function app.feed_bulk_jobs();
create trigger feed_changed_bulk_jobs after update on app.bulk_jobs
  referencing new table as after for each statement execute function app.feed_bulk_jobs();

-- How many mails that people cause in bulk an account has for a day (UTC). Those beyond the cap have a later day.
create table app.mail_days (
  account_id bigint not null references app.accounts (id) on delete cascade,
  day date not null,
  count int not null,
  primary key (account_id, day)
);
alter table app.mails add column send_after timestamptz;
