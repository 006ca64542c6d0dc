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

-- ---------------------------------------------------------------- tallies

-- What a dashboard and a door show, counted as it happens: the sum of the rows of an event, a kind and what it refers to.
-- Triggers only ever add rows, so that no two transactions wait for one; readers fold many into one now and then.
--   orders     0       n completed orders, amount what they brought less what went back
--   sales      ticket  amount of its lines in completed orders from which nothing went back
--   attendees  ticket  n active attendees
--   entries    list    n of its open entries
--   inside     0       n active attendees with an open entry on any list
-- No foreign keys: each would lock the event's one row for every scan.
create table app.tallies (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  event_id bigint not null,
  kind text not null check (kind in ('orders', 'sales', 'attendees', 'entries', 'inside')),
  ref_id bigint not null,
  n bigint not null,
  amount bigint not null
);
-- Folding leaves dead rows behind, which every sum would pass.
alter table app.tallies set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_insert_threshold = 1000, autovacuum_vacuum_insert_scale_factor = 0);
create index tallies_event on app.tallies (event_id, kind, ref_id) include (n, amount);

-- The same from the records themselves: for what was there before, for verifying, for counting anew.
create view app.tallies_recomputed as
  select account_id, event_id, 'orders' as kind, 0::bigint as ref_id, count(*)::bigint as n,
    sum(total - refunded_total)::bigint as amount
  from app.orders where status = 'completed' group by account_id, event_id
  union all
  select o.account_id, o.event_id, 'sales', i.ticket_id, 0, sum(i.unit_total * i.quantity)::bigint
  from app.orders o join app.order_items i on i.order_id = o.id
  where o.status = 'completed' and o.refunded_total = 0 group by o.account_id, o.event_id, i.ticket_id
  union all
  select account_id, event_id, 'attendees', ticket_id, count(*), 0
  from app.attendees where status = 'active' group by account_id, event_id, ticket_id
  union all
  select account_id, event_id, 'entries', check_in_list_id, count(*), 0
  from app.check_ins where checked_out_at is null group by account_id, event_id, check_in_list_id
  union all
  select a.account_id, a.event_id, 'inside', 0, count(*), 0
  from app.attendees a
  where a.status = 'active'
    and a.id in (select attendee_id from app.check_ins where checked_out_at is null)
  group by a.account_id, a.event_id;

insert into app.tallies (account_id, event_id, kind, ref_id, n, amount)
  select account_id, event_id, kind, ref_id, n, amount from app.tallies_recomputed;

-- Makes one row of many. Two at once are right too: each adds up only what it took away itself.
create function app.fold_tallies(of_event bigint) returns void language sql as $$
  with gone as (delete from app.tallies where event_id = of_event returning account_id, kind, ref_id, n, amount)
  insert into app.tallies (account_id, event_id, kind, ref_id, n, amount)
  select account_id, of_event, kind, ref_id, sum(n), sum(amount) from gone
  group by account_id, kind, ref_id having sum(n) <> 0 or sum(amount) <> 0;
$$;

create function app.tally_orders() returns trigger language plpgsql as $$
begin
  -- Most updates are of holds.
  if not exists (select from after where status = 'completed')
    and not exists (select from before where status = 'completed') then return null; end if;
  with moved as (
    select account_id, event_id, id, -1 as sign, total, refunded_total from before where status = 'completed'
    union all select account_id, event_id, id, 1, total, refunded_total from after where status = 'completed'),
  sold as (
    select account_id, event_id, id, sum(sign) as sign from moved where refunded_total = 0
    group by account_id, event_id, id having sum(sign) <> 0)
  insert into app.tallies (account_id, event_id, kind, ref_id, n, amount)
  select account_id, event_id, 'orders', 0, sum(sign), sum(sign * (total - refunded_total)) from moved
  group by account_id, event_id having sum(sign) <> 0 or sum(sign * (total - refunded_total)) <> 0
  union all
  select s.account_id, s.event_id, 'sales', i.ticket_id, 0, sum(s.sign * i.unit_total * i.quantity)
  from sold s join app.order_items i on i.order_id = s.id
  group by s.account_id, s.event_id, i.ticket_id having sum(s.sign * i.unit_total * i.quantity) <> 0;
  return null;
