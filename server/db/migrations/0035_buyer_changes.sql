-- What buyers may change of their tickets by themselves, and until when. Nobody could before, so events keep that; new
-- events allow it until their start.
alter table app.event_settings
  add column correct_names boolean not null default false,
  add column correct_names_before int not null default 0 check (correct_names_before between 0 and 365),
  add column correct_names_unit text not null default 'hours' check (correct_names_unit in ('days', 'hours')),
  add column names_later boolean not null default false,
  add column pass_on boolean not null default false,
  add column pass_on_before int not null default 0 check (pass_on_before between 0 and 365),
  add column pass_on_unit text not null default 'hours' check (pass_on_unit in ('days', 'hours'));
alter table app.event_settings
  alter column correct_names set default true,
  alter column pass_on set default true;

alter table app.attendees
  -- The buyer says later who comes. Until then the ticket has the buyer's name.
  add column awaits_name boolean not null default false,
  -- Who had the ticket before its buyer passed it on, so that the buyer can take it back.
  add column passed_from jsonb,
  -- When its present holder first opened the ticket that the buyer passed on.
  add column opened_at timestamptz;

-- Addresses that orders had before their buyers made a new link. They tell their visitors why they show nothing.
create table app.replaced_order_links (
  short_id text primary key,
  account_id bigint not null,
  order_id bigint not null,
  replaced_at timestamptz not null default app.now(),
  foreign key (account_id, order_id) references app.orders (account_id, id) on delete cascade
);
create index replaced_order_links_order on app.replaced_order_links (order_id);
