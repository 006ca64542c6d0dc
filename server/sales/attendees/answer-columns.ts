import type { AnswerValue, QuestionScope } from '@entrada/contract/catalog/answers';
import type { ExportWords } from '@entrada/documents/types';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import type { Column } from '../../platform/lists/columns.ts';
import { answerText } from './core/answer-text.ts';
import { findAnsweredQuestions, findGivenAnswers } from './export-queries.ts';

/** The answers of a row: those of its order, and those of its attendee if it is one. */
type Answered = { answers: ReadonlyMap<number, AnswerValue> };

/**
 * A column for each question of an event that is asked or was answered, also if it was deleted since. `of` names the
 * questions: an order has only those of the order.
 */
export async function answerColumns<Row extends Answered>(
  tx: Tx | Db,
  scope: AccountScope,
  { eventId, of, words }: { eventId: number; of: readonly QuestionScope[]; words: ExportWords },
): Promise<Column<Row>[]> {
  const found = await findAnsweredQuestions(tx, scope, eventId);
  return found
    .filter((question) => of.includes(question.scope))
    .map(({ id, title, type }) => ({
      header: title,
      ...(type === 'date' && { as: 'date' as const }),
      value: ({ answers }) => answerText(answers.get(id), words.locale),
    }));
}

/** Joins rows of orders, or of attendees, with what was answered about them. */
export async function withAnswers<Row extends { id: number; orderId: number }>(
  tx: Tx | Db,
  scope: AccountScope,
  { rows, isAttendee }: { rows: readonly Row[]; isAttendee: boolean },
): Promise<(Row & Answered)[]> {
  const given = await findGivenAnswers(tx, scope, [...new Set(rows.map(({ orderId }) => orderId))]);
  const byOrder = Map.groupBy(given, ({ orderId }) => orderId);
  return rows.map((row) => {
    const ofRow = (byOrder.get(row.orderId) ?? []).filter(
      ({ attendeeId }) => attendeeId === null || (isAttendee && attendeeId === row.id),
    );
    return { ...row, answers: new Map(ofRow.map(({ questionId, value }) => [questionId, value])) };
  });
}
