-- Promo codes are listed, searched, made by the thousand and edited by several people; affiliates bring orders.

-- ---------------------------------------------------------------- promo codes

alter table app.promo_codes add column version int not null default 1;
alter table app.promo_codes add column updated_at timestamptz not null default app.now();
-- What was made at once, so that it can be listed and exported by itself.
alter table app.promo_codes add column batch uuid;
alter table app.promo_codes add column search text not null generated always as (app.fold(code)) stored;
create index promo_codes_event on app.promo_codes (event_id, created_at, id);
create index promo_codes_batch on app.promo_codes (batch) where batch is not null;
create index promo_code_tickets_ticket on app.promo_code_tickets (ticket_id);
-- What deleting a code looks for.
create index orders_promo_code on app.orders (promo_code_id) where promo_code_id is not null;

-- One version for a statement, however many rows it writes: a row that is updated ten thousand times in one
-- transaction leaves ten thousand dead ones behind, and each update walks past them all.
create function app.raise_catalog_versions() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'promo_code_tickets' then
    update app.events e set catalog_version = catalog_version + 1
    where e.id in (select p.event_id from changed c join app.promo_codes p on p.id = c.promo_code_id);
  else
    update app.events e set catalog_version = catalog_version + 1 where e.id in (select event_id from changed);
  end if;
  return null;
end $$;

drop trigger raise_catalog_version on app.promo_codes;
create trigger raise_catalog_version_insert after insert on app.promo_codes
  referencing new table as changed for each statement execute function app.raise_catalog_versions();
create trigger raise_catalog_version_update after update on app.promo_codes
  referencing new table as changed for each statement execute function app.raise_catalog_versions();
create trigger raise_catalog_version_delete after delete on app.promo_codes
  referencing old table as changed for each statement execute function app.raise_catalog_versions();

drop trigger raise_catalog_version on app.promo_code_tickets;
create trigger raise_catalog_version_insert after insert on app.promo_code_tickets
  referencing new table as changed for each statement execute function app.raise_catalog_versions();
create trigger raise_catalog_version_update after update on app.promo_code_tickets
  referencing new table as changed for each statement execute function app.raise_catalog_versions();
create trigger raise_catalog_version_delete after delete on app.promo_code_tickets
  referencing old table as changed for each statement execute function app.raise_catalog_versions();

-- ---------------------------------------------------------------- affiliates

create table app.affiliates (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  event_id bigint not null,
  -- Stands in links and cookies as it is.
  code text not null check (code ~ '^[A-Za-z0-9_-]{3,50}$'),
  name text not null check (length(name) between 1 and 150),
  email text not null default '' check (length(email) <= 254),
  status text not null default 'active' check (status in ('active', 'inactive')),
  version int not null default 1,
  created_at timestamptz not null default app.now(),
  updated_at timestamptz not null default app.now(),
  search text not null generated always as (app.fold(name || ' ' || code || ' ' || email)) stored,
  unique (account_id, id),
  foreign key (account_id, event_id) references app.events (account_id, id) on delete cascade
);
create unique index affiliates_code on app.affiliates (event_id, lower(code));
create index affiliates_event on app.affiliates (event_id, created_at, id);

-- Reservations know which codes are active; a name or an address is nothing to them.
create trigger raise_catalog_version after insert or update of code, status or delete on app.affiliates
  for each row execute function app.raise_catalog_version();

-- Opened links by day. A few rows for a day, so that a crowd behind one link does not wait for one row.
create table app.affiliate_clicks (
  account_id bigint not null,
  affiliate_id bigint not null,
  day date not null,
  slot smallint not null check (slot between 0 and 7),
  clicks bigint not null default 0 check (clicks >= 0),
  primary key (affiliate_id, day, slot),
  foreign key (account_id, affiliate_id) references app.affiliates (account_id, id) on delete cascade
);

alter table app.orders add column affiliate_id bigint;
alter table app.orders add constraint orders_affiliate_fkey
  foreign key (account_id, affiliate_id) references app.affiliates (account_id, id);
create index orders_affiliate on app.orders (affiliate_id) include (status, total, refunded_total)
  where affiliate_id is not null;
