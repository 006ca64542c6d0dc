-- Foundation: tenants, events, catalogue, stock, orders, payments, door, mail, audit.
-- Every tenant table carries account_id and is referred to by (account_id, id), so that a row of one account
-- can never point at a row of another. Money is bigint minor units; times are timestamptz.

create schema if not exists app;
create extension if not exists pg_trgm with schema public;
create extension if not exists btree_gin with schema public;
create extension if not exists unaccent with schema public;

-- The database's clock decides every deadline. Tests replace this function in their own database to travel in time.
create function app.now() returns timestamptz language sql stable parallel safe as 'select pg_catalog.now()';

-- Lower case without accents: "mar" finds "Márquez". Immutable because the dictionary is named.
create function app.fold(value text) returns text language sql immutable parallel safe
  as $$ select lower(public.unaccent('public.unaccent'::regdictionary, coalesce(value, ''))) $$;

-- Escapes what LIKE would read as a pattern.
create function app.like_text(value text) returns text language sql immutable parallel safe
  as $$ select replace(replace(replace(value, '\', '\\'), '%', '\%'), '_', '\_') $$;

-- An event without an end is taken to last 24 hours. Immutable, unlike timestamptz + interval, because it adds seconds only.
create function app.effective_end(starts_at timestamptz, ends_at timestamptz) returns timestamptz
  language sql immutable parallel safe as $$ select coalesce(ends_at, starts_at + interval '86400 seconds') $$;

-- A six-letter code that people can read aloud, a one-to-one shuffle of the id (a Feistel network over 30 bits),
-- so that it never clashes and needs no retry. It identifies and never authorizes.
create function app.reference_code(id bigint) returns text language plpgsql immutable parallel safe as $$
declare
  alphabet constant text := '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
  l bigint := (id >> 15) & 32767;
  r bigint := id & 32767;
  mixed bigint;
  code text := '';
begin
  for round in 1..4 loop
    mixed := l # ((((r * 25173 + 13849 * round) % 65537) * 31 + round * 7919) & 32767);
    l := r;
    r := mixed;
  end loop;
  mixed := (l << 15) | r;
  for position in 1..6 loop
    code := substr(alphabet, (mixed & 31)::int + 1, 1) || code;
    mixed := mixed >> 5;
  end loop;
  if id >= 1073741824 then
    code := (id >> 30)::text || code;
  end if;
  return code;
end $$;

-- Facts about this installation itself: the demo login, the moment of the first start.
create table app.installation (
  key text primary key,
  value jsonb not null
);

-- ---------------------------------------------------------------- accounts

create table app.accounts (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 150),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  timezone text not null,
  created_at timestamptz not null default app.now()
);

create table app.users (
  id bigint generated always as identity primary key,
  first_name text not null check (length(first_name) between 1 and 50),
  last_name text not null default '' check (length(last_name) <= 50),
  email text not null,
  email_confirmed_at timestamptz,
  password_hash text,
  locale text not null,
  terms_agreed_at timestamptz,
  last_login_at timestamptz,
  created_at timestamptz not null default app.now()
);
create unique index users_email on app.users (lower(email));

create table app.memberships (
  account_id bigint not null references app.accounts (id),
  user_id bigint not null references app.users (id),
  role text not null check (role in ('owner', 'admin', 'organizer')),
  status text not null default 'active' check (status in ('active', 'inactive')),
  created_at timestamptz not null default app.now(),
  primary key (account_id, user_id)
);
create index memberships_user on app.memberships (user_id);
create unique index memberships_one_owner on app.memberships (account_id) where role = 'owner';

create table app.sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  user_id bigint not null references app.users (id),
  account_id bigint not null,
  user_agent text not null default '',
  address text not null default '',
  created_at timestamptz not null default app.now(),
  last_seen_at timestamptz not null default app.now(),
  expires_at timestamptz not null,
  foreign key (account_id, user_id) references app.memberships (account_id, user_id) on delete cascade
);
create index sessions_user on app.sessions (user_id);
create index sessions_expiry on app.sessions (expires_at);

-- Single-use links sent by mail. Only the hash is kept.
create table app.user_tokens (
  token_hash bytea primary key,
  user_id bigint not null references app.users (id),
  purpose text not null check (purpose in ('confirm_email', 'reset_password')),
  email text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default app.now()
);
create index user_tokens_user on app.user_tokens (user_id, purpose);

-- ---------------------------------------------------------------- organizers, events

create table app.organizers (
  id bigint generated always as identity primary key,
  account_id bigint not null references app.accounts (id),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) between 2 and 60),
  name text not null check (length(name) between 1 and 150),
  email text not null,
  website text not null default '',
  description text not null default '',
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  timezone text not null,
  created_at timestamptz not null default app.now(),
  updated_at timestamptz not null default app.now(),
  unique (account_id, id)
);
create unique index organizers_slug on app.organizers (slug);

