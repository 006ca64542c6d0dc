-- What an account says of itself on invoices, and what its new events begin with.
alter table app.accounts
  add column version int not null default 1,
  -- Of the business that sells: name, address in lines, and tax number. Invoices carry them where an event has none of its own.
  add column legal_name text not null default '' check (length(legal_name) <= 150),
  add column address text not null default '' check (length(address) <= 500),
  add column tax_id text not null default '' check (length(tax_id) <= 50),
  add column if not exists requires_second_factor boolean not null default false,
  -- What new events begin with.
  add column price_display text not null default 'exclusive' check (price_display in ('inclusive', 'exclusive')),
  add column order_timeout_minutes int not null default 15 check (order_timeout_minutes between 1 and 120),
  add column support_email text not null default '',
  add column email_footer text not null default '',
  -- Whether a new tax is included in prices; null for the custom of its currency.
  add column taxes_included boolean,
  -- The language of files and mails for the team; null for the owner's.
  add column locale text;
