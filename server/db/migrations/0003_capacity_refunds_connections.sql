-- Capacity, refunds, disputes, payment connections, and what the reservation lane asks of the tables.

-- ---------------------------------------------------------------- capacity

-- A pool shared by several tickets: each of their units takes one of its counter as well, while it is active.
create table app.capacity_assignments (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  event_id bigint not null,
  counter_id bigint not null unique,
  name text not null check (length(name) between 1 and 150),
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default app.now(),
  updated_at timestamptz not null default app.now(),
  unique (account_id, id),
  foreign key (account_id, event_id) references app.events (account_id, id) on delete cascade,
  foreign key (account_id, counter_id) references app.counters (account_id, id)
);
create index capacity_assignments_event on app.capacity_assignments (event_id, id);

create table app.capacity_assignment_tickets (
  account_id bigint not null,
  capacity_assignment_id bigint not null,
  ticket_id bigint not null,
  primary key (capacity_assignment_id, ticket_id),
  foreign key (account_id, capacity_assignment_id) references app.capacity_assignments (account_id, id) on delete cascade,
  foreign key (account_id, ticket_id) references app.tickets (account_id, id) on delete cascade
);
create index capacity_assignment_tickets_ticket on app.capacity_assignment_tickets (ticket_id);

-- ---------------------------------------------------------------- the catalogue's version

-- Whatever a reservation decides on raises its event's version, whoever writes it: no change can be missed.
create function app.raise_catalog_version() returns trigger language plpgsql as $$
declare
  changed record;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  if tg_table_name = 'taxes_and_fees' then
    update app.events e set catalog_version = catalog_version + 1 where e.id in (
      select t.event_id from app.ticket_taxes_and_fees l join app.tickets t on t.id = l.ticket_id
      where l.tax_or_fee_id = changed.id);
  elsif tg_table_name = 'ticket_taxes_and_fees' then
    update app.events e set catalog_version = catalog_version + 1
    where e.id = (select event_id from app.tickets where id = changed.ticket_id);
  elsif tg_table_name = 'promo_code_tickets' then
    update app.events e set catalog_version = catalog_version + 1
    where e.id = (select event_id from app.promo_codes where id = changed.promo_code_id);
  elsif tg_table_name = 'capacity_assignment_tickets' then
    update app.events e set catalog_version = catalog_version + 1
    where e.id = (select event_id from app.capacity_assignments where id = changed.capacity_assignment_id);
  else
    update app.events e set catalog_version = catalog_version + 1 where e.id = changed.event_id;
  end if;
  return null;
end $$;

create trigger raise_catalog_version after insert or update or delete on app.tickets
  for each row execute function app.raise_catalog_version();
create trigger raise_catalog_version after insert or update or delete on app.ticket_prices
  for each row execute function app.raise_catalog_version();
create trigger raise_catalog_version after insert or update or delete on app.promo_codes
  for each row execute function app.raise_catalog_version();
create trigger raise_catalog_version after insert or update or delete on app.promo_code_tickets
  for each row execute function app.raise_catalog_version();
create trigger raise_catalog_version after update on app.taxes_and_fees
  for each row execute function app.raise_catalog_version();
create trigger raise_catalog_version after insert or update or delete on app.ticket_taxes_and_fees
  for each row execute function app.raise_catalog_version();
create trigger raise_catalog_version after insert or update or delete on app.capacity_assignments
  for each row execute function app.raise_catalog_version();
create trigger raise_catalog_version after insert or update or delete on app.capacity_assignment_tickets
  for each row execute function app.raise_catalog_version();
create trigger raise_catalog_version after update on app.event_settings
  for each row execute function app.raise_catalog_version();

create function app.raise_own_catalog_version() returns trigger language plpgsql as $$
begin
  if new.catalog_version = old.catalog_version then new.catalog_version := old.catalog_version + 1; end if;
  return new;
end $$;
create trigger raise_own_catalog_version before update on app.events
  for each row execute function app.raise_own_catalog_version();

-- ---------------------------------------------------------------- orders

-- A keyed hash of the buyer's network address, for the cap on open holds; forgotten when the hold ends.
alter table app.orders add column address_hash bytea;
create index orders_address on app.orders (address_hash) where status = 'reserved' and address_hash is not null;

-- By browser first, so that it also answers which holds a browser has.
drop index app.orders_one_open_hold;
create unique index orders_one_open_hold on app.orders (cart_hash, event_id) where status = 'reserved' and cart_hash is not null;

-- Organizers see orders whose buyer is known. A hold does not pay for being found.
alter table app.orders drop column search;
alter table app.orders add column search text not null generated always as (
  case when email is null then '' else app.fold(
    coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || email || ' ENT-' || app.reference_code(id)
  ) end) stored;
