-- A PDF that was mailed is stored as what it was drawn from. Its content is then empty. The type is json and not jsonb,
-- because the order of the fields is part of the key under which the file is kept.
alter table app.mail_attachments
  alter column content set default '',
  add column drawing json,
  add column bytes int;
