-- The places of a hold, so that those of one network address are added up without its items. Orders of version N-1 have none.
alter table app.orders add column places int;

-- Until when a browser could have paid a hold that it gave up. What it holds next for the event ends then as well.
create table app.left_holds (
  cart_hash bytea not null,
  event_id bigint not null,
  deadline timestamptz not null,
  is_extended boolean not null,
  primary key (cart_hash, event_id)
);
