-- Saved views of the lists of an event. A deleted one stays for a day, so that it can come back.
create table app.saved_views (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  event_id bigint not null,
  -- Its author.
  user_id bigint not null,
  list text not null,
  name text not null check (length(name) between 1 and 60),
  is_shared boolean not null,
  -- The query of the list, as its parameters. Both are sorted by their keys, which jsonb would sort in its own way.
  query json not null,
  columns json not null,
  version int not null default 1,
  created_at timestamptz not null default app.now(),
  updated_at timestamptz not null default app.now(),
  deleted_at timestamptz,
  unique (account_id, id),
  foreign key (account_id, event_id) references app.events (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references app.memberships (account_id, user_id) on delete cascade
);
create unique index saved_views_own_name on app.saved_views (event_id, list, user_id, lower(name)) where deleted_at is null;
create unique index saved_views_shared_name on app.saved_views (event_id, list, lower(name)) where is_shared and deleted_at is null;
create index saved_views_member on app.saved_views (account_id, user_id);
create index saved_views_deleted on app.saved_views (deleted_at) where deleted_at is not null;

-- What one person chose for a list: which view opens first, and the order of the views.
create table app.view_choices (
  account_id bigint not null,
  event_id bigint not null,
  user_id bigint not null,
  list text not null,
  default_id bigint,
  -- Views that are gone are passed over.
  sorted_ids bigint[] not null default '{}',
  primary key (event_id, user_id, list),
  foreign key (account_id, event_id) references app.events (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references app.memberships (account_id, user_id) on delete cascade,
  foreign key (account_id, default_id) references app.saved_views (account_id, id) on delete set null (default_id)
);
create index view_choices_member on app.view_choices (account_id, user_id);
create index view_choices_default on app.view_choices (default_id) where default_id is not null;
