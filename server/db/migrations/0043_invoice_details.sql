-- To whom an order is invoiced, if not just to its buyer: a name or a company, an address in lines, and a tax number. And
-- how many times the buyer has changed that.
alter table app.orders
  add column invoice_to jsonb,
  add column invoice_changes int not null default 0;
