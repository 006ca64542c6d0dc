-- The mailbox to which mail servers report mails that they could not deliver. One process reads it at a time.
create table app.bounce_mailbox (
  only_one boolean primary key default true check (only_one),
  -- Until when a process reads it. It says so again while it does.
  reading_until timestamptz,
  -- When it was last read to its end.
  read_at timestamptz,
  -- Since when it could not be read, and why.
  failing_since timestamptz,
  problem text,
  check ((failing_since is null) = (problem is null))
);
insert into app.bounce_mailbox default values;
