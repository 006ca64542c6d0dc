-- Orders that people add by hand: how their money came, and whether they went beyond the capacity on purpose. The
-- constraint is not checked for the rows that exist: all of them have no value here.
alter table app.orders add column paid_by_hand text, add column exceeds_capacity boolean not null default false;
alter table app.orders add constraint orders_by_hand check (
  (paid_by_hand is null or (is_manual and paid_by_hand in ('cash', 'card'))) and (is_manual or not exceeds_capacity)) not valid;