create index orders_search on app.orders using gin (event_id, search public.gin_trgm_ops) where email is not null;
drop index app.orders_by_date;
create index orders_by_date on app.orders (event_id, created_at desc, id desc) where email is not null;
-- A reference is a shuffle of the id and cannot clash: the index is for sorting by it.
drop index app.orders_reference;
create index orders_reference on app.orders (event_id, reference) where email is not null;

-- The price of an item names its ticket, and refers to it.
alter table app.order_items drop constraint order_items_account_id_ticket_id_fkey;

-- ---------------------------------------------------------------- refunds, disputes, connections

-- Money sent back, or to be. `requested`: by an organizer. `provider`: made in the provider's own dashboard and learned of.
create table app.refunds (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  order_id bigint not null,
  payment_id bigint not null,
  -- The call that makes it; null for one that was made elsewhere.
  provider_call_id bigint unique references app.provider_calls (id),
  provider_refund_id text,
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
  reason text not null check (reason in ('requested', 'late_payment', 'duplicate', 'provider')),
  failure_code text,
  note text not null default '' check (length(note) <= 1000),
  -- Whose tickets it is for; empty for an amount.
  attendee_ids bigint[] not null default '{}',
  -- Whether the order or the attendees are cancelled with it, and whether the buyer is told.
  cancels boolean not null default false,
  notifies boolean not null default false,
  created_by bigint references app.users (id),
  created_at timestamptz not null default app.now(),
  settled_at timestamptz,
  -- When the provider is asked next how it stands: a bank may send back days later what had succeeded.
  ask_at timestamptz,
  -- The next try, made by people who knew that this one had failed.
  replaced_by bigint references app.refunds (id),
  -- The Idempotency-Key it was asked for with: its row is the record, so that no crash can make it twice.
  request_key text,
  request_hash bytea,
  unique (account_id, id),
  foreign key (account_id, order_id) references app.orders (account_id, id),
  foreign key (account_id, payment_id) references app.payments (account_id, id)
);
create index refunds_order on app.refunds (order_id, id);
create unique index refunds_one_pending on app.refunds (payment_id) where status = 'pending' and provider_call_id is not null;
create unique index refunds_request on app.refunds (order_id, request_key) where request_key is not null;
create index refunds_ask on app.refunds (ask_at) where ask_at is not null;
create unique index refunds_provider_id on app.refunds (payment_id, provider_refund_id) where provider_refund_id is not null;

-- A buyer's bank takes the money back. Amounts in minor units, times as the provider tells them.
create table app.disputes (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  order_id bigint not null,
  payment_id bigint not null,
  provider_dispute_id text not null,
  amount bigint not null check (amount >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  reason text not null,
  status text not null check (status in ('warning', 'needs_response', 'under_review', 'won', 'lost')),
  respond_by timestamptz,
  created_at timestamptz not null default app.now(),
  updated_at timestamptz not null default app.now(),
  unique (account_id, id),
  unique (payment_id, provider_dispute_id),
  foreign key (account_id, order_id) references app.orders (account_id, id),
  foreign key (account_id, payment_id) references app.payments (account_id, id)
);
create index disputes_order on app.disputes (order_id);

-- An organizer's own account at the provider, where the installation connects accounts.
create table app.payment_connections (
  account_id bigint primary key references app.accounts (id),
  provider text not null check (provider in ('stripe')),
  -- Both persisted before the first call, so that a retry after a crash connects the same account.
  idempotency_key text not null unique,
  email text not null,
  provider_account text unique,
  charges_enabled boolean not null default false,
  payouts_enabled boolean not null default false,
  details_submitted boolean not null default false,
  created_at timestamptz not null default app.now(),
  checked_at timestamptz not null default app.now()
);

alter table app.payments add column application_fee bigint not null default 0 check (application_fee >= 0);

-- ---------------------------------------------------------------- the test bank

create table test_bank.disputes (
  id text primary key,
  payment_id text not null references test_bank.payments (id) on delete cascade,
  amount bigint not null check (amount > 0),
  reason text not null,
  status text not null check (status in ('warning', 'needs_response', 'under_review', 'won', 'lost')),
  respond_by timestamptz,
  -- Nobody hears of it before.
  opens_at timestamptz,
  created_at timestamptz not null default app.now()
);
create index disputes_payment on test_bank.disputes (payment_id);
create index disputes_open on test_bank.disputes (opens_at) where opens_at is not null;

alter table test_bank.events add column dispute_id text references test_bank.disputes (id) on delete cascade;
create index events_dispute on test_bank.events (dispute_id) where dispute_id is not null;
