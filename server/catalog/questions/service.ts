import type { QuestionScope } from '@entrada/contract/catalog/answers';
import {
  type createQuestion as createEndpoint,
  type Question,
  questionListRules,
  type updateQuestion as updateEndpoint,
} from '@entrada/contract/catalog/questions';
import { LIMITS } from '@entrada/contract/constants';
import type { ListMeta, ListQuery } from '@entrada/contract/list';
import type { z } from 'zod';
import type { Db, Tx } from '../../db/client.ts';
import { audit, auditDeleted, saveChange } from '../../platform/audit.ts';
import { type Ctx, scopeOf } from '../../platform/context.ts';
import { expectVersion, fail, failFields } from '../../platform/errors.ts';
import { readPage } from '../../platform/lists/page.ts';
import { inLockedEvent, lockEvent } from '../events/service.ts';
import { arrange } from '../tickets/core/arrange.ts';
import { expectTickets, replaceTicketLinks } from '../tickets/link-queries.ts';
import * as queries from './queries.ts';

type CreateInput = z.output<(typeof createEndpoint)['body']>;
type UpdateInput = z.output<(typeof updateEndpoint)['body']>;

/**
 * One page of an event's questions, and how many hidden ones it leaves out because the event does not show them.
 * Throws NOT_FOUND.
 */
export async function listQuestions(
  ctx: Ctx,
  eventId: number,
  query: ListQuery,
): Promise<{ data: Question[]; meta: ListMeta; omitted: number }> {
  const scope = scopeOf(ctx.actor);
  const view = await queries.findQuestionView(ctx.db, scope, eventId);
  if (!view) throw fail('NOT_FOUND');
  const { showHidden, hidden } = view;
  const source = queries.questionSource(scope, { eventId, showHidden });
  const page = await readPage(ctx.db, { rules: questionListRules, source, query }, (ids) =>
    queries.findQuestions(ctx.db, scope, { eventId, ids }),
  );
  return { ...page, omitted: showHidden ? 0 : hidden };
}

/** One question. Throws NOT_FOUND, also for a deleted one. `tx` may be the pool. */
export async function getQuestion(
  ctx: Ctx,
  { eventId, questionId }: { eventId: number; questionId: number },
  tx: Tx | Db = ctx.db,
): Promise<Question> {
  const [found] = await queries.findQuestions(tx, scopeOf(ctx.actor), { eventId, ids: [questionId] });
  if (!found) throw fail('NOT_FOUND');
  return found;
}

const columnsOf = (input: CreateInput) => ({
  scope: input.scope,
  type: input.type,
  title: input.title,
  description: input.description,
  options: input.options,
  required: input.required,
  hidden: input.hidden,
  applies_to_all: input.appliesToAll,
});

/**
 * Adds a question after the others of its scope and records it. Throws NOT_FOUND, EVENT_ARCHIVED, TOO_MANY_QUESTIONS,
 * VALIDATION_FAILED for a ticket that is not the event's. Locks the event.
 */
export function createQuestion(ctx: Ctx, eventId: number, input: CreateInput): Promise<Question> {
  return inLockedEvent(ctx, eventId, async (tx, scope) => {
    const { count, position } = await queries.nextPlace(tx, eventId, input.scope);
    if (count >= LIMITS.questions) throw fail('TOO_MANY_QUESTIONS');
    const ticketIds = input.appliesToAll ? [] : await expectTickets(tx, scope, eventId, input.ticketIds);
    const questionId = await queries.insertQuestion(tx, scope, {
      ...columnsOf(input),
      event_id: eventId,
      position,
    });
    await replaceTicketLinks(tx, scope, 'question_tickets', { id: questionId, ticketIds });
    const question = await getQuestion(ctx, { eventId, questionId }, tx);
    await audit(tx, ctx, scope, {
      action: 'question.created',
      target: { type: 'question', id: questionId },
      after: auditable(question),
    });
    return question;
  });
}

