-- Credit notes: what went back of an invoice.

-- An order that is changed is invoiced again, so it may have several invoices.
create index invoices_order on app.invoices (order_id, id);
alter table app.invoices drop constraint invoices_order_id_key;
-- The lines that it bills, with each fee and tax of one unit. Null for invoices of older versions: the lines of the order.
alter table app.invoices add column billed jsonb;

-- Numbers of invoices and credit notes with the same prefix are one series.
alter table app.event_settings add column credit_note_prefix text not null default 'CN-';

-- What a buyer was given back, word for word: never changed.
create table app.credit_notes (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  order_id bigint not null,
  invoice_id bigint not null,
  -- The money that went back; neither where the order changed.
  refund_id bigint,
  dispute_id bigint,
  reason text not null check (reason in ('refund', 'dispute', 'change')),
  prefix text not null,
  number bigint not null check (number > 0),
  locale text not null,
  total bigint not null check (total > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Parties, event, lines, fees and taxes as the note names them; amounts in minor units.
  content jsonb not null,
  -- What it gives back of each line of the invoice, in their order.
  credited jsonb not null,
  issued_at timestamptz not null default app.now(),
  unique (account_id, id),
  unique (account_id, prefix, number),
  check ((refund_id is not null) = (reason = 'refund') and (dispute_id is not null) = (reason = 'dispute')),
  foreign key (account_id, prefix) references app.invoice_series (account_id, prefix),
  foreign key (account_id, order_id) references app.orders (account_id, id),
  foreign key (account_id, invoice_id) references app.invoices (account_id, id),
  foreign key (account_id, refund_id) references app.refunds (account_id, id),
  foreign key (account_id, dispute_id) references app.disputes (account_id, id)
);
create index credit_notes_order on app.credit_notes (order_id, id);
create index credit_notes_invoice on app.credit_notes (invoice_id, id);
create index credit_notes_refund on app.credit_notes (refund_id) where refund_id is not null;
create index credit_notes_dispute on app.credit_notes (dispute_id) where dispute_id is not null;
