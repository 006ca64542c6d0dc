import {
  createQuestion,
  deleteQuestion,
  getQuestion,
  listQuestions,
  sortQuestions,
  updateQuestion,
} from '@entrada/contract/catalog/questions';
import { describe, expect, test } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { buildEvent } from '../events/factory.ts';
import { buildTicket } from '../tickets/factory.ts';
import { buildQuestion } from './factory.ts';

const app = await buildTestApp();
const { db } = app;
const owner = await buildAccount(db);
const stranger = await buildAccount(db);
const { accountId } = owner;
const client = () => app.as({ token: owner.token });

async function event(status: 'draft' | 'archived' = 'draft') {
  const { eventId } = await buildEvent(db, { accountId, status });
  const { ticketId } = await buildTicket(db, { accountId, eventId, name: 'General' });
  return { eventId, ticketId, params: { eventId: String(eventId) } };
}

const body = {
  scope: 'attendee' as const,
  type: 'radio' as const,
  title: 'T-shirt size',
  description: 'Unisex.',
  options: ['S', 'M', 'L'],
  required: true,
  hidden: false,
  appliesToAll: true,
  ticketIds: [] as number[],
};
type Body = Omit<typeof body, 'scope' | 'type'> & {
  scope: 'order' | 'attendee';
  type: 'text' | 'long_text' | 'dropdown' | 'radio' | 'checkbox' | 'date' | 'address';
};
const create = (eventId: number, more: Partial<Body> = {}, actor: { token: string } = owner) =>
  app
    .as(actor)
    .call(createQuestion, { params: { eventId: String(eventId) }, body: { ...body, ...more } as Body });
const titles = async (eventId: number, query: Record<string, string> = {}) =>
  (await client().call(listQuestions, { params: { eventId: String(eventId) }, query })).body.data.map(
    ({ title }) => title,
  );

describe('a question', () => {
  test('is made at the end of its scope, read, changed and recorded', async () => {
    const { eventId, ticketId } = await event();
    const first = (await create(eventId)).body.data;
    const { ticketIds: _, ...shown } = body;
    expect(first).toMatchObject({ ...shown, position: 1, version: 1, tickets: [], hasAnswers: false });
    const second = (await create(eventId, { title: 'Second', appliesToAll: false, ticketIds: [ticketId] }))
      .body.data;
    expect(second).toMatchObject({ position: 2, tickets: [{ id: ticketId, name: 'General' }] });
    const params = { eventId: String(eventId), questionId: String(second.id) };
    const changed = await client().call(updateQuestion, {
      params,
      body: { ...body, version: 1, scope: 'order', type: 'text', options: [], title: 'Third' },
    });
    expect(changed.body.data).toMatchObject({ version: 2, scope: 'order', options: [], tickets: [] });
    expect((await client().call(getQuestion, { params })).body).toEqual(changed.body);
    const actions = await db
      .selectFrom('audit_entries')
      .select('action')
      .where('target_type', '=', 'question')
      .where('target_id', '=', second.id)
      .orderBy('id')
      .execute();
    expect(actions.map(({ action }) => action)).toEqual(['question.created', 'question.updated']);
  });

  test('that somebody else changed first is not overwritten', async () => {
    const { eventId } = await event();
    const { id } = (await create(eventId)).body.data;
    const params = { eventId: String(eventId), questionId: String(id) };
    const change = (title: string) =>
      client().call(updateQuestion, { params, body: { ...body, version: 1, title } });
    expect((await change('Mine')).status).toBe(200);
    expect((await change('Late')).problem).toMatchObject({
      status: 409,
      code: 'STALE_VERSION',
      params: { version: 2 },
    });
  });

  test('that is deleted is gone for everybody, its answers are not', async () => {
    const { eventId } = await event();
    const { id } = (await create(eventId)).body.data;
    const params = { eventId: String(eventId), questionId: String(id) };
    expect((await client().call(deleteQuestion, { params })).status).toBe(204);
    expect(await titles(eventId)).toEqual([]);
    expect((await client().call(getQuestion, { params })).status).toBe(404);
    expect((await client().call(deleteQuestion, { params })).status).toBe(404);
    const row = await db.selectFrom('questions').select('deleted').where('id', '=', id).executeTakeFirst();
    expect(row).toEqual({ deleted: true });
  });

  test('of an archived event stays as it is; another account finds nothing', async () => {
    const { eventId } = await event('archived');
    expect((await create(eventId)).problem).toMatchObject({ status: 409, code: 'EVENT_ARCHIVED' });
    const open = await event();
    const { id } = (await create(open.eventId)).body.data;
    expect((await create(open.eventId, {}, stranger)).status).toBe(404);
    const foreign = app.as({ token: stranger.token });
    const params = { eventId: String(open.eventId), questionId: String(id) };
    for (const reply of [
      await foreign.call(listQuestions, { params: open.params }),
      await foreign.call(getQuestion, { params }),
      await foreign.call(updateQuestion, { params, body: { ...body, version: 1 } }),
      await foreign.call(deleteQuestion, { params }),
      await foreign.call(sortQuestions, {
        params: open.params,
        body: { scope: 'attendee', questionIds: [id] },
      }),
    ]) {
      expect(reply.status).toBe(404);
    }
  });
});

