-- Rises with every change of a person's data, so that two editors do not overwrite each other.
alter table app.attendees add column version int not null default 1;
-- When the ticket was last passed on to another person. Its buyer then no longer sees its code.
alter table app.attendees add column passed_on_at timestamptz;

-- Addresses that tickets had before they got a new code. They tell their visitors why they show nothing.
create table app.replaced_ticket_links (
  short_id text primary key,
  account_id bigint not null,
  attendee_id bigint not null,
  replaced_at timestamptz not null default app.now(),
  foreign key (account_id, attendee_id) references app.attendees (account_id, id) on delete cascade
);
create index replaced_ticket_links_attendee on app.replaced_ticket_links (attendee_id);
