import type { AnswerValue, QuestionScope } from '@entrada/contract/catalog/answers';
import type { ExportWords } from '@entrada/documents/types';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import type { Column } from '../../platform/lists/columns.ts';
import { answerText } from './core/answer-text.ts';
import { findAnsweredQuestions, findGivenAnswers } from './export-queries.ts';

/** The answers of a row: those of its order, and those of its attendee if it is one. */
type Answered = { answers: ReadonlyMap<number, AnswerValue> };

type AnswerColumns = {
  columns: Column<Answered>[];
  /** Adds to rows of orders, or of attendees, what was answered about them. */
  add: <Row extends { id: number; orderId: number }>(rows: Row[]) => Promise<(Row & Answered)[]>;
};

const NONE: ReadonlyMap<number, AnswerValue> = new Map();

/**
 * A column for each question of an event that is asked or was answered, also if it was deleted since. `of` names the
 * questions: an order has only those of the order, an attendee both. No answer is looked for where nothing was asked.
 */
export async function answerColumns(
  tx: Tx | Db,
  scope: AccountScope,
  { eventId, of, words }: { eventId: number; of: readonly QuestionScope[]; words: ExportWords },
): Promise<AnswerColumns> {
  const found = await findAnsweredQuestions(tx, scope, eventId);
  const questions = found.filter((question) => of.includes(question.scope));
  const isAttendee = of.includes('attendee');
  const answered = async (rows: readonly { id: number; orderId: number }[]) => {
    if (questions.length === 0) return () => NONE;
    const given = await findGivenAnswers(tx, scope, [...new Set(rows.map(({ orderId }) => orderId))]);
    const byOrder = Map.groupBy(given, ({ orderId }) => orderId);
    return ({ id, orderId }: { id: number; orderId: number }) => {
      const ofRow = byOrder
        .get(orderId)
        ?.filter(({ attendeeId }) => attendeeId === null || (isAttendee && attendeeId === id));
      return ofRow?.length ? new Map(ofRow.map(({ questionId, value }) => [questionId, value])) : NONE;
    };
  };
  return {
    columns: questions.map(({ id, title, type }) => ({
      header: title,
      ...(type === 'date' && { as: 'date' as const }),
      value: ({ answers }) => answerText(answers.get(id), words.locale),
    })),
    add: async (rows) => {
      const answersOf = await answered(rows);
      return rows.map((row) => Object.assign(row, { answers: answersOf(row) }));
    },
  };
}