create table app.events (
  id bigint generated always as identity primary key,
  account_id bigint not null references app.accounts (id),
  organizer_id bigint not null,
  title text not null check (length(title) between 1 and 150),
  slug text not null,
  description text not null default '',
  status text not null default 'draft' check (status in ('draft', 'public', 'archived')),
  starts_at timestamptz not null,
  ends_at timestamptz,
  -- Kept as a column so that the lists can use an index.
  effective_end timestamptz not null generated always as (app.effective_end(starts_at, ends_at)) stored,
  timezone text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  version int not null default 1,
  -- Grows with every change that a reservation must notice: event, tickets, prices, promo codes, taxes, capacity.
  catalog_version bigint not null default 1,
  published_at timestamptz,
  created_at timestamptz not null default app.now(),
  updated_at timestamptz not null default app.now(),
  search text not null generated always as (app.fold(title)) stored,
  check (ends_at is null or ends_at > starts_at),
  unique (account_id, id),
  foreign key (account_id, organizer_id) references app.organizers (account_id, id)
);
create index events_by_start on app.events (account_id, starts_at, id);
create index events_public on app.events (effective_end, id) where status = 'public';
create index events_organizer on app.events (organizer_id, starts_at);
create index events_search on app.events using gin (account_id, search public.gin_trgm_ops);

create table app.event_settings (
  account_id bigint not null,
  event_id bigint primary key,
  -- location
  is_online boolean not null default false,
  online_details text not null default '',
  venue_name text not null default '',
  address_line_1 text not null default '',
  address_line_2 text not null default '',
  city text not null default '',
  region text not null default '',
  postal_code text not null default '',
  country text not null default '' check (country = '' or country ~ '^[A-Z]{2}$'),
  map_url text not null default '',
  -- homepage and checkout
  color_page text check (color_page ~ '^#[0-9a-f]{6}$'),
  color_text text check (color_text ~ '^#[0-9a-f]{6}$'),
  color_button text check (color_button ~ '^#[0-9a-f]{6}$'),
  color_button_text text check (color_button_text ~ '^#[0-9a-f]{6}$'),
  order_timeout_minutes int not null default 15 check (order_timeout_minutes between 1 and 120),
  attendee_details text not null default 'per_ticket' check (attendee_details in ('per_ticket', 'per_order')),
  pre_checkout_message text not null default '',
  post_checkout_message text not null default '',
  continue_button_text text not null default '',
  show_available_count boolean not null default false,
  price_display text not null default 'exclusive' check (price_display in ('inclusive', 'exclusive')),
  -- email
  support_email text not null default '',
  email_footer text not null default '',
  notify_organizer boolean not null default true,
  -- search engines
  seo_title text not null default '',
  seo_description text not null default '',
  seo_keywords text not null default '',
  allow_indexing boolean not null default true,
  -- payment
  card_payments boolean not null default true,
  foreign key (account_id, event_id) references app.events (account_id, id) on delete cascade
);

-- Ed25519 pair that signs the QR codes of one event. The public half is all that a door device ever gets.
create table app.event_keys (
  account_id bigint not null,
  event_id bigint primary key,
  public_key bytea not null,
  private_key bytea not null,
  created_at timestamptz not null default app.now(),
  foreign key (account_id, event_id) references app.events (account_id, id) on delete cascade
);

