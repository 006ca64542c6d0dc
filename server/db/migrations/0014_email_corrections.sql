-- How many times the buyer has corrected the email address of an order. The number is limited.
alter table app.orders add column email_corrections smallint not null default 0;
