import type { OutputOf } from '@entrada/contract/endpoint';
import { REPORT_ROWS } from '@entrada/contract/insight/reports/money';
import type {
  getEventAnswerReport as answerEndpoint,
  getEventAttendanceReport as attendanceEndpoint,
} from '@entrada/contract/insight/reports/people';
import type { Ctx } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { quarters } from './core/quarters.ts';
import type { EventSpan } from './core/types.ts';
import {
  type AskedQuestion,
  findAnswered,
  findChoices,
  findEntries,
  findExpected,
  findListEntries,
} from './people-queries.ts';
import { findOrderSums, findSoldUnits } from './queries.ts';
import { type Days, eventSpan, toldEvent } from './span.ts';

/** Sales by the answer to one question, and what was sold without an answer. Minor units. */
async function answersOf(ctx: Ctx, span: EventSpan, question: AskedQuestion) {
  const [rows, [sums], sold] = await Promise.all([
    findAnswered(ctx.db, span, question.id),
    findOrderSums(ctx.db, span),
    findSoldUnits(ctx.db, span),
  ]);
  const answered = rows.find(({ answer }) => answer === null);
  return {
    answers: rows
      .flatMap(({ answer, ...one }) => (answer === null ? [] : [{ answer, ...one }]))
      .slice(0, REPORT_ROWS),
    unanswered: {
      orders: (sums?.orders ?? 0) - (answered?.orders ?? 0),
      sold: sold - (answered?.sold ?? 0),
      paid: (sums?.paid ?? 0) - (answered?.paid ?? 0),
    },
  };
}

/**
 * Sales of an event by the answer to one question with options. Minor units. NOT_FOUND, also for a question that has no
 * options or is none of the event; VALIDATION_FAILED as for its sales.
 */
export async function getEventAnswers(
  ctx: Ctx,
  eventId: number,
  { questionId, ...days }: Days & { questionId: number | null },
): Promise<OutputOf<typeof answerEndpoint>['data']> {
  const span = await eventSpan(ctx, eventId, days);
  const questions = await findChoices(ctx.db, span.scope, eventId);
  const question = questions.find(({ id }) => id === questionId) ?? null;
  if (questionId !== null && !question) throw fail('NOT_FOUND');
  return {
    ...toldEvent(span),
    questions: questions.map(({ id, title, isDeleted }) => ({ id, title, isDeleted })),
    question: question && {
      id: question.id,
      title: question.title,
      type: question.type,
      scope: question.scope,
    },
    isMultiple: question?.type === 'checkbox',
    ...(question ? await answersOf(ctx, span, question) : { answers: [], unanswered: null }),
  };
}

/** Who came on some days, by list, by day and by time of day. NOT_FOUND, VALIDATION_FAILED. */
export async function getEventAttendance(
  ctx: Ctx,
  eventId: number,
  days: Days,
): Promise<OutputOf<typeof attendanceEndpoint>['data']> {
  const span = await eventSpan(ctx, eventId, days);
  const [entries, lists, expected] = await Promise.all([
    findEntries(ctx.db, span),
    findListEntries(ctx.db, span),
    findExpected(ctx.db, span.scope, eventId),
  ]);
  const attendees = new Map(expected.map(({ listId, attendees }) => [listId, attendees]));
  const all = entries.find(({ kind }) => kind === 'all');
  return {
    ...toldEvent(span),
    attendees: attendees.get(null) ?? 0,
    people: all?.people ?? 0,
    entries: all?.entries ?? 0,
    lists: lists.map(({ firstAt, lastAt, ...list }) => ({
      ...list,
      attendees: attendees.get(list.id) ?? 0,
      firstAt: firstAt?.toISOString() ?? null,
      lastAt: lastAt?.toISOString() ?? null,
    })),
    days: entries.flatMap(({ kind, key, people, entries }) =>
      kind === 'day' ? [{ day: key, people, entries }] : [],
    ),
    times: quarters(
      entries.flatMap(({ kind, key, entries }) => (kind === 'time' ? [{ at: key, entries }] : [])),
    ),
  };
}