create table app.images (
  id bigint generated always as identity primary key,
  account_id bigint not null references app.accounts (id),
  event_id bigint not null,
  type text not null check (type in ('EVENT_COVER')),
  -- Random, unguessable folder of the file store; the sizes below it are {width}.webp.
  file_key text not null unique,
  widths int[] not null,
  width int not null,
  height int not null,
  -- A tiny picture as a data URL, drawn while the real one loads.
  placeholder text not null,
  created_at timestamptz not null default app.now(),
  unique (account_id, id),
  foreign key (account_id, event_id) references app.events (account_id, id) on delete cascade
);
create unique index images_one_cover on app.images (event_id) where type = 'EVENT_COVER';

-- Volatile on purpose: it reads with a snapshot of its own, and so sees what was committed while the calling statement
-- waited for a lock.
create function app.catalog_version_now(event bigint) returns bigint language plpgsql volatile as
  $$ begin return (select catalog_version from app.events where id = event); end $$;

-- ---------------------------------------------------------------- stock

-- The one mechanism behind ticket prices, capacity assignments and promo uses. Admission decides on quantity;
-- the CHECK holds the ceiling. Locked in id order, always, by everything that changes it.
create table app.counters (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  event_id bigint not null,
  kind text not null check (kind in ('price', 'capacity', 'promo')),
  quantity bigint check (quantity between 0 and 2147483647),
  ceiling bigint check (ceiling between 0 and 2147483647),
  sold bigint not null default 0 check (sold >= 0),
  reserved bigint not null default 0 check (reserved >= 0),
  check ((quantity is null) = (ceiling is null)),
  constraint counters_never_oversold check (ceiling is null or sold + reserved <= ceiling),
  unique (account_id, id),
  foreign key (account_id, event_id) references app.events (account_id, id) on delete cascade
) with (fillfactor = 20);
create index counters_event on app.counters (event_id);

-- ---------------------------------------------------------------- catalogue

create table app.tickets (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  event_id bigint not null,
  type text not null check (type in ('free', 'paid', 'donation', 'tiered')),
  name text not null check (length(name) between 1 and 150),
  description text not null default '' check (length(description) <= 5000),
  position int not null,
  sale_starts_at timestamptz,
  sale_ends_at timestamptz,
  min_per_order int not null default 1 check (min_per_order between 1 and 1000),
  max_per_order int not null default 10 check (max_per_order between 1 and 1000),
  hidden boolean not null default false,
  hide_before_sale boolean not null default false,
  hide_after_sale boolean not null default false,
  hide_when_sold_out boolean not null default false,
  hide_without_promo_code boolean not null default false,
  show_quantity_remaining boolean not null default false,
  collapsed_on_load boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default app.now(),
  updated_at timestamptz not null default app.now(),
  search text not null generated always as (app.fold(name)) stored,
  check (min_per_order <= max_per_order),
  check (sale_ends_at is null or sale_starts_at is null or sale_ends_at > sale_starts_at),
  unique (account_id, id),
  unique (event_id, id),
  foreign key (account_id, event_id) references app.events (account_id, id) on delete cascade
);
create index tickets_event on app.tickets (event_id, position, id);

-- A sellable unit. Tiered tickets have one for each tier, the others exactly one. For a donation the amount is the minimum.
create table app.ticket_prices (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  event_id bigint not null,
  ticket_id bigint not null,
  counter_id bigint not null unique,
  label text not null default '' check (length(label) <= 150),
  amount bigint not null check (amount between 0 and 99999999999),
  position int not null default 0,
  sale_starts_at timestamptz,
  sale_ends_at timestamptz,
  hidden boolean not null default false,
  created_at timestamptz not null default app.now(),
  check (sale_ends_at is null or sale_starts_at is null or sale_ends_at > sale_starts_at),
  unique (account_id, id),
  foreign key (account_id, event_id) references app.events (account_id, id) on delete cascade,
  foreign key (account_id, ticket_id) references app.tickets (account_id, id) on delete cascade,
  foreign key (account_id, counter_id) references app.counters (account_id, id)
);
create index ticket_prices_ticket on app.ticket_prices (ticket_id, position, id);
create index ticket_prices_event on app.ticket_prices (event_id);