/**
 * Changes a question and records it. Existing answers keep their wording. If its scope changes, it comes last in the
 * new one. Throws NOT_FOUND, EVENT_ARCHIVED, STALE_VERSION with params.version, VALIDATION_FAILED as above. Locks the
 * event.
 */
export function updateQuestion(
  ctx: Ctx,
  ids: { eventId: number; questionId: number },
  { version, ...input }: UpdateInput,
): Promise<Question> {
  const scope = scopeOf(ctx.actor);
  const { eventId, questionId } = ids;
  const change = {
    action: 'question.updated',
    target: { type: 'question', id: questionId },
    auditable,
    eventId,
  };
  return saveChange(ctx, scope, change, async (tx) => {
    await lockEvent(tx, scope, eventId);
    const before = await getQuestion(ctx, ids, tx);
    expectVersion(version, before.version);
    const ticketIds = input.appliesToAll ? [] : await expectTickets(tx, scope, eventId, input.ticketIds);
    const moved = before.scope !== input.scope;
    const position = moved ? (await queries.nextPlace(tx, eventId, input.scope)).position : before.position;
    await queries.updateQuestionRows(tx, scope, [questionId], { ...columnsOf(input), position });
    await replaceTicketLinks(tx, scope, 'question_tickets', { id: questionId, ticketIds });
    return { before, after: await getQuestion(ctx, ids, tx) };
  });
}

/**
 * Deletes a question, so that it is no longer asked, and records it. Its row stays, because answers and drafts refer to
 * it. Throws NOT_FOUND, EVENT_ARCHIVED. Locks the event.
 */
export function deleteQuestion(ctx: Ctx, ids: { eventId: number; questionId: number }): Promise<void> {
  return inLockedEvent(ctx, ids.eventId, async (tx) => {
    const removed = await removeQuestions(ctx, tx, ids.eventId, [ids.questionId]);
    if (removed.length === 0) throw fail('NOT_FOUND');
  });
}

/**
 * Deletes many as `deleteQuestion` does. Skips ids of other events and answers the deleted ids. The caller holds the
 * event's lock.
 */
export async function removeQuestions(
  ctx: Ctx,
  tx: Tx,
  eventId: number,
  questionIds: readonly number[],
): Promise<number[]> {
  const scope = scopeOf(ctx.actor);
  const found = await queries.findQuestions(tx, scope, { eventId, ids: questionIds });
  const ids = found.map(({ id }) => id);
  await queries.updateQuestionRows(tx, scope, ids, { deleted: true });
  await auditDeleted(tx, ctx, scope, {
    action: 'question.deleted',
    type: 'question',
    rows: found,
    held: auditable,
  });
  return ids;
}

/**
 * Puts some questions of one scope into the given order and records it. They use the places that they had among them.
 * Throws NOT_FOUND, EVENT_ARCHIVED, VALIDATION_FAILED for a question that is not in the scope. Locks the event.
 */
export function sortQuestions(
  ctx: Ctx,
  eventId: number,
  input: { scope: QuestionScope; questionIds: number[] },
): Promise<void> {
  return inLockedEvent(ctx, eventId, async (tx, scope) => {
    const places = await queries.findPlaces(tx, scope, eventId, input.scope);
    const known = new Set(places.map(({ id }) => id));
    const missing = input.questionIds.findIndex((id) => !known.has(id));
    if (missing >= 0) throw failFields([{ path: `questionIds.${missing}`, code: 'not_found' }]);
    const moved = arrange(places, input.questionIds);
    if (moved.length === 0) return;
    await queries.writePlaces(tx, scope, moved);
    await audit(tx, ctx, scope, {
      action: 'questions.sorted',
      target: { type: 'event', id: eventId },
      before: { scope: input.scope, questionIds: places.map(({ id }) => id) },
      after: { scope: input.scope, questionIds: input.questionIds },
    });
  });
}

function auditable({ id: _i, version: _v, hasAnswers: _h, position: _p, tickets, ...fields }: Question) {
  return { ...fields, tickets: tickets.map((ticket) => ticket.id) };
}
