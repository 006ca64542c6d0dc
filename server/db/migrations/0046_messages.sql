-- Messages of an event to the people who hold its tickets or ordered them.
create table app.messages (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  event_id bigint not null,
  status text not null default 'draft' check (status in ('draft', 'scheduled', 'sending', 'stopped', 'sent')),
  subject text not null default '',
  -- Sanitized HTML with placeholders.
  body text not null default '',
  audience jsonb not null,
  each text not null default 'person' check (each in ('person', 'ticket')),
  purpose text not null default 'ticket' check (purpose in ('ticket', 'news')),
  copy_to_self boolean not null default false,
  -- How many mails its audience came to when it was last saved or scheduled.
  people int not null default 0,
  send_at timestamptz,
  -- A person sent it at once, and can take it back until then.
  undo_until timestamptz,
  -- Who said that it is not promotional, and sent it.
  sent_by bigint references app.users (id),
  -- The reminder that made it.
  reminder text,
  -- The last attendee or order that was looked at for its recipients, and the last of all when it began to go out.
  walked_to bigint not null default 0,
  walk_until bigint,
  -- When its recipients were fixed. No others are added then.
  fixed_at timestamptz,
  -- The rest waits until then, because the account has sent as many mails as it may in a day.
  waits_until timestamptz,
  -- What became of its recipients, counted every second while it goes out.
  counts jsonb not null default '{}',
  refusal text,
  finished_at timestamptz,
  created_by bigint references app.users (id),
  version int not null default 1,
  created_at timestamptz not null default app.now(),
  updated_at timestamptz not null default app.now(),
  check ((status = 'draft') = (send_at is null)),
  check (status = 'draft' or sent_by is not null or reminder is not null),
  check ((status = 'sent') = (finished_at is not null)),
  unique (account_id, id),
  foreign key (account_id, event_id) references app.events (account_id, id) on delete cascade
);
create index messages_event on app.messages (event_id, updated_at desc, id desc);
create index messages_due on app.messages (send_at) where status = 'scheduled';
create index messages_open on app.messages (id) where status in ('sending', 'stopped');

-- Each recipient of a message that goes out, with what became of the mail. The state follows the mail by a trigger.
create table app.message_recipients (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  event_id bigint not null,
  message_id bigint not null,
  -- Whom it reaches once: an address in small letters, or a ticket or order.
  recipient_key text not null,
  order_id bigint,
  attendee_id bigint,
  -- Empty if there is none.
  address text not null,
  locale text not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'queued', 'sending', 'accepted', 'refused', 'skipped', 'bounced')),
  reason text check (reason in ('NO_EMAIL', 'UNSUBSCRIBED', 'BOUNCED', 'ALREADY_REMINDED', 'GONE')),
  reminder text,
  at timestamptz not null default app.now(),
  check ((state = 'skipped') = (reason is not null)),
  unique (account_id, id),
  unique (message_id, recipient_key),
  foreign key (account_id, message_id) references app.messages (account_id, id) on delete cascade,
  foreign key (account_id, event_id) references app.events (account_id, id) on delete cascade,
  foreign key (account_id, order_id) references app.orders (account_id, id),
  foreign key (account_id, attendee_id) references app.attendees (account_id, id)
);
-- An event without orders to keep is deleted with its orders.
create index message_recipients_order on app.message_recipients (order_id);
create index message_recipients_attendee on app.message_recipients (attendee_id);
create index message_recipients_state on app.message_recipients (message_id, state, id);
-- Drawers show all messages of an address, whichever of its tickets they name.
create index message_recipients_address on app.message_recipients (event_id, lower(address));
create unique index message_recipients_reminder on app.message_recipients (event_id, reminder, recipient_key)
  where reminder is not null and state <> 'skipped';

alter table app.mails add column message_recipient_id bigint references app.message_recipients (id) on delete cascade;
create unique index mails_message_recipient on app.mails (message_recipient_id) where message_recipient_id is not null;

-- What becomes of a mail becomes of its recipient, in the same statement. A mail that was refused and is tried again waits again.
create function app.follow_message_mails() returns trigger language plpgsql as $$
begin
  if not exists (select from touched where message_recipient_id is not null) then return null; end if;
  update app.message_recipients r
  set state = case t.status when 'sent' then 'accepted' when 'queued' then 'queued'
      else case when t.last_error = 'no longer needed' then 'skipped' else 'refused' end end,
    reason = case when t.status = 'failed' and t.last_error = 'no longer needed' then 'GONE' end,
    at = app.now()
  from touched t where r.id = t.message_recipient_id and r.state <> 'bounced';
  return null;
end $$;
create trigger follow_message_mails after update on app.mails
  referencing new table as touched for each statement execute function app.follow_message_mails();

-- Who does not want news of an account. Messages about tickets still come.
create table app.unsubscribed (
  account_id bigint not null references app.accounts (id) on delete cascade,
  -- In small letters.
  address text not null,
  at timestamptz not null default app.now(),
  primary key (account_id, address)
);

create function app.feed_messages() returns trigger language plpgsql as $$
begin
  insert into app.live_feed (account_id, event_id, noun, kind, ids)
  select account_id, event_id, 'messages', 'changed', array_agg(id) from touched group by account_id, event_id;
  return null;
end $$;
create trigger feed_new_messages after insert on app.messages
  referencing new table as touched for each statement execute function app.feed_messages();
create trigger feed_changed_messages after update on app.messages
  referencing new table as touched for each statement execute function app.feed_messages();
create trigger feed_gone_messages after delete on app.messages
  referencing old table as touched for each statement execute function app.feed_messages();

-- The mails of messages have a cap of their own for a day.
alter table app.mail_days add column messages int not null default 0;