create table app.promo_codes (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  event_id bigint not null,
  counter_id bigint not null unique,
  code text not null check (length(code) between 3 and 50),
  discount_type text not null check (discount_type in ('none', 'percentage', 'fixed')),
  percentage numeric(7, 4) check (percentage > 0 and percentage <= 100),
  amount bigint check (amount > 0),
  applies_to_all boolean not null default true,
  expires_at timestamptz,
  disabled boolean not null default false,
  created_at timestamptz not null default app.now(),
  check ((discount_type = 'percentage') = (percentage is not null)),
  check ((discount_type = 'fixed') = (amount is not null)),
  unique (account_id, id),
  foreign key (account_id, event_id) references app.events (account_id, id) on delete cascade,
  foreign key (account_id, counter_id) references app.counters (account_id, id)
);
create unique index promo_codes_code on app.promo_codes (event_id, lower(code));

create table app.promo_code_tickets (
  account_id bigint not null,
  promo_code_id bigint not null,
  ticket_id bigint not null,
  primary key (promo_code_id, ticket_id),
  foreign key (account_id, promo_code_id) references app.promo_codes (account_id, id) on delete cascade,
  foreign key (account_id, ticket_id) references app.tickets (account_id, id) on delete cascade
);

create table app.taxes_and_fees (
  id bigint generated always as identity primary key,
  account_id bigint not null references app.accounts (id),
  name text not null check (length(name) between 1 and 150),
  type text not null check (type in ('tax', 'fee')),
  calculation text not null check (calculation in ('percentage', 'fixed')),
  rate numeric(8, 4) check (rate between 0 and 1000),
  amount bigint check (amount >= 0),
  included boolean not null default false,
  is_default boolean not null default false,
  created_at timestamptz not null default app.now(),
  check ((calculation = 'percentage') = (rate is not null)),
  check ((calculation = 'fixed') = (amount is not null)),
  check (type = 'tax' or not included),
  unique (account_id, id)
);

create table app.ticket_taxes_and_fees (
  account_id bigint not null,
  ticket_id bigint not null,
  tax_or_fee_id bigint not null,
  primary key (ticket_id, tax_or_fee_id),
  foreign key (account_id, ticket_id) references app.tickets (account_id, id) on delete cascade,
  foreign key (account_id, tax_or_fee_id) references app.taxes_and_fees (account_id, id)
);

-- ---------------------------------------------------------------- orders

