-- The rest of an event's settings: payment without a card, invoices, and what the workspace and the public page leave out.

alter table app.event_settings
  -- homepage and checkout
  add column hide_introduction boolean not null default false,
  -- payment
  add column offline_payments boolean not null default false,
  -- Rich text: how and where to pay.
  add column offline_instructions text not null default '',
  -- Days a buyer has to pay without a card, from the order on.
  add column offline_days int not null default 7 check (offline_days between 1 and 60),
  add column invoicing boolean not null default false,
  add column invoice_prefix text not null default '',
  -- Name and address of who issues the invoice, in lines.
  add column invoice_issuer text not null default '',
  add column invoice_tax_id text not null default '',
  -- miscellaneous
  add column show_hidden_questions boolean not null default true,
  add column hide_getting_started boolean not null default false;
