import { changeQuestions, listQuestions } from '@entrada/contract/catalog/questions';
import type { InputOf } from '@entrada/contract/endpoint';
import { describe, expect, test } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { scopeOfRow } from '../../platform/context.ts';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { buildEvent } from '../events/factory.ts';
import { buildQuestion, type QuestionOverrides } from './factory.ts';
import { findBuyerQuestions } from './queries.ts';

type Body = InputOf<typeof changeQuestions>['body'];

const app = await buildTestApp();
const { db } = app;
keepInvariants(db);
const owner = await buildAccount(db);
const stranger = await buildAccount(db);
const { accountId } = owner;
const me = app.as(owner);
const newEvent = async (more: object = {}) => (await buildEvent(db, { accountId, ...more })).eventId;
const params = (eventId: number) => ({ eventId: String(eventId) });
let places = 0;
const ask = async (eventId: number, title: string, more: Partial<QuestionOverrides> = {}) => {
  places += 1;
  return (await buildQuestion(db, { accountId, eventId, title, position: places, ...more })).questionId;
};
const change = (eventId: number, body: Body, query: Record<string, string> = {}, who = me) =>
  who.call(changeQuestions, { params: params(eventId), query, body });
const changed = async (eventId: number, body: Body, query: Record<string, string> = {}) => {
  const reply = await change(eventId, body, query);
  expect([reply.status, reply.body.data.kept]).toEqual([200, []]);
  return reply.body.data.changed;
};
const listed = async (eventId: number) =>
  (await me.call(listQuestions, { params: params(eventId), query: { per_page: '100' } })).body.data;
const asked = async (eventId: number) =>
  (await findBuyerQuestions(db, scopeOfRow({ accountId }), eventId)).map(({ id }) => id);
const entries = (type: string, ids: number[]) =>
  db
    .selectFrom('audit_entries')
    .select(['action', 'target_id', 'before', 'after'])
    .where('target_type', '=', type)
    .where('target_id', 'in', ids)
    .orderBy('id')
    .execute();

