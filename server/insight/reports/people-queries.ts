import type { QuestionScope, QuestionType } from '@entrada/contract/catalog/answers';
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import type { EventSpan } from './core/types.ts';

export type AskedQuestion = {
  id: number;
  title: string;
  type: QuestionType;
  scope: QuestionScope;
  isDeleted: boolean;
};

/** The questions of an event with options, those that are asked and those that were answered, in their order. */
export async function findChoices(db: Db, scope: AccountScope, eventId: number): Promise<AskedQuestion[]> {
  const { rows } = await sql<AskedQuestion>`
    select q.id, q.title, q.type, q.scope, q.deleted as "isDeleted" from app.questions q
    where q.account_id = ${scope.accountId} and q.event_id = ${eventId} and q.type in ('dropdown', 'radio', 'checkbox')
      and (not q.deleted or exists (select from app.answers a where a.question_id = q.id))
    order by q.deleted, q.position, q.id`.execute(db);
  return rows;
}

/** What was sold with one option as its answer. Without an option: with any answer, each unit once. */
export type AnswerRow = { answer: string | null; orders: number; sold: number; paid: number };

/** Units of the orders of a span by their answer to a question with options, the one with the most first. Minor units. */
export async function findAnswered(
  db: Db,
  { scope, eventId, range }: EventSpan,
  questionId: number,
): Promise<AnswerRow[]> {
  const { rows } = await sql<AnswerRow>`
    select nullif(answer, '') as answer, sum(orders)::bigint as orders, sum(sold)::bigint as sold, sum(paid)::bigint as paid
    from app.answer_figures
    where account_id = ${scope.accountId} and event_id = ${eventId} and question_id = ${questionId}
      and day between ${range.from}::date and ${range.to}::date
    group by 1 having sum(orders) <> 0 order by sold desc, orders desc, answer`.execute(db);
  return rows;
}

export type ListRow = {
  id: number;
  name: string;
  isDeleted: boolean;
  attendees: number;
  people: number;
  entries: number;
  firstAt: Date | null;
  lastAt: Date | null;
};

/** One kind of sum of entries: `all` of them, of one `day`, or of the quarter of an hour `at`. */
export type EntryRow = { kind: 'all' | 'day' | 'time'; key: string; people: number; entries: number };

const entries = ({ scope, eventId, event, range }: EventSpan) => sql`
  select c.check_in_list_id, c.attendee_id, c.checked_in_at, c.checked_in_at at time zone ${event.timezone} as local
  from app.check_ins c where c.account_id = ${scope.accountId} and c.event_id = ${eventId}
    and c.checked_in_at >= ${range.from}::date::timestamp at time zone ${event.timezone}
    and c.checked_in_at < (${range.to}::date + 1)::timestamp at time zone ${event.timezone}`;

/** Entries of a span over all lists, by day and by quarter of an hour of the clock. */
export async function findEntries(db: Db, span: EventSpan): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    with entries as materialized (${entries(span)}),
    -- Written as text only once they are few.
    days as (select local::date as day, count(distinct attendee_id) as people, count(*) as n from entries group by 1),
    quarters as (select date_bin('15 minutes', local, '2000-01-01') as quarter, count(*) as n from entries group by 1)
    select 'all' as kind, '' as key, count(distinct attendee_id) as people, count(*) as entries from entries
    union all
    select 'day', day::text, people, n from days
    union all
    select 'time', to_char(quarter, 'HH24:MI'), 0, sum(n)::bigint from quarters group by 2
    order by 1, 2`.execute(db);
  return rows;
}

/** The check-in lists of an event with their entries in a span, in the order in which they were made. */
export async function findListEntries(db: Db, span: EventSpan): Promise<Omit<ListRow, 'attendees'>[]> {
  const { rows } = await sql<Omit<ListRow, 'attendees'>>`
    with entered as (
      select check_in_list_id, count(distinct attendee_id) as people, count(*) as entries, min(checked_in_at) as first_at,
        max(checked_in_at) as last_at
      from (${entries(span)}) e group by 1)
    select l.id, l.name, l.deleted_at is not null as "isDeleted", coalesce(e.people, 0) as people,
      coalesce(e.entries, 0) as entries, e.first_at as "firstAt", e.last_at as "lastAt"
    from app.check_in_lists l left join entered e on e.check_in_list_id = l.id
    where l.account_id = ${span.scope.accountId} and l.event_id = ${span.eventId}
      and (l.deleted_at is null or e.entries > 0)
    order by l.id`.execute(db);
  return rows;
}

/**
 * Active attendees of an event for each list that is not deleted. A list counts those with its tickets, by the tallies of each
 * ticket.
 */
export async function findExpected(
  db: Db,
  scope: AccountScope,
  eventId: number,
): Promise<{ listId: number | null; attendees: number }[]> {
  const { rows } = await sql<{ listId: number | null; attendees: number }>`
    with active as (
      select ref_id as ticket_id, sum(n)::bigint as n from app.tallies
      where account_id = ${scope.accountId} and event_id = ${eventId} and kind = 'attendees' group by ref_id)
    select null::bigint as "listId", coalesce(sum(n), 0)::bigint as attendees from active
    union all
    select l.id, coalesce((select sum(a.n) from active a where l.all_tickets or exists (
      select from app.check_in_list_tickets lt where lt.check_in_list_id = l.id and lt.ticket_id = a.ticket_id)), 0)::bigint
    from app.check_in_lists l where l.account_id = ${scope.accountId} and l.event_id = ${eventId}`.execute(
    db,
  );
  return rows;
}

/** Entries of a span by day, quarter of an hour of the clock and list. */
export async function findEntryTimes(
  db: Db,
  span: EventSpan,
): Promise<{ day: string; at: string; list: string; entries: number }[]> {
  const { rows } = await sql<{ day: string; at: string; list: string; entries: number }>`
    with entered as (
      select check_in_list_id, date_bin('15 minutes', local, '2000-01-01') as quarter, count(*) as entries
      from (${entries(span)}) e group by 1, 2)
    select e.quarter::date::text as day, to_char(e.quarter, 'HH24:MI') as at, l.name as list, e.entries
    from entered e join app.check_in_lists l on l.id = e.check_in_list_id
    where l.account_id = ${span.scope.accountId} order by e.quarter, l.id`.execute(db);
  return rows;
}
