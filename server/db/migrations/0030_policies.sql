-- What buyers may give back by themselves, and until when. Before this nobody could, so events keep that.
alter table app.event_settings
  add column give_back text not null default 'none' check (give_back in ('none', 'asked', 'automatic')),
  add column give_back_before int not null default 7 check (give_back_before between 0 and 365),
  add column give_back_unit text not null default 'days' check (give_back_unit in ('days', 'hours')),
  add column give_back_percent int not null default 100 check (give_back_percent between 1 and 100),
  add column give_back_keeps_fees boolean not null default true;

-- The policy and the start of the event as they stood when the tickets were held. Null: an older order, to which nothing
-- was promised.
alter table app.orders add column policy jsonb;

-- A buyer asks for money back, and a person decides.
create table app.refund_requests (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  order_id bigint not null,
  attendee_ids bigint[] not null check (cardinality(attendee_ids) between 1 and 1000),
  -- What the policy says that these tickets are worth, in minor units of the order's currency.
  amount bigint not null check (amount >= 0),
  -- Why it was not done at once.
  why text not null check (why in ('policy', 'checked_in', 'disputed', 'passed_on', 'moved', 'paid_without_card', 'not_possible')),
  -- The words of the buyer.
  reason text not null default '' check (length(reason) <= 1000),
  status text not null default 'open' check (status in ('open', 'approved', 'declined')),
  -- The word to the buyer, who answered and when, and the refund that was made.
  answer text not null default '' check (length(answer) <= 1000),
  answered_by bigint references app.users (id),
  answered_at timestamptz,
  refund_id bigint,
  created_at timestamptz not null default app.now(),
  unique (account_id, id),
  check ((status = 'open') = (answered_at is null)),
  check (refund_id is null or status = 'approved'),
  foreign key (account_id, order_id) references app.orders (account_id, id),
  foreign key (account_id, refund_id) references app.refunds (account_id, id)
);
create index refund_requests_order on app.refund_requests (order_id, id);
create unique index refund_requests_one_open on app.refund_requests (order_id) where status = 'open';
create index refund_requests_open on app.refund_requests (account_id, order_id) where status = 'open';

create function app.feed_refund_requests() returns trigger language plpgsql as $$
begin
  insert into app.live_feed (account_id, event_id, noun, kind, ids)
  select o.account_id, o.event_id, 'orders', 'changed', array_agg(distinct o.id)
  from touched r join app.orders o on o.id = r.order_id group by o.account_id, o.event_id;
  return null;
end $$;
create trigger feed_new_refund_requests after insert on app.refund_requests
  referencing new table as touched for each statement execute function app.feed_refund_requests();
create trigger feed_changed_refund_requests after update on app.refund_requests
  referencing new table as touched for each statement execute function app.feed_refund_requests();
