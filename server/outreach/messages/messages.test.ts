import type { WrittenMessage } from '@entrada/contract/outreach/messages';
import * as endpoints from '@entrada/contract/outreach/messages';
import { expect, test, vi } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { buildShop } from '../../test/shop.ts';

vi.setConfig({ testTimeout: 60_000 });
const app = await buildTestApp();
const { db } = app;
keepInvariants(db);

const written: WrittenMessage = {
  subject: 'Doors open at {{event_date}}',
  body: '<p>Hola {{first_name|friend}}, <script>alert(1)</script><b>one hour</b> earlier.</p>',
  audience: { to: 'attendees', query: {} },
  each: 'person',
  purpose: 'ticket',
  copyToSelf: false,
};

async function office() {
  const shop = await buildShop(db, { ticket: { quantity: 50 } });
  const owner = app.as({ token: shop.token });
  const params = { eventId: String(shop.eventId) };
  const create = (body: Partial<WrittenMessage> = {}) =>
    owner.call(endpoints.createMessage, { params, body });
  const list = async (query = {}) => (await owner.call(endpoints.listMessages, { params, query })).body;
  const of = (messageId: number) => ({ ...params, messageId: String(messageId) });
  return { shop, owner, params, create, list, of };
}

test('a draft begins empty, is saved with its version, and its text is cleaned', async () => {
  const { owner, create, of, list } = await office();
  const made = await create();
  expect(made.status).toBe(201);
  const { data: draft } = made.body;
  expect(draft).toMatchObject({
    status: 'draft',
    subject: '',
    audience: { to: 'attendees', query: {} },
    people: 0,
    sendAt: null,
    replyTo: null,
    createdBy: 'Nuria Vidal',
    version: 1,
    problems: [],
  });
  const save = (version: number, body = written) =>
    owner.call(endpoints.updateMessage, { params: of(draft.id), body: { ...body, version } });
  const saved = await save(1);
  expect(saved.body.data).toMatchObject({
    version: 2,
    subject: written.subject,
    body: '<p>Hola {{first_name|friend}}, <strong>one hour</strong> earlier.</p>',
  });
  expect((await save(1)).problem).toMatchObject({ status: 409, code: 'STALE_VERSION' });
  expect((await owner.call(endpoints.getMessage, { params: of(draft.id) })).body).toEqual(saved.body);
  const listed = await list();
  expect(listed.counts).toEqual({ draft: 1, scheduled: 0, sending: 0, stopped: 0, sent: 0 });
  expect(listed.data).toMatchObject([{ id: draft.id, subject: written.subject, counts: { total: 0 } }]);
  expect((await list({ query: 'doors' })).data).toHaveLength(1);
  expect((await list({ query: 'windows' })).data).toEqual([]);
  expect((await list({ 'filter_fields[status][in]': 'sent,sending' })).data).toEqual([]);
});

test('a name that is no placeholder is saved and named; nothing is evaluated', async () => {
  const { create } = await office();
  const { data } = (
    await create({
      subject: '{{constructor.name}} #{1+1} {a.__proto__}',
      body: '<p>{{ first_name }} {{frist_name}} {{frist_name}} {{ticket|x}}</p>',
    })
  ).body;
  expect(data.problems).toEqual([
    { code: 'PLACEHOLDER_UNKNOWN', field: 'subject', name: 'constructor.name' },
    { code: 'PLACEHOLDER_UNKNOWN', field: 'body', name: 'frist_name' },
  ]);
  expect(data.subject).toBe('{{constructor.name}} #{1+1} {a.__proto__}');
});

test.each([
  ['a filter that the list does not have', { to: 'attendees', query: { 'filter_fields[total][gt]': '1' } }],
  ['a value that it cannot read', { to: 'buyers', query: { 'filter_fields[ticket_id][in]': '1,x' } }],
  ['a status that does not exist', { to: 'buyers', query: { 'filter_fields[status][eq]': 'PAID' } }],
] as const)('%s is refused with its place', async (_, audience) => {
  const { create } = await office();
  const { problem } = await create({ audience });
  expect(problem.code).toBe('VALIDATION_FAILED');
  expect(problem.errors?.[0]?.path).toMatch(/^audience\.query\.filter_fields/);
});

test('a message is duplicated and deleted; of another account it is none', async () => {
  const { shop, owner, create, of, params } = await office();
  const { data: first } = (await create(written)).body;
  const copy = await owner.call(endpoints.duplicateMessage, { params: of(first.id) });
  expect(copy.status).toBe(201);
  expect(copy.body.data).toMatchObject({
    subject: first.subject,
    body: first.body,
    version: 1,
    status: 'draft',
  });
  expect((await owner.call(endpoints.deleteMessage, { params: of(first.id) })).status).toBe(204);
  expect((await owner.call(endpoints.getMessage, { params: of(first.id) })).status).toBe(404);
  const stranger = app.as({ token: (await buildAccount(db)).token });
  const own = of(copy.body.data.id);
  expect((await stranger.call(endpoints.getMessage, { params: own })).status).toBe(404);
  expect(
    (await stranger.call(endpoints.updateMessage, { params: own, body: { ...written, version: 1 } })).status,
  ).toBe(404);
  expect((await stranger.call(endpoints.listMessages, { params, query: {} })).status).toBe(404);
  const noted = await db
    .selectFrom('audit_entries')
    .select('action')
    .where('target_type', '=', 'message')
    .where('account_id', '=', shop.accountId)
    .orderBy('id')
    .execute();
  expect(noted.map(({ action }) => action)).toEqual([
    'message.created',
    'message.created',
    'message.deleted',
  ]);
});

test('a draft that is begun twice with one key is one draft, also at the same moment', async () => {
  const { owner, params, list } = await office();
  const begin = (subject: string, key: string) =>
    owner.call(endpoints.createMessage, { params, body: { subject } }, { idempotencyKey: key });
  const key = 'begin-a-draft-0001';
  const both = await Promise.all([begin('Doors', key), begin('Doors', key)]);
  const ids = [...both, await begin('Doors', key)].map(({ status, body }) => [status, body.data.id]);
  expect(new Set(ids.map(String)).size).toBe(1);
  expect((await list()).data).toHaveLength(1);
  expect((await begin('Windows', key)).problem.code).toBe('IDEMPOTENCY_KEY_REUSED');
  await begin('Doors', 'begin-a-draft-0002');
  expect((await list()).data).toHaveLength(2);
});
