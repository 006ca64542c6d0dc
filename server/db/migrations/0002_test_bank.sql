-- The built-in test bank's own books. It stands for an outside company: nothing of Entrada refers to these tables,
-- and they refer to nothing of Entrada's; the two speak over HTTP only.

create schema if not exists test_bank;

create table test_bank.payments (
  id text primary key,
  account text,
  order_short_id text not null,
  description text not null,
  merchant_name text,
  receipt_email text,
  return_url text not null,
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  application_fee bigint not null default 0 check (application_fee between 0 and amount),
  status text not null default 'requires_payment'
    check (status in ('requires_payment', 'requires_action', 'processing', 'succeeded', 'failed', 'cancelled')),
  attempts int not null default 0,
  failure_code text,
  -- {brand, last4, behaviour}; the number itself is never stored.
  card jsonb,
  challenge_id text unique,
  settle_at timestamptz,
  refunded bigint not null default 0 check (refunded between 0 and amount),
  created_at timestamptz not null default app.now(),
  updated_at timestamptz not null default app.now(),
  check ((status = 'processing') = (settle_at is not null))
);
create index payments_settle on test_bank.payments (settle_at) where settle_at is not null;

create table test_bank.refunds (
  id text primary key,
  payment_id text not null references test_bank.payments (id) on delete cascade,
  amount bigint not null check (amount > 0),
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  settle_at timestamptz,
  settles_to text check (settles_to in ('succeeded', 'failed')),
  created_at timestamptz not null default app.now(),
  check ((settle_at is null) = (settles_to is null))
);
create index refunds_payment on test_bank.refunds (payment_id);
create index refunds_settle on test_bank.refunds (settle_at) where settle_at is not null;

create table test_bank.idempotency (
  key text primary key,
  request_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null default app.now()
);

create table test_bank.events (
  id text primary key,
  sequence bigint generated always as identity,
  type text not null,
  payment_id text not null references test_bank.payments (id) on delete cascade,
  refund_id text references test_bank.refunds (id) on delete cascade,
  -- Exactly what is signed and sent.
  body text not null,
  created_at timestamptz not null default app.now()
);
create index events_payment on test_bank.events (payment_id);
create index events_refund on test_bank.events (refund_id) where refund_id is not null;

create table test_bank.deliveries (
  id bigint generated always as identity primary key,
  event_id text not null references test_bank.events (id) on delete cascade,
  attempts int not null default 0,
  -- Null once delivered or given up. While a delivery is on its way this is when another process may take it over.
  next_attempt_at timestamptz,
  delivered_at timestamptz,
  last_error text,
  created_at timestamptz not null default app.now()
);
create index deliveries_due on test_bank.deliveries (next_attempt_at) where next_attempt_at is not null;
create index deliveries_event on test_bank.deliveries (event_id);