end $$;
create trigger tally_orders after update on app.orders
  referencing old table as before new table as after for each statement execute function app.tally_orders();

-- An order that is complete from its first moment has its lines written in the same statement.
create function app.tally_new_orders() returns trigger language plpgsql as $$
begin
  if not exists (select from after where status = 'completed') then return null; end if;
  insert into app.tallies (account_id, event_id, kind, ref_id, n, amount)
  select account_id, event_id, 'orders', 0, count(*), sum(total - refunded_total) from after where status = 'completed'
  group by account_id, event_id
  union all
  select o.account_id, o.event_id, 'sales', i.ticket_id, 0, sum(i.unit_total * i.quantity)
  from after o join app.order_items i on i.order_id = o.id where o.status = 'completed' and o.refunded_total = 0
  group by o.account_id, o.event_id, i.ticket_id having sum(i.unit_total * i.quantity) <> 0;
  return null;
end $$;
create trigger tally_new_orders after insert on app.orders
  referencing new table as after for each statement execute function app.tally_new_orders();

-- Its lines go after it, and are still there before.
create function app.tally_gone_order() returns trigger language plpgsql as $$
begin
  insert into app.tallies (account_id, event_id, kind, ref_id, n, amount)
  select old.account_id, old.event_id, 'orders', 0, -1, old.refunded_total - old.total
  union all
  select old.account_id, old.event_id, 'sales', ticket_id, 0, -sum(unit_total * quantity)
  from app.order_items where order_id = old.id and old.refunded_total = 0 group by ticket_id;
  return old;
end $$;
create trigger tally_gone_order before delete on app.orders
  for each row when (old.status = 'completed') execute function app.tally_gone_order();

create function app.tally_attendees() returns trigger language plpgsql as $$
begin
  insert into app.tallies (account_id, event_id, kind, ref_id, n, amount)
  select account_id, event_id, 'attendees', ticket_id, count(*), 0 from after where status = 'active'
  group by account_id, event_id, ticket_id;
  return null;
end $$;
create trigger tally_attendees after insert on app.attendees
  referencing new table as after for each statement execute function app.tally_attendees();

-- The update holds the rows, and a scan waits for them before it counts: nobody is counted twice or missed.
create function app.tally_changed_attendees() returns trigger language plpgsql as $$
begin
  with moved as (
    select account_id, event_id, id, ticket_id, -1 as sign from before where status = 'active'
    union all select account_id, event_id, id, ticket_id, 1 from after where status = 'active')
  insert into app.tallies (account_id, event_id, kind, ref_id, n, amount)
  select account_id, event_id, 'attendees', ticket_id, sum(sign), 0 from moved
  group by account_id, event_id, ticket_id having sum(sign) <> 0
  union all
  select account_id, event_id, 'inside', 0, sum(sign), 0 from moved m
  where exists (select from app.check_ins c where c.attendee_id = m.id and c.checked_out_at is null)
  group by account_id, event_id having sum(sign) <> 0;
  return null;
end $$;
create trigger tally_changed_attendees after update on app.attendees
  referencing old table as before new table as after for each statement execute function app.tally_changed_attendees();

create function app.tally_gone_attendees() returns trigger language plpgsql as $$
begin
  insert into app.tallies (account_id, event_id, kind, ref_id, n, amount)
  select account_id, event_id, 'attendees', ticket_id, -count(*), 0 from before where status = 'active'
  group by account_id, event_id, ticket_id;
  return null;
end $$;
create trigger tally_gone_attendees after delete on app.attendees
  referencing old table as before for each statement execute function app.tally_gone_attendees();

