-- Mails that came back for good. Each counts for the account that sent it, and for nobody else.
create table app.mail_bounces (
  id bigint generated always as identity primary key,
  account_id bigint not null references app.accounts (id) on delete cascade,
  mail_id bigint not null unique references app.mails (id) on delete cascade,
  -- Of the mail, in small letters.
  address text not null,
  -- Such as 5.1.1 (RFC 3463).
  status text not null check (status ~ '^5\.\d{1,3}\.\d{1,3}$'),
  -- What the report said. Emptied after 30 days.
  words text,
  via text not null check (via in ('mailbox', 'ses', 'postmark', 'mailgun')),
  at timestamptz not null default app.now(),
  -- Somebody wrote to the address all the same. It counts no more.
  lifted_at timestamptz
);
create index mail_bounces_address on app.mail_bounces (account_id, address) where lifted_at is null;
create index mail_bounces_words on app.mail_bounces (at) where words is not null;

-- What became of a message to one of many is written together with the bounce of its mail.
create function app.follow_mail_bounces() returns trigger language plpgsql as $$
begin
  update app.message_recipients r set state = 'bounced', reason = null, at = app.now()
  from touched b join app.mails m on m.id = b.mail_id where r.id = m.message_recipient_id;
  insert into app.live_feed (account_id, event_id, noun, kind, ids)
  select o.account_id, o.event_id, 'mails', 'changed', array_agg(distinct o.id)
  from touched b join app.mails m on m.id = b.mail_id join app.orders o on o.id = m.order_id
  group by o.account_id, o.event_id;
  return null;
end $$;
create trigger follow_mail_bounces after insert on app.mail_bounces
  referencing new table as touched for each statement execute function app.follow_mail_bounces();