describe('many questions at once', () => {
  test('are hidden and shown, of both kinds; what is so already is passed over', async () => {
    const eventId = await newEvent();
    const a = await ask(eventId, 'A');
    const b = await ask(eventId, 'B', { hidden: true });
    const c = await ask(eventId, 'C', { scope: 'attendee' });
    const ids = [a, b, c];
    expect(await changed(eventId, { action: 'hide', ids }, { query: 'nothing finds this' })).toEqual([a, c]);
    expect(await asked(eventId)).toEqual([]);
    expect(await changed(eventId, { action: 'hide', ids })).toEqual([]);
    expect(await changed(eventId, { action: 'show', ids: [a, c] })).toEqual([a, c]);
    expect(await asked(eventId)).toEqual([a, c]);
    expect((await listed(eventId)).map(({ id, version }) => [id, version])).toEqual([
      [a, 3],
      [b, 1],
      [c, 3],
    ]);
    const [yes, no] = [{ hidden: true }, { hidden: false }];
    const updated = { action: 'question.updated' };
    expect(await entries('question', ids)).toEqual([
      { ...updated, target_id: a, before: no, after: yes },
      { ...updated, target_id: c, before: no, after: yes },
      { ...updated, target_id: a, before: yes, after: no },
      { ...updated, target_id: c, before: yes, after: no },
    ]);
  });

  test('are required and made optional, all that a query finds but a few', async () => {
    const eventId = await newEvent();
    const a = await ask(eventId, 'Größe');
    const b = await ask(eventId, 'Größe der Schuhe');
    const c = await ask(eventId, 'Menu', { required: true });
    expect(await changed(eventId, { action: 'require', except: [b] }, { query: 'grosse' })).toEqual([a]);
    expect(await changed(eventId, { action: 'require', except: [] })).toEqual([b]);
    const optional = { action: 'make-optional' as const, except: [b] };
    expect(await changed(eventId, optional, { 'filter_fields[required][eq]': 'true' })).toEqual([a, c]);
    expect((await listed(eventId)).map(({ required }) => required)).toEqual([false, true, false]);
    expect((await entries('question', [a, b, c])).map(({ target_id, after }) => [target_id, after])).toEqual([
      [a, { required: true }],
      [b, { required: true }],
      [a, { required: false }],
      [c, { required: false }],
    ]);
  });

  test('are deleted, each recorded; their rows stay for what was answered', async () => {
    const eventId = await newEvent();
    const ids = [await ask(eventId, 'A'), await ask(eventId, 'B'), await ask(eventId, 'C')];
    const [a = 0, b = 0, c = 0] = ids;
    expect(await changed(eventId, { action: 'delete', ids: [a, c] })).toEqual([a, c]);
    expect(await changed(eventId, { action: 'delete', ids: [a, c] })).toEqual([]);
    expect((await listed(eventId)).map(({ id }) => id)).toEqual([b]);
    expect(await changed(eventId, { action: 'show', ids: [a] })).toEqual([]);
    const rows = await db.selectFrom('questions').select(['id', 'deleted']).where('id', 'in', ids).execute();
    expect(rows).toHaveLength(3);
    expect((await entries('question', ids)).map(({ action, target_id }) => [action, target_id])).toEqual([
      ['question.deleted', a],
      ['question.deleted', c],
    ]);
  });

  test('where the event does not list hidden ones: all means those listed, named ones are found', async () => {
    const eventId = await newEvent();
    const a = await ask(eventId, 'A');
    const b = await ask(eventId, 'B', { hidden: true });
    await db
      .updateTable('event_settings')
      .set({ show_hidden_questions: false })
      .where('event_id', '=', eventId)
      .execute();
    expect(await changed(eventId, { action: 'require', except: [] })).toEqual([a]);
    expect(await changed(eventId, { action: 'hide', ids: [a] })).toEqual([a]);
    expect(await changed(eventId, { action: 'show', ids: [a, b] })).toEqual([a, b]);
  });

  test('as many as an event has, in one go', async () => {
    const eventId = await newEvent();
    await db
      .insertInto('questions')
      .values(
        Array.from({ length: 500 }, (_, index) => ({
          account_id: accountId,
          event_id: eventId,
          scope: 'order',
          type: 'text',
          title: `Question ${index}`,
          position: index + 1,
        })),
      )
      .execute();
    expect(await changed(eventId, { action: 'hide', except: [] })).toHaveLength(500);
    expect(await changed(eventId, { action: 'delete', except: [] })).toHaveLength(500);
    expect(await listed(eventId)).toEqual([]);
  });
});

const ACTIONS = ['hide', 'show', 'require', 'make-optional', 'delete'] as const;

describe('who and what', () => {
  test('another event’s questions are not found, another account finds no event, an archived one stays', async () => {
    const eventId = await newEvent();
    const a = await ask(eventId, 'A');
    const elsewhere = await newEvent();
    const theirs = await buildEvent(db, { accountId: stranger.accountId });
    const archived = await newEvent({ status: 'archived' });
    await ask(archived, 'Old');
    const foreign = app.as(stranger);
    for (const action of ACTIONS) {
      expect(await changed(elsewhere, { action, ids: [a] })).toEqual([]);
      expect((await change(eventId, { action, ids: [a] }, {}, foreign)).status).toBe(404);
      const own = await change(theirs.eventId, { action, ids: [a] }, {}, foreign);
      expect(own.body.data.changed).toEqual([]);
      const reply = await change(archived, { action, except: [] });
      expect(reply.problem).toMatchObject({ status: 409, code: 'EVENT_ARCHIVED' });
    }
    expect((await listed(eventId)).map(({ id, version }) => [id, version])).toEqual([[a, 1]]);
  });

  test.each<[string, object]>([
    ['no rows', { action: 'hide' }],
    ['an empty choice', { action: 'hide', ids: [] }],
    ['both ways', { action: 'hide', ids: [1], except: [] }],
    ['too many', { action: 'hide', ids: Array.from({ length: 1001 }, (_, n) => n + 1) }],
    ['no such action', { action: 'ask', ids: [1] }],
    ['something else', { action: 'hide', ids: [1], hidden: true }],
  ])('%s: 422', async (_, body) => {
    const eventId = await newEvent();
    const a = await ask(eventId, 'A');
    expect((await change(eventId, body as Body)).status).toBe(422);
    expect((await listed(eventId)).map(({ id, version }) => [id, version])).toEqual([[a, 1]]);
  });
});
