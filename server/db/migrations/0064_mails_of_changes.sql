-- Mails of a change are a range of their keys. Only this collation has the same order everywhere.
create index mails_event_changed on app.mails (dedupe_key collate "C") where kind = 'event_changed';

-- What is left of a reminder when its event has begun is not sent.
alter table app.message_recipients drop constraint message_recipients_reason_check;
alter table app.message_recipients add constraint message_recipients_reason_check
  check (reason in ('NO_EMAIL', 'UNSUBSCRIBED', 'BOUNCED', 'ALREADY_REMINDED', 'GONE', 'TOO_LATE'));
