-- Which summaries of an account one of its people gets by mail. A moment is when the next one is due, by the clock of the
-- account's zone as it was then (timezone); null: it is switched off.
create table app.notifications (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  user_id bigint not null,
  daily_at timestamptz,
  weekly_at timestamptz,
  timezone text not null,
  updated_at timestamptz not null default app.now(),
  unique (account_id, user_id),
  foreign key (account_id, user_id) references app.memberships (account_id, user_id) on delete cascade
);
create index notifications_due on app.notifications (least(daily_at, weekly_at));
create index notifications_user on app.notifications (user_id);