create table app.orders (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  event_id bigint not null,
  short_id text not null unique check (short_id ~ '^o_[A-Za-z0-9_-]{22}$'),
  reference text not null generated always as ('ENT-' || app.reference_code(id)) stored,
  status text not null default 'reserved'
    check (status in ('reserved', 'cancelling', 'awaiting_offline_payment', 'completed', 'cancelled', 'expired')),
  payment_status text not null default 'none'
    check (payment_status in ('none', 'not_required', 'awaiting', 'processing', 'paid', 'failed')),
  refund_status text not null default 'none' check (refund_status in ('none', 'pending', 'failed', 'partial', 'full')),
  ended_reason text check (ended_reason in ('timeout', 'abandoned', 'replaced', 'payment_failed', 'paid_too_late', 'cancelled')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  locale text not null,
  first_name text check (length(first_name) between 1 and 50),
  last_name text check (length(last_name) <= 50),
  email text,
  promo_code_id bigint,
  promo_code text,
  promo_counter_id bigint,
  list_total bigint not null check (list_total >= 0),
  discount_total bigint not null check (discount_total >= 0),
  fee_total bigint not null check (fee_total >= 0),
  tax_added_total bigint not null check (tax_added_total >= 0),
  tax_included_total bigint not null check (tax_included_total >= 0),
  total bigint not null check (total >= 0),
  refunded_total bigint not null default 0 check (refunded_total between 0 and total),
  -- What the buyer typed for each ticket until attendees are issued: [{itemId, firstName, lastName, email}].
  attendee_details jsonb not null default '[]',
  send_all_to_buyer boolean not null default false,
  is_manual boolean not null default false,
  expires_at timestamptz,
  extended_at timestamptz,
  cart_hash bytea,
  idempotency_key text,
  request_hash bytea,
  created_at timestamptz not null default app.now(),
  completed_at timestamptz,
  search text not null generated always as (app.fold(
    coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, '') || ' ENT-' || app.reference_code(id)
  )) stored,
  constraint orders_total_adds_up check (total = list_total - discount_total + fee_total + tax_added_total),
  check ((status in ('reserved', 'cancelling')) = (expires_at is not null)),
  check (status <> 'completed' or (completed_at is not null and email is not null)),
  unique (account_id, id),
  foreign key (account_id, event_id) references app.events (account_id, id),
  foreign key (account_id, promo_code_id) references app.promo_codes (account_id, id)
);
create unique index orders_reference on app.orders (reference);
create unique index orders_idempotency on app.orders (idempotency_key) where idempotency_key is not null;
-- One open hold per browser and event.
create unique index orders_one_open_hold on app.orders (event_id, cart_hash) where status = 'reserved' and cart_hash is not null;
create index orders_deadline on app.orders (expires_at) where expires_at is not null;
create index orders_by_date on app.orders (event_id, created_at desc, id desc);
create index orders_by_name on app.orders (event_id, app.fold(last_name), id) where email is not null;
create index orders_sales on app.orders (event_id) include (total, refunded_total) where status = 'completed';
create index orders_search on app.orders using gin (event_id, search public.gin_trgm_ops);

create table app.order_items (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  order_id bigint not null,
  ticket_id bigint not null,
  price_id bigint not null,
  ticket_name text not null,
  price_label text not null,
  quantity int not null check (quantity between 1 and 1000),
  -- Money of one unit, fixed when the hold was made.
  unit_list bigint not null check (unit_list >= 0),
  unit_discount bigint not null check (unit_discount between 0 and unit_list),
  unit_fees bigint not null check (unit_fees >= 0),
  unit_tax_added bigint not null check (unit_tax_added >= 0),
  unit_tax_included bigint not null check (unit_tax_included >= 0),
  unit_total bigint not null,
  charges jsonb not null,
  -- The counters that each unit took, price and pools, so that a release gives back exactly what was taken.
  counter_ids bigint[] not null,
  position int not null,
  constraint order_items_unit_adds_up check (unit_total = unit_list - unit_discount + unit_fees + unit_tax_added),
  unique (account_id, id),
  foreign key (account_id, order_id) references app.orders (account_id, id) on delete cascade,
  foreign key (account_id, ticket_id) references app.tickets (account_id, id),
  foreign key (account_id, price_id) references app.ticket_prices (account_id, id)
);
create index order_items_order on app.order_items (order_id);
create index order_items_ticket on app.order_items (ticket_id);

create table app.order_transitions (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  order_id bigint not null,
  from_status text,
  to_status text not null,
  from_payment text,
  to_payment text not null,
  reason text not null,
  at timestamptz not null default app.now(),
  foreign key (account_id, order_id) references app.orders (account_id, id) on delete cascade
);
create index order_transitions_order on app.order_transitions (order_id, id);

