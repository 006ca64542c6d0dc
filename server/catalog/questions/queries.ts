import type { QuestionScope, QuestionType } from '@entrada/contract/catalog/answers';
import type { BuyerQuestion, Question } from '@entrada/contract/catalog/questions';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import { isAmong } from '../../db/fragments.ts';
import type { AccountScope } from '../../platform/context.ts';
import { columnFilter, type ListSource } from '../../platform/lists/page.ts';
import { inserterOf, updaterOf } from '../../platform/rows.ts';
import { linkedTickets } from '../tickets/link-queries.ts';

/** Whether the workspace lists hidden questions of an event, and how many there are; null for no such event. */
export async function findQuestionView(
  tx: Tx | Db,
  scope: AccountScope,
  eventId: number,
): Promise<{ showHidden: boolean; hidden: number } | null> {
  const row = await tx
    .selectFrom('event_settings as s')
    .select(['s.show_hidden_questions as showHidden'])
    .select(
      sql<number>`(select count(*) from app.questions q
        where q.event_id = s.event_id and q.hidden and not q.deleted)`.as('hidden'),
    )
    .where('s.account_id', '=', scope.accountId)
    .where('s.event_id', '=', eventId)
    .executeTakeFirst();
  return row ?? null;
}

/** The event of a list of questions, and whether the list includes hidden ones. */
type QuestionList = { eventId: number; showHidden: boolean };

/** The questions of an event as a list. */
export const questionSource = (scope: AccountScope, { eventId, showHidden }: QuestionList): ListSource => ({
  from: sql`app.questions q`,
  where: [
    sql`q.account_id = ${scope.accountId}`,
    sql`q.event_id = ${eventId}`,
    sql`not q.deleted`,
    ...(showHidden ? [] : [sql`not q.hidden`]),
  ],
  id: sql`q.id`,
  sorts: {
    // The order's questions come before those of attendees.
    position: sql`(case q.scope when 'order' then 0 else 1000000 end + q.position)`,
    title: sql`app.fold(q.title)`,
    created_at: sql`q.created_at`,
  },
  filters: {
    scope: columnFilter(sql`q.scope`, 'text'),
    type: columnFilter(sql`q.type`, 'text'),
    required: columnFilter(sql`q.required`, 'boolean'),
    hidden: columnFilter(sql`q.hidden`, 'boolean'),
  },
  search: sql`q.search`,
});

/** Questions of an event that are not deleted, in the order of their places. */
export async function findQuestions(
  tx: Tx | Db,
  scope: AccountScope,
  { eventId, ids }: { eventId: number; ids: readonly number[] },
): Promise<Question[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('questions as q')
    .selectAll('q')
    .select(linkedTickets('question_tickets', sql`q.id`).as('tickets'))
    .select(sql<boolean>`exists (select from app.answers a where a.question_id = q.id)`.as('has_answers'))
    .where('q.account_id', '=', scope.accountId)
    .where('q.event_id', '=', eventId)
    .where('q.deleted', '=', false)
    .where(isAmong('q.id', ids))
    .orderBy('q.position')
    .orderBy('q.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    scope: row.scope as QuestionScope,
    type: row.type as QuestionType,
    title: row.title,
    description: row.description,
    options: row.options,
    required: row.required,
    hidden: row.hidden,
    appliesToAll: row.applies_to_all,
    tickets: row.tickets,
    position: row.position,
    hasAnswers: row.has_answers,
  }));
}

/** The questions of an event with the tickets that they are asked for. Null stands for all tickets. */
export const selectAsked = (tx: Tx | Db, scope: AccountScope, eventId: number) =>
  tx
    .selectFrom('questions as q')
    .select(['q.id', 'q.scope', 'q.type', 'q.title', 'q.description', 'q.options', 'q.required'])
    .select(
      sql<number[] | null>`case when q.applies_to_all then null else array(
        select l.ticket_id from app.question_tickets l where l.question_id = q.id order by l.ticket_id) end`.as(
        'ticketIds',
      ),
    )
    .$narrowType<{ scope: QuestionScope; type: QuestionType }>()
    .where('q.account_id', '=', scope.accountId)
    .where('q.event_id', '=', eventId);

/**
 * The questions that an event asks its buyers, in order, without hidden and deleted ones. Locks nothing: an organizer
 * may change them at any time.
 */
export const findBuyerQuestions = (
  tx: Tx | Db,
  scope: AccountScope,
  eventId: number,
): Promise<BuyerQuestion[]> =>
  selectAsked(tx, scope, eventId)
    .where('q.deleted', '=', false)
    .where('q.hidden', '=', false)
    .orderBy('q.scope', 'desc')
    .orderBy('q.position')
    .orderBy('q.id')
    .execute();

/** How many questions an event has, and the place after the last of a scope. The caller holds the event's lock. */
export async function nextPlace(
  tx: Tx,
  eventId: number,
  of: QuestionScope,
): Promise<{ count: number; position: number }> {
  const row = await tx
    .selectFrom('questions')
    .select([
      sql<number>`count(*) filter (where not deleted)`.as('count'),
      sql<number>`coalesce(max(position) filter (where scope = ${of}), 0) + 1`.as('position'),
    ])
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow();
  return row;
}

/** Adds a question; answers its id. */
export const insertQuestion = inserterOf('questions');

/** Writes to questions and raises their versions. The caller holds the event's lock. */
export const updateQuestionRows = updaterOf('questions');

/** The questions of one scope with their places, hidden ones included, in order. */
export const findPlaces = (tx: Tx, scope: AccountScope, eventId: number, of: QuestionScope) =>
  tx
    .selectFrom('questions')
    .select(['id', 'position'])
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .where('scope', '=', of)
    .where('deleted', '=', false)
    .orderBy('position')
    .orderBy('id')
    .execute();

/** Moves questions to new places. Their versions stay, because no form shows the places. */
export async function writePlaces(
  tx: Tx,
  scope: AccountScope,
  places: readonly { id: number; position: number }[],
): Promise<void> {
  await sql`update app.questions q set position = p.position, updated_at = app.now()
    from unnest(${places.map((place) => place.id)}::bigint[], ${places.map((place) => place.position)}::int[]) p(id, position)
    where q.id = p.id and q.account_id = ${scope.accountId}`.execute(tx);
}
