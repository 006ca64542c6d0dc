-- Attendees that were moved to another ticket or price.

-- The place that an attendee was moved to is a line of its own, so that names, stock and capacities are found as for any
-- place. It has no money: an order stays the sum of what was sold (docs/money.md). The line that it was sold by is named.
-- Lines from before name none, so they cannot break the check.
alter table app.order_items
  add column moved_from_id bigint,
  add constraint order_items_moved check (moved_from_id is null
    or (quantity = 1 and admits and unit_list = 0 and unit_discount = 0 and unit_fees = 0 and unit_tax_added = 0
      and unit_tax_included = 0 and unit_total = 0)) not valid;

-- Each move, with what the new place costs and the difference to what the attendee's place had come to. Minor units.
--   none        there is no difference
--   waived      there is one, and nobody pays it
--   owed        the buyer pays it by hand; settled_at says when that was
--   given_back  by a refund, or by hand, which settled_at says
create table app.ticket_moves (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  event_id bigint not null,
  order_id bigint not null,
  attendee_id bigint not null,
  from_item_id bigint not null,
  to_item_id bigint not null unique,
  ticket_id bigint not null,
  -- What one unit of the new place costs, as a line of an order keeps it.
  place jsonb not null,
  settlement text not null check (settlement in ('none', 'waived', 'owed', 'given_back')),
  -- The difference; negative if the new place costs less. `charges`: of each fee and tax.
  list bigint not null,
  discount bigint not null,
  fees bigint not null,
  tax_added bigint not null,
  tax_included bigint not null,
  total bigint not null,
  charges jsonb not null,
  refund_id bigint,
  settled_at timestamptz,
  exceeds_capacity boolean not null default false,
  created_by bigint references app.users (id),
  created_at timestamptz not null default app.now(),
  unique (account_id, id),
  foreign key (account_id, event_id) references app.events (account_id, id),
  foreign key (account_id, order_id) references app.orders (account_id, id) on delete cascade,
  foreign key (account_id, attendee_id) references app.attendees (account_id, id) on delete cascade,
  foreign key (account_id, from_item_id) references app.order_items (account_id, id) on delete cascade,
  foreign key (account_id, to_item_id) references app.order_items (account_id, id) on delete cascade,
  foreign key (account_id, refund_id) references app.refunds (account_id, id),
  check (total = list - discount + fees + tax_added),
  check (case settlement when 'none' then total = 0 when 'waived' then total <> 0 when 'owed' then total > 0
    else total < 0 end),
  check (refund_id is null or settlement = 'given_back'),
  check (settled_at is null or (settlement in ('owed', 'given_back') and refund_id is null)),
  check (settlement <> 'given_back' or refund_id is not null or settled_at is not null)
);
create index ticket_moves_order on app.ticket_moves (order_id, id);
create index ticket_moves_attendee on app.ticket_moves (attendee_id, id);
create index ticket_moves_from on app.ticket_moves (from_item_id);
create index ticket_moves_settled on app.ticket_moves (event_id) where settled_at is not null;

-- What buyers paid, or got back, by hand after a move. Money that went back by a refund is among the refunds.
create view app.settled_adjustments as
  select account_id, event_id, order_id, ticket_id, sum(total)::bigint as amount
  from app.ticket_moves where settled_at is not null group by account_id, event_id, order_id, ticket_id;

create function app.feed_ticket_moves() returns trigger language plpgsql as $$
begin
  insert into app.live_feed (account_id, event_id, noun, kind, ids)
  select account_id, event_id, 'orders', 'changed', array_agg(distinct order_id) from touched
  group by account_id, event_id;
  return null;
end $$;
create trigger feed_new_ticket_moves after insert on app.ticket_moves
  referencing new table as touched for each statement execute function app.feed_ticket_moves();
create trigger feed_changed_ticket_moves after update on app.ticket_moves
  referencing new table as touched for each statement execute function app.feed_ticket_moves();
