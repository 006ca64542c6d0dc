-- Imports of guests from a file (docs/decisions/048). While one runs, its rows are staged here, and one order holds its
-- places. Its orders are written as holds without a buyer, so no list shows them, and all become complete together.
create table app.guest_imports (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  event_id bigint not null,
  -- Who started it.
  user_id bigint not null references app.users (id),
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  failure text,
  -- The guests; empty once the import has ended.
  rows jsonb not null,
  guests int not null check (guests > 0),
  places int not null check (places >= guests),
  written int not null default 0,
  batches_written int not null default 0,
  -- The order that holds the places of the guests that are not written yet.
  hold_id bigint,
  paid_by_hand text check (paid_by_hand in ('cash', 'card')),
  notify boolean not null,
  -- By how many units each counter was exceeded on purpose; null if none was.
  exceeded jsonb,
  idempotency_key text unique,
  request_hash bytea not null,
  request_id text,
  started_at timestamptz not null default app.now(),
  ended_at timestamptz,
  check ((state = 'running') = (ended_at is null)),
  unique (account_id, id),
  foreign key (account_id, event_id) references app.events (account_id, id) on delete cascade
);
create index guest_imports_event on app.guest_imports (event_id, id desc);
create index guest_imports_running on app.guest_imports (started_at) where state = 'running';

alter table app.orders add column import_id bigint;
create index orders_import on app.orders (import_id) where import_id is not null;
-- People whom the team added, newest first.
create index orders_by_hand on app.orders (event_id, created_at desc, id desc) where is_manual and email is not null;
