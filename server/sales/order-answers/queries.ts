import type { AnswerValue, QuestionType } from '@entrada/contract/catalog/answers';
import { sql } from 'kysely';
import { selectAsked } from '../../catalog/questions/queries.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import type { AnswerChange, Given, OrganizerQuestion } from './core/edits.ts';

/**
 * The questions of an event as an organizer answers them, in the order of asking. Includes hidden questions, and
 * deleted ones that the order answered.
 */
export const findOrganizerQuestions = (
  tx: Tx | Db,
  scope: AccountScope,
  { eventId, orderId }: { eventId: number; orderId: number },
): Promise<OrganizerQuestion[]> =>
  selectAsked(tx, scope, eventId)
    .select(['q.version', 'q.hidden', 'q.deleted'])
    .where(
      sql<boolean>`(not q.deleted or exists (
        select from app.answers a where a.question_id = q.id and a.order_id = ${orderId}))`,
    )
    .orderBy('q.position')
    .orderBy('q.id')
    .execute();

/** The answers of an order and its attendees, by attendee id (null for the order itself) and by question id. */
export async function findGiven(
  tx: Tx | Db,
  scope: AccountScope,
  orderId: number,
): Promise<Map<number | null, Map<number, Given>>> {
  const rows = await tx
    .selectFrom('answers')
    .select(['question_id', 'attendee_id', 'title', 'type', 'value'])
    .where('account_id', '=', scope.accountId)
    .where('order_id', '=', orderId)
    .execute();
  const groups = Map.groupBy(rows, (row) => row.attendee_id);
  return new Map(
    [...groups].map(([attendeeId, group]) => [
      attendeeId,
      new Map(
        group.map(({ question_id, title, type, value }) => [
          question_id,
          { title, type: type as QuestionType, value: value as AnswerValue },
        ]),
      ),
    ]),
  );
}

/** The order of an attendee of this event; undefined if there is none. */
export const findAttendeeOfEvent = (tx: Tx | Db, scope: AccountScope, eventId: number, attendeeId: number) =>
  tx
    .selectFrom('attendees')
    .select(['id', 'order_id as orderId'])
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .where('id', '=', attendeeId)
    .executeTakeFirst();

/** The status of an event. Answers of an archived event cannot change. */
export async function findEventStatus(tx: Tx | Db, scope: AccountScope, eventId: number): Promise<string> {
  const row = await tx
    .selectFrom('events')
    .select('status')
    .where('account_id', '=', scope.accountId)
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow();
  return row.status;
}

/** Writes changed answers and deletes removed ones. The order's row must be locked. */
export async function writeAnswerChanges(
  tx: Tx,
  scope: AccountScope,
  { orderId, attendeeId }: { orderId: number; attendeeId: number | null },
  changes: readonly AnswerChange[],
): Promise<void> {
  const gone = changes.filter(({ after }) => after === null).map(({ questionId }) => questionId);
  if (gone.length > 0) {
    await tx
      .deleteFrom('answers')
      .where('account_id', '=', scope.accountId)
      .where('order_id', '=', orderId)
      .where('attendee_id', 'is not distinct from', attendeeId)
      .where('question_id', 'in', gone)
      .execute();
  }
  const rows = changes.flatMap(({ questionId, after }) =>
    after
      ? [
          {
            account_id: scope.accountId,
            order_id: orderId,
            attendee_id: attendeeId,
            question_id: questionId,
            title: after.title,
            type: after.type,
            value: JSON.stringify(after.value),
          },
        ]
      : [],
  );
  if (rows.length === 0) return;
  await tx
    .insertInto('answers')
    .values(rows)
    .onConflict((on) =>
      on.columns(['order_id', 'question_id', 'attendee_id']).doUpdateSet((eb) => ({
        title: eb.ref('excluded.title'),
        type: eb.ref('excluded.type'),
        value: eb.ref('excluded.value'),
        created_at: sql<Date>`app.now()`,
      })),
    )
    .execute();
}
