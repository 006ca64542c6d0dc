-- Whether the maximum per order counts over all orders of one email address.
alter table app.tickets add column max_is_per_person boolean not null default false;
create index orders_email on app.orders (event_id, lower(email)) where email is not null;
