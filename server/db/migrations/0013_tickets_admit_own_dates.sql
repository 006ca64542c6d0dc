-- Tickets that let nobody in, such as support of a fund, and tickets with dates of their own, such as one day of a festival.

alter table app.tickets
  -- Whether it lets a person in: one that does not asks for no person and issues no code.
  add column admits boolean not null default true,
  -- The part of the event that it is for. Without them it is for the whole event.
  add column own_starts_at timestamptz,
  add column own_ends_at timestamptz,
  add constraint tickets_own_dates check (
    (own_starts_at is null) = (own_ends_at is null) and (own_ends_at is null or own_ends_at > own_starts_at));

-- A line of an order keeps what its ticket was sold as. One that admits nobody has no attendees: it is sold as a whole,
-- and cancelled as a whole. Lines from before admit people, so they cannot break the check.
alter table app.order_items
  add column admits boolean not null default true,
  add column cancelled_at timestamptz,
  add constraint order_items_cancelled check (cancelled_at is null or not admits) not valid;

-- The lines that admit nobody and that a refund is for, beside the attendees.
alter table app.refunds add column order_item_ids bigint[] not null default '{}';
