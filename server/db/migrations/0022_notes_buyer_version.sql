-- What the team notes about an order or one of its attendees. A deleted note stays for a day, so that it can come back.
create table app.notes (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  order_id bigint not null,
  -- Null: the note is about the order itself.
  attendee_id bigint,
  -- Who wrote it; null if nobody did by hand.
  user_id bigint references app.users (id),
  body text not null check (length(body) between 1 and 2000),
  version int not null default 1,
  created_at timestamptz not null default app.now(),
  -- Null until the words change.
  edited_at timestamptz,
  deleted_at timestamptz,
  foreign key (account_id, order_id) references app.orders (account_id, id) on delete cascade,
  foreign key (account_id, attendee_id) references app.attendees (account_id, id) on delete cascade
);
create index notes_order on app.notes (order_id, id desc);
create index notes_attendee on app.notes (attendee_id, id desc) where attendee_id is not null;
create index notes_deleted on app.notes (deleted_at) where deleted_at is not null;

-- Rises with each change of the buyer's names, email address or language.
alter table app.orders add column buyer_version int not null default 1;