describe('limits', () => {
  const many = (n: number) => Array.from({ length: n }, (_, index) => `Option ${index}`);
  test.each<[string, Partial<Body>]>([
    ['title', { title: 'x'.repeat(500) }],
    ['description', { description: 'x'.repeat(1000) }],
    ['options', { options: many(100) }],
    ['one option', { options: ['x'.repeat(200)] }],
    ['no options', { type: 'date', options: [] }],
  ])('%s at its edge is taken', async (_, more) => {
    const { eventId } = await event();
    expect((await create(eventId, more)).status).toBe(201);
  });

  test.each<[string, string, Partial<Body>]>([
    ['title', 'required', { title: ' ' }],
    ['title', 'too_long', { title: 'x'.repeat(501) }],
    ['description', 'too_long', { description: 'x'.repeat(1001) }],
    ['options', 'required', { options: [] }],
    ['options', 'too_long', { options: many(101) }],
    ['options', 'unknown_field', { type: 'text' }],
    ['options.0', 'required', { options: [' '] }],
    ['options.1', 'too_long', { options: ['S', 'x'.repeat(201)] }],
    ['options.2', 'duplicate', { options: ['S', 'M', ' S '] }],
    ['ticketIds', 'required', { appliesToAll: false }],
    ['ticketIds.0', 'not_found', { appliesToAll: false, ticketIds: [987654321] }],
    ['type', 'invalid_choice', { type: 'colour' as 'text' }],
    ['scope', 'invalid_choice', { scope: 'event' as 'order' }],
  ])('%s: %s', async (path, code, more) => {
    const { eventId } = await event();
    const { problem } = await create(eventId, more);
    expect(problem.status).toBe(422);
    expect(problem.errors).toContainEqual(expect.objectContaining({ path, code }));
  });

  test('an event has 500 questions at most', async () => {
    const { eventId } = await event();
    await db
      .insertInto('questions')
      .values(
        Array.from({ length: 499 }, (_, index) => ({
          account_id: accountId,
          event_id: eventId,
          scope: 'order',
          type: 'text',
          title: `Question ${index}`,
          position: index + 1,
        })),
      )
      .execute();
    expect((await create(eventId)).status).toBe(201);
    expect((await create(eventId)).problem).toMatchObject({ status: 409, code: 'TOO_MANY_QUESTIONS' });
  });
});

describe('the list', () => {
  test('is in the order of asking: the order’s questions, then each attendee’s; filters, search and sorts', async () => {
    const { eventId } = await event();
    await create(eventId, { title: 'Ärztliche Hinweise', scope: 'attendee' });
    await create(eventId, { title: 'Company', scope: 'order', type: 'text', options: [] });
    await create(eventId, {
      title: 'Birthday',
      scope: 'attendee',
      type: 'date',
      options: [],
      required: false,
    });
    expect(await titles(eventId)).toEqual(['Company', 'Ärztliche Hinweise', 'Birthday']);
    expect(await titles(eventId, { sort_by: 'title' })).toEqual([
      'Ärztliche Hinweise',
      'Birthday',
      'Company',
    ]);
    expect(await titles(eventId, { query: 'arzt' })).toEqual(['Ärztliche Hinweise']);
    expect(await titles(eventId, { 'filter_fields[type][in]': 'date,text' })).toEqual([
      'Company',
      'Birthday',
    ]);
    expect(await titles(eventId, { 'filter_fields[required][eq]': 'false' })).toEqual(['Birthday']);
    expect(await titles(eventId, { 'filter_fields[scope][eq]': 'order' })).toEqual(['Company']);
  });

  test('leaves hidden questions out where the event does not show them, and says how many', async () => {
    const { eventId, params } = await event();
    await create(eventId, { title: 'Seen' });
    await create(eventId, { title: 'Internal', hidden: true });
    expect(await titles(eventId)).toEqual(['Seen', 'Internal']);
    await db
      .updateTable('event_settings')
      .set({ show_hidden_questions: false })
      .where('event_id', '=', eventId)
      .execute();
    const reply = (await client().call(listQuestions, { params })).body;
    expect(reply.data.map(({ title }) => title)).toEqual(['Seen']);
    expect(reply).toMatchObject({ omitted: 1, meta: { total: 1 } });
  });

  test('is sorted within the places that the named questions have; strangers are refused by name', async () => {
    const { eventId, params } = await event();
    const ids: number[] = [];
    for (const [position, title] of ['A', 'B', 'C', 'D'].entries()) {
      ids.push((await buildQuestion(db, { accountId, eventId, title, position: position + 1 })).questionId);
    }
    const [a = 0, b = 0, , d = 0] = ids;
    const sort = (questionIds: number[], scope: 'order' | 'attendee' = 'order') =>
      client().call(sortQuestions, { params, body: { scope, questionIds } });
    expect((await sort([d, b, a])).status).toBe(204);
    expect(await titles(eventId)).toEqual(['D', 'B', 'C', 'A']);
    expect((await sort([a, 987654321])).problem.errors).toEqual([
      { path: 'questionIds.1', code: 'not_found' },
    ]);
    expect((await sort([a], 'attendee')).problem.errors).toEqual([
      { path: 'questionIds.0', code: 'not_found' },
    ]);
    expect((await sort([a, a])).problem.errors).toEqual([{ path: 'questionIds', code: 'duplicate' }]);
    expect((await sort([])).problem.errors).toEqual([{ path: 'questionIds', code: 'required' }]);
    expect(await titles(eventId)).toEqual(['D', 'B', 'C', 'A']);
  });
});
