-- Payment without a card, and invoices.

-- ---------------------------------------------------------------- orders that are paid by hand

-- Until when the money is waited for; stays as the mark of an order whose buyer chose to pay without a card. Its tickets
-- are issued, unpaid, and its stock counts as sold from that choice on.
alter table app.orders add column offline_due_at timestamptz;
alter table app.orders add constraint orders_offline_due
  check (status <> 'awaiting_offline_payment' or offline_due_at is not null);
create index orders_offline_due on app.orders (offline_due_at) where status = 'awaiting_offline_payment';

alter table app.orders drop constraint orders_ended_reason_check;
alter table app.orders add constraint orders_ended_reason_check check (ended_reason in
  ('timeout', 'abandoned', 'replaced', 'payment_failed', 'paid_too_late', 'cancelled', 'offline_unpaid'));

-- ---------------------------------------------------------------- refunds by hand

-- Money that came without a payment goes back without one.
alter table app.refunds alter column payment_id drop not null;
alter table app.refunds drop constraint refunds_reason_check;
alter table app.refunds add constraint refunds_reason_check check (
  reason in ('requested', 'late_payment', 'duplicate', 'provider', 'by_hand'));
alter table app.refunds add constraint refunds_payment check ((payment_id is null) = (reason = 'by_hand'));

-- ---------------------------------------------------------------- invoices

-- The last number that was given. Its row stays locked until the order that took the number is complete, so that none is
-- skipped. Locked after orders and before counters, in the order of its key.
create table app.invoice_series (
  account_id bigint not null references app.accounts (id),
  prefix text not null,
  last_number bigint not null check (last_number >= 0),
  primary key (account_id, prefix)
);

-- What a buyer was invoiced, word for word: never changed, whatever becomes of the order, its event or its issuer.
create table app.invoices (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  order_id bigint not null unique,
  prefix text not null,
  number bigint not null check (number > 0),
  locale text not null,
  total bigint not null check (total > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Issuer, buyer, event, lines, fees and taxes as the invoice names them; amounts in minor units.
  content jsonb not null,
  issued_at timestamptz not null default app.now(),
  unique (account_id, id),
  unique (account_id, prefix, number),
  foreign key (account_id, prefix) references app.invoice_series (account_id, prefix),
  foreign key (account_id, order_id) references app.orders (account_id, id)
);
