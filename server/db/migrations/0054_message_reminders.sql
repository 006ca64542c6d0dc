-- Messages that go out by themselves before and after an event. All are off until somebody switches them on.
create table app.message_reminders (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  event_id bigint not null,
  kind text not null check (kind in ('week_before', 'day_before', 'hour_before', 'after_end', 'details_missing')),
  is_on boolean not null default false,
  -- It does not go out for a moment that was over when it was switched on.
  on_since timestamptz,
  subject text not null default '',
  -- Sanitized HTML with placeholders.
  body text not null default '',
  -- The moment for which it went out last. If the event moves, there is another one.
  done_for timestamptz,
  version int not null default 1,
  created_at timestamptz not null default app.now(),
  updated_at timestamptz not null default app.now(),
  check (is_on = (on_since is not null)),
  unique (event_id, kind),
  foreign key (account_id, event_id) references app.events (account_id, id) on delete cascade
);
create index message_reminders_on on app.message_reminders (event_id) where is_on;
