-- Files of rows that are made every day or every week, and whose link is mailed to people of the account.
create table app.scheduled_exports (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  event_id bigint not null,
  what text not null,
  format text not null check (format in ('csv', 'xlsx')),
  -- The query of the list whose rows the file holds. Empty: everything.
  query jsonb not null default '{}',
  locale text not null,
  -- 1 is Monday. Null: every day.
  weekday smallint check (weekday between 1 and 7),
  -- By the clock of the event.
  hour smallint not null check (hour between 0 and 23),
  -- The zone of the event that next_at was computed with.
  timezone text not null,
  next_at timestamptz,
  stopped text check (stopped in ('paused', 'event_over', 'event_archived', 'nobody')),
  created_by bigint not null references app.users (id),
  version int not null default 1,
  created_at timestamptz not null default app.now(),
  updated_at timestamptz not null default app.now(),
  -- It can be brought back for a day.
  deleted_at timestamptz,
  check ((next_at is null) = (stopped is not null or deleted_at is not null)),
  unique (account_id, id),
  foreign key (account_id, event_id) references app.events (account_id, id) on delete cascade
);
create index scheduled_exports_event on app.scheduled_exports (event_id, id);
create index scheduled_exports_next on app.scheduled_exports (next_at) where next_at is not null;

create table app.scheduled_export_recipients (
  account_id bigint not null,
  scheduled_export_id bigint not null,
  user_id bigint not null,
  primary key (scheduled_export_id, user_id),
  foreign key (account_id, scheduled_export_id) references app.scheduled_exports (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references app.memberships (account_id, user_id) on delete cascade
);
create index scheduled_export_recipients_user on app.scheduled_export_recipients (account_id, user_id);

-- One making of a file. What it holds is fixed here, so that a change of the schedule does not change it.
create table app.export_runs (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  scheduled_export_id bigint not null,
  what text not null,
  format text not null,
  query jsonb not null,
  locale text not null,
  due_at timestamptz not null,
  -- Who asked for it. Null: its time had come.
  started_by bigint references app.users (id),
  status text not null default 'waiting' check (status in ('waiting', 'done', 'failed')),
  -- Why the last try failed.
  error text,
  filename text,
  content_type text,
  rows int,
  bytes bigint,
  mails int not null default 0,
  waiting_mails int not null default 0,
  ended_at timestamptz,
  -- Until when the file can be downloaded. Null: there is none, or it is deleted.
  file_until timestamptz,
  created_at timestamptz not null default app.now(),
  check ((status = 'waiting') = (ended_at is null)),
  check (status <> 'failed' or error is not null),
  check (status <> 'done' or (filename is not null and content_type is not null and rows is not null and bytes is not null)),
  check (file_until is null or status = 'done'),
  unique (account_id, id),
  foreign key (account_id, scheduled_export_id) references app.scheduled_exports (account_id, id) on delete cascade
);
create unique index export_runs_moment on app.export_runs (scheduled_export_id, due_at) where started_by is null;
create unique index export_runs_waiting on app.export_runs (scheduled_export_id) where status = 'waiting';
create index export_runs_of on app.export_runs (scheduled_export_id, id);
create index export_runs_file on app.export_runs (file_until) where file_until is not null;

-- The file of a run, in parts, so that no process holds it as a whole.
create table app.export_parts (
  account_id bigint not null,
  run_id bigint not null,
  nth int not null,
  content bytea not null,
  primary key (run_id, nth),
  foreign key (account_id, run_id) references app.export_runs (account_id, id) on delete cascade
);
