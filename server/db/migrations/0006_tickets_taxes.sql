-- Taxes and fees are listed, searched and edited by several people.

alter table app.taxes_and_fees add column version int not null default 1;
alter table app.taxes_and_fees add column updated_at timestamptz not null default app.now();
alter table app.taxes_and_fees add column search text not null generated always as (app.fold(name)) stored;
create index taxes_and_fees_account on app.taxes_and_fees (account_id, id);

-- A fixed amount is one of a currency, and only for events that sell in it. Null with an amount: from before, for any event.
alter table app.taxes_and_fees add column currency text check (currency ~ '^[A-Z]{3}$');
update app.taxes_and_fees f set currency = coalesce(
  (select min(e.currency) from app.ticket_taxes_and_fees l
    join app.tickets t on t.id = l.ticket_id join app.events e on e.id = t.event_id where l.tax_or_fee_id = f.id),
  (select min(o.currency) from app.organizers o where o.account_id = f.account_id))
where calculation = 'fixed';
alter table app.taxes_and_fees add constraint taxes_and_fees_currency
  check (calculation = 'fixed' or currency is null);

-- How many tickets use one, and what deleting it takes away.
create index ticket_taxes_and_fees_charge on app.ticket_taxes_and_fees (tax_or_fee_id);