create table app.attendees (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  event_id bigint not null,
  order_id bigint not null,
  order_item_id bigint not null,
  ticket_id bigint not null,
  price_id bigint not null,
  short_id text not null unique check (short_id ~ '^a_[A-Za-z0-9_-]{22}$'),
  reference text not null unique,
  first_name text not null check (length(first_name) between 1 and 50),
  last_name text not null default '' check (length(last_name) <= 50),
  email text not null,
  locale text not null,
  status text not null default 'active' check (status in ('active', 'cancelled', 'awaiting_payment')),
  -- Part of the signed code; raising it revokes every code printed before.
  code_version int not null default 1,
  notes text not null default '',
  created_at timestamptz not null default app.now(),
  cancelled_at timestamptz,
  -- The first line is what the door may search by.
  search text not null generated always as (
    app.fold(first_name || ' ' || last_name || ' ' || reference || E'\n' || email)) stored,
  unique (account_id, id),
  foreign key (account_id, event_id) references app.events (account_id, id),
  foreign key (account_id, order_id) references app.orders (account_id, id),
  foreign key (account_id, order_item_id) references app.order_items (account_id, id),
  foreign key (account_id, ticket_id) references app.tickets (account_id, id),
  foreign key (account_id, price_id) references app.ticket_prices (account_id, id)
);
create index attendees_by_date on app.attendees (event_id, created_at desc, id desc);
create index attendees_by_name on app.attendees (event_id, app.fold(last_name || ' ' || first_name), id);
-- Answers every count of an event, a list or a door without reading the rows.
create index attendees_entry on app.attendees (event_id, status, ticket_id) include (account_id, id);
create index attendees_order on app.attendees (order_id);
create index attendees_ticket on app.attendees (ticket_id);
create index attendees_search on app.attendees using gin (event_id, search public.gin_trgm_ops);

-- ---------------------------------------------------------------- payments

create table app.payments (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  order_id bigint not null,
  provider text not null check (provider in ('test_bank', 'stripe')),
  provider_account text,
  provider_payment_id text,
  -- Persisted before the first call, so that a retry after a crash can never create a second payment.
  idempotency_key text not null unique,
  status text not null default 'creating'
    check (status in ('creating', 'requires_payment', 'requires_action', 'processing', 'succeeded', 'failed', 'cancelled')),
  amount bigint not null check (amount > 0),
  currency text not null,
  refunded bigint not null default 0,
  client_token text,
  failure_code text,
  card_brand text,
  card_last4 text,
  reconcile_at timestamptz,
  reconcile_count int not null default 0,
  created_at timestamptz not null default app.now(),
  updated_at timestamptz not null default app.now(),
  unique (account_id, id),
  foreign key (account_id, order_id) references app.orders (account_id, id)
);
create unique index payments_provider_id on app.payments (provider, provider_payment_id) where provider_payment_id is not null;
create unique index payments_one_live on app.payments (order_id)
  where status in ('creating', 'requires_payment', 'requires_action', 'processing', 'succeeded');
create index payments_order on app.payments (order_id);
create index payments_reconcile on app.payments (reconcile_at) where reconcile_at is not null;

-- Every call to a provider that has an effect: written before the call, completed after it.
create table app.provider_calls (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  payment_id bigint not null,
  kind text not null check (kind in ('create', 'cancel', 'refund')),
  idempotency_key text not null unique,
  amount bigint,
  reason text not null default '',
  -- What was sent, so that a repetition under the same key is word for word the same.
  request jsonb not null default '{}',
  status text not null default 'pending' check (status in ('pending', 'done', 'failed', 'unknown')),
  provider_id text,
  attempts int not null default 0,
  last_error text,
  created_at timestamptz not null default app.now(),
  finished_at timestamptz,
  foreign key (account_id, payment_id) references app.payments (account_id, id)
);
create index provider_calls_payment on app.provider_calls (payment_id);

-- Webhooks land here before anything else and are acknowledged only when stored.
create table app.webhook_inbox (
  id bigint generated always as identity primary key,
  provider text not null,
  event_id text not null,
  type text not null,
  provider_payment_id text,
  provider_account text,
  payload jsonb not null,
  received_at timestamptz not null default app.now(),
  processed_at timestamptz,
  outcome text,
  unique (provider, event_id)
);
create index webhook_inbox_open on app.webhook_inbox (id) where processed_at is null;

-- ---------------------------------------------------------------- door

create table app.check_in_lists (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  event_id bigint not null,
  short_id text not null unique check (short_id ~ '^cl_[A-Za-z0-9_-]{22}$'),
  name text not null check (length(name) between 1 and 150),
  description text not null default '' check (length(description) <= 5000),
  all_tickets boolean not null default true,
  activates_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null default app.now(),
  updated_at timestamptz not null default app.now(),
  check (expires_at is null or activates_at is null or expires_at > activates_at),
  unique (account_id, id),
  foreign key (account_id, event_id) references app.events (account_id, id) on delete cascade
);
create index check_in_lists_event on app.check_in_lists (event_id, id);

