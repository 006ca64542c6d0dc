-- Which orders were sold at a door: by which list and link, and with which device.
create table app.door_sales (
  order_id bigint primary key,
  account_id bigint not null,
  check_in_list_id bigint not null,
  check_in_link_id bigint,
  device text not null default '' check (length(device) <= 60),
  created_at timestamptz not null default app.now(),
  foreign key (account_id, order_id) references app.orders (account_id, id),
  foreign key (account_id, check_in_list_id) references app.check_in_lists (account_id, id) on delete cascade,
  foreign key (account_id, check_in_link_id) references app.check_in_links (account_id, id)
);
create index door_sales_list on app.door_sales (check_in_list_id, created_at desc);

-- The log of a list, newest first.
create index scans_log on app.scans (check_in_list_id, received_at desc, id desc) include (outcome);

-- Why a supervisor let somebody in whom the door refused.
alter table app.scans add column override_reason text check (length(override_reason) between 1 and 200);