-- Two doors with lists of their own may let one person in at once: the second to lock the attendee sees the first's entry.
create function app.tally_entries() returns trigger language plpgsql as $$
begin
  perform from app.attendees where id in (select attendee_id from after where checked_out_at is null)
  order by id for no key update;
  insert into app.tallies (account_id, event_id, kind, ref_id, n, amount)
  select account_id, event_id, 'entries', check_in_list_id, count(*), 0 from after where checked_out_at is null
  group by account_id, event_id, check_in_list_id
  union all
  select b.account_id, b.event_id, 'inside', 0, count(distinct b.attendee_id), 0
  from after b join app.attendees a on a.id = b.attendee_id
  where b.checked_out_at is null and a.status = 'active' and not exists (
    select from app.check_ins c
    where c.attendee_id = b.attendee_id and c.checked_out_at is null and c.id not in (select id from after))
  group by b.account_id, b.event_id;
  return null;
end $$;
create trigger tally_entries after insert on app.check_ins
  referencing new table as after for each statement execute function app.tally_entries();

create function app.tally_changed_entry() returns trigger language plpgsql as $$
declare
  sign int := case when new.checked_out_at is null then 1 else -1 end;
  person_status text;
begin
  select status into person_status from app.attendees where id = new.attendee_id for no key update;
  insert into app.tallies (account_id, event_id, kind, ref_id, n, amount)
  select new.account_id, new.event_id, 'entries', new.check_in_list_id, sign, 0
  union all
  select new.account_id, new.event_id, 'inside', 0, sign, 0
  where person_status = 'active' and not exists (
    select from app.check_ins c
    where c.attendee_id = new.attendee_id and c.checked_out_at is null and c.id <> new.id);
  return null;
end $$;
create trigger tally_changed_entry after update of checked_out_at on app.check_ins
  for each row when ((old.checked_out_at is null) <> (new.checked_out_at is null))
  execute function app.tally_changed_entry();

create function app.tally_gone_entries() returns trigger language plpgsql as $$
begin
  perform from app.attendees where id in (select attendee_id from before where checked_out_at is null)
  order by id for no key update;
  insert into app.tallies (account_id, event_id, kind, ref_id, n, amount)
  select account_id, event_id, 'entries', check_in_list_id, -count(*), 0 from before where checked_out_at is null
  group by account_id, event_id, check_in_list_id
  union all
  select account_id, event_id, 'inside', 0, -count(distinct attendee_id), 0 from before b
  where checked_out_at is null
    and exists (select from app.attendees a where a.id = b.attendee_id and a.status = 'active')
    and not exists (
      select from app.check_ins c where c.attendee_id = b.attendee_id and c.checked_out_at is null)
  group by account_id, event_id;
  return null;
end $$;
create trigger tally_gone_entries after delete on app.check_ins
  referencing old table as before for each statement execute function app.tally_gone_entries();

-- Also where a bulk load leaves foreign keys unchecked: what it writes is counted all the same.
alter table app.orders enable always trigger tally_orders;
alter table app.orders enable always trigger tally_new_orders;
alter table app.orders enable always trigger tally_gone_order;
alter table app.attendees enable always trigger tally_attendees;
alter table app.attendees enable always trigger tally_changed_attendees;
alter table app.attendees enable always trigger tally_gone_attendees;
alter table app.check_ins enable always trigger tally_entries;
alter table app.check_ins enable always trigger tally_changed_entry;
alter table app.check_ins enable always trigger tally_gone_entries;

-- What the shares of a refund among the lines are worked out from; the rest is in the tallies.
drop index app.orders_sales;
create index orders_partly_refunded on app.orders (event_id)
  where status = 'completed' and refunded_total > 0 and refunded_total < total;

-- A column and not an expression, so that a page deep in the list is found without reading the rows before it.
drop index app.attendees_by_name;
alter table app.attendees add column name_key text not null
  generated always as (app.fold(last_name || ' ' || first_name)) stored;
create index attendees_by_name on app.attendees (event_id, name_key, id);