create table app.check_in_list_tickets (
  account_id bigint not null,
  check_in_list_id bigint not null,
  ticket_id bigint not null,
  primary key (check_in_list_id, ticket_id),
  foreign key (account_id, check_in_list_id) references app.check_in_lists (account_id, id) on delete cascade,
  foreign key (account_id, ticket_id) references app.tickets (account_id, id) on delete cascade
);

-- Every scan is a fact, refused ones too; rows are only ever added.
create table app.scans (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  check_in_list_id bigint not null,
  attendee_id bigint,
  outcome text not null,
  method text not null check (method in ('scan', 'search', 'undo')),
  device text not null default '',
  nonce text not null,
  scanned_at timestamptz not null,
  received_at timestamptz not null default app.now(),
  foreign key (account_id, check_in_list_id) references app.check_in_lists (account_id, id) on delete cascade
);
create unique index scans_nonce on app.scans (check_in_list_id, nonce);
create index scans_attendee on app.scans (attendee_id);

create table app.check_ins (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  event_id bigint not null,
  check_in_list_id bigint not null,
  attendee_id bigint not null,
  checked_in_at timestamptz not null default app.now(),
  checked_out_at timestamptz,
  device text not null default '',
  foreign key (account_id, check_in_list_id) references app.check_in_lists (account_id, id) on delete cascade,
  foreign key (account_id, attendee_id) references app.attendees (account_id, id)
);
-- At most one open entry per attendee and list, whatever any code does.
create unique index check_ins_one_open on app.check_ins (check_in_list_id, attendee_id) where checked_out_at is null;
create index check_ins_attendee on app.check_ins (attendee_id);
create index check_ins_event on app.check_ins (event_id, attendee_id) where checked_out_at is null;

-- ---------------------------------------------------------------- mail, audit, jobs

create table app.mails (
  id bigint generated always as identity primary key,
  account_id bigint references app.accounts (id),
  kind text not null,
  -- Says what this mail is about, so that the same fact is never mailed twice.
  dedupe_key text not null unique,
  order_id bigint references app.orders (id),
  attendee_id bigint references app.attendees (id),
  user_id bigint references app.users (id),
  to_address text not null,
  locale text not null,
  -- What only this mail knows, as a single-use link; emptied once it is sent by SMTP.
  data jsonb not null default '{}',
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  attempts int not null default 0,
  last_error text,
  subject text,
  html text,
  text_body text,
  created_at timestamptz not null default app.now(),
  sent_at timestamptz
);
create index mails_order on app.mails (order_id);
create index mails_sent on app.mails (sent_at desc, id desc) where status = 'sent';
create index mails_queued on app.mails (id) where status = 'queued';

create table app.mail_attachments (
  id bigint generated always as identity primary key,
  mail_id bigint not null references app.mails (id) on delete cascade,
  filename text not null,
  content_type text not null,
  content bytea not null
);
create index mail_attachments_mail on app.mail_attachments (mail_id);

create table app.audit_entries (
  id bigint generated always as identity primary key,
  account_id bigint not null references app.accounts (id),
  user_id bigint references app.users (id),
  action text not null,
  target_type text not null,
  target_id bigint not null,
  before jsonb,
  after jsonb,
  request_id text,
  at timestamptz not null default app.now()
);
create index audit_entries_target on app.audit_entries (account_id, target_type, target_id, id desc);

create table app.idempotency_keys (
  scope text not null,
  key text not null,
  request_hash bytea not null,
  status int not null,
  response jsonb not null,
  created_at timestamptz not null default app.now(),
  primary key (scope, key)
);
create index idempotency_keys_age on app.idempotency_keys (created_at);

create table app.worker_heartbeats (
  worker_id text primary key,
  seen_at timestamptz not null default app.now()
);
