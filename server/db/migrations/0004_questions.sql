-- Questions to buyers and what they answered.

-- Asked once for the order, or of each attendee; for every ticket or for those in question_tickets. A deleted one stays
-- for the answers that name it.
create table app.questions (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  event_id bigint not null,
  scope text not null check (scope in ('order', 'attendee')),
  type text not null check (type in ('text', 'long_text', 'dropdown', 'radio', 'checkbox', 'date', 'address')),
  title text not null check (length(title) between 1 and 500),
  description text not null default '' check (length(description) <= 1000),
  -- In the order of the buyer's list; only of types that choose.
  options text[] not null default '{}' check (cardinality(options) <= 100),
  required boolean not null default false,
  -- For the organizer only: never sent to a buyer.
  hidden boolean not null default false,
  applies_to_all boolean not null default true,
  -- Within its scope.
  position int not null,
  deleted boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default app.now(),
  updated_at timestamptz not null default app.now(),
  search text not null generated always as (app.fold(title)) stored,
  check ((type in ('dropdown', 'radio', 'checkbox')) = (cardinality(options) > 0)),
  unique (account_id, id),
  foreign key (account_id, event_id) references app.events (account_id, id) on delete cascade
);
create index questions_event on app.questions (event_id, scope, position, id) where not deleted;

create table app.question_tickets (
  account_id bigint not null,
  question_id bigint not null,
  ticket_id bigint not null,
  primary key (question_id, ticket_id),
  foreign key (account_id, question_id) references app.questions (account_id, id) on delete cascade,
  foreign key (account_id, ticket_id) references app.tickets (account_id, id) on delete cascade
);
create index question_tickets_ticket on app.question_tickets (ticket_id);

-- What was answered, with the question's wording and type at the time. Without an attendee it is the order's. Written when
-- the tickets are issued.
create table app.answers (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  question_id bigint not null,
  order_id bigint not null,
  attendee_id bigint,
  title text not null,
  type text not null,
  value jsonb not null,
  created_at timestamptz not null default app.now(),
  foreign key (account_id, question_id) references app.questions (account_id, id),
  foreign key (account_id, order_id) references app.orders (account_id, id) on delete cascade,
  foreign key (account_id, attendee_id) references app.attendees (account_id, id)
);
create unique index answers_once on app.answers (order_id, question_id, attendee_id) nulls not distinct;
create index answers_question on app.answers (question_id);
create index answers_attendee on app.answers (attendee_id) where attendee_id is not null;

-- What the buyer answered until the tickets are issued: [{questionId, unit, title, type, value}]; the unit is the number of
-- a ticket within the order, null for the order itself.
alter table app.orders add column answers jsonb not null default '[]';
