import {
  affiliatesCsvPath,
  createAffiliate,
  deleteAffiliate,
  getAffiliate,
  listAffiliates,
  openAffiliateLink,
  updateAffiliate,
} from '@entrada/contract/affiliates';
import type { InputOf } from '@entrada/contract/endpoint';
import { describe, expect, test } from 'vitest';
import { buildAccount, buildUserIn } from '../accounts/factory.ts';
import { buildEvent } from '../events/factory.ts';
import { buildTestApp, type Client } from '../test/app.ts';

type Body = InputOf<typeof createAffiliate>['body'];

const app = await buildTestApp();
const limited = await buildTestApp({
  config: { rateLimits: { 'affiliate-hard': { points: 2, seconds: 60 } } },
});
const { db } = app;
const owner = await buildAccount(db);
const stranger = await buildAccount(db);
const { accountId } = owner;
const me = app.as(owner);
const { eventId } = await buildEvent(db, { accountId });
const at = { eventId: String(eventId) };

let made = 0;
const body = (more: Partial<Body> = {}): Body => {
  made += 1;
  return { code: `PARTNER-${made}`, name: 'Radio Marea', email: '', status: 'active', ...more };
};
const create = (more: Partial<Body> = {}) => me.call(createAffiliate, { params: at, body: body(more) });
const one = (id: number) => ({ ...at, affiliateId: String(id) });

describe('creating', () => {
  test.each<[string, Partial<Body>, string]>([
    ['code', { code: 'AB' }, 'too_short'],
    ['code', { code: 'x'.repeat(51) }, 'too_long'],
    ['code', { code: 'A B' }, 'invalid_format'],
    ['code', { code: 'RADIÓ' }, 'invalid_format'],
    ['code', { code: 'A~B.C' }, 'invalid_format'],
    ['name', { name: ' ' }, 'required'],
    ['name', { name: 'n'.repeat(151) }, 'too_long'],
    ['email', { email: 'nobody' }, 'invalid_email'],
    ['status', { status: 'gone' as 'active' }, 'invalid_choice'],
  ])('%s: %j is refused', async (path, more, code) => {
    const reply = await create(more);
    expect(reply.status).toBe(422);
    expect(reply.problem.errors).toContainEqual(expect.objectContaining({ path, code }));
  });

  test.each<[string, Partial<Body>]>([
    ['three characters', { code: ' a_1 ' }],
    ['fifty characters', { code: 'x'.repeat(50), name: 'n'.repeat(150) }],
    ['an address', { email: ' radio@example.com ' }],
    ['an inactive one', { status: 'inactive' }],
  ])('%s is accepted', async (_, more) => {
    expect((await create(more)).status).toBe(201);
  });

  test('a code is unique within its event, letters of any case', async () => {
    await create({ code: 'Unique' });
    expect((await create({ code: 'uNIQUE' })).problem.errors).toEqual([{ path: 'code', code: 'duplicate' }]);
  });

  test('an event has a thousand at most', async () => {
    const full = await buildEvent(db, { accountId });
    const rows = Array.from({ length: 999 }, (_, n) => ({
      account_id: accountId,
      event_id: full.eventId,
      code: `A-${n + 100}`,
      name: 'One of many',
    }));
    await db.insertInto('affiliates').values(rows).execute();
    const params = { eventId: String(full.eventId) };
    expect((await me.call(createAffiliate, { params, body: body() })).status).toBe(201);
    const reply = await me.call(createAffiliate, { params, body: body() });
    expect(reply.problem).toMatchObject({ status: 409, code: 'TOO_MANY_AFFILIATES' });
  });
});

test('changes are guarded by the version and recorded, as is deleting', async () => {
  const { id, version, name, email, status, code } = (await create()).body.data;
  const given = { version, name: 'Radio Sol', email, status, code };
  const changed = await me.call(updateAffiliate, { params: one(id), body: given });
  expect(changed.body.data).toMatchObject({ version: 2, name: 'Radio Sol', code });
  const stale = await me.call(updateAffiliate, { params: one(id), body: { ...given, name } });
  expect(stale.problem).toMatchObject({ status: 409, code: 'STALE_VERSION', params: { version: 2 } });
  const taken = (await create()).body.data.code.toLowerCase();
  const twice = await me.call(updateAffiliate, {
    params: one(id),
    body: { ...given, version: 2, code: taken },
  });
  expect(twice.problem.errors).toEqual([{ path: 'code', code: 'duplicate' }]);
  expect((await me.call(deleteAffiliate, { params: one(id) })).status).toBe(204);
  expect((await me.call(getAffiliate, { params: one(id) })).status).toBe(404);
  const actions = await db
    .selectFrom('audit_entries')
    .select('action')
    .where('target_type', '=', 'affiliate')
    .where('target_id', '=', id)
    .orderBy('id')
    .execute();
  expect(actions.map((row) => row.action)).toEqual([
    'affiliate.created',
    'affiliate.updated',
    'affiliate.deleted',
  ]);
});

test('the list is searched by name, code and address, filtered and sorted; the export is the same list', async () => {
  const { eventId: other } = await buildEvent(db, { accountId });
  const params = { eventId: String(other) };
  for (const more of [
    { code: 'SOL', name: '=Ángela', email: 'angela@example.com' },
    { code: 'LUNA', name: 'Berta', status: 'inactive' as const },
    { code: 'MAR', name: 'Carla' },
  ]) {
    await me.call(createAffiliate, { params, body: body(more) });
  }
  const names = async (query: Record<string, string>) =>
    (await me.call(listAffiliates, { params, query })).body.data.map(({ name }) => name);
  expect(await names({ query: 'angela' })).toEqual(['=Ángela']);
  expect(await names({ query: 'luna' })).toEqual(['Berta']);
  expect(
    await names({ 'filter_fields[status][eq]': 'active', sort_by: 'name', sort_direction: 'asc' }),
  ).toEqual(['=Ángela', 'Carla']);
  for (const sort_by of ['created_at', 'clicks', 'orders', 'gross']) {
    expect(await names({ sort_by })).toHaveLength(3);
  }
  const url = `/api${affiliatesCsvPath(other)}?${new URLSearchParams({ query: 'angela' })}`;
  const csv = await me.send({ method: 'GET', url });
  expect(csv.body).toContain('Name,Code,Email,Status,Clicks,Orders,Gross less refunds (EUR),Created at\r\n');
  expect(csv.body).toContain("'=Ángela,SOL,angela@example.com,active,0,0,0.00,");
  expect(csv.body.trim().split('\r\n')).toHaveLength(2);
});

test('another account finds nothing; an organizer may do everything', async () => {
  const { id } = (await create()).body.data;
  const them = app.as(stranger);
  expect((await them.call(listAffiliates, { params: at })).status).toBe(404);
  expect((await them.call(getAffiliate, { params: one(id) })).status).toBe(404);
  expect((await them.call(createAffiliate, { params: at, body: body() })).status).toBe(404);
  expect((await them.call(deleteAffiliate, { params: one(id) })).status).toBe(404);
  const url = `/api${affiliatesCsvPath(eventId)}`;
  expect((await them.send({ method: 'GET', url })).statusCode).toBe(404);
  expect((await app.as().send({ method: 'GET', url })).statusCode).toBe(401);
  const organizer = app.as(await buildUserIn(db, accountId, 'organizer'));
  expect((await organizer.call(createAffiliate, { params: at, body: body() })).status).toBe(201);
  expect((await organizer.send({ method: 'GET', url })).statusCode).toBe(200);
});

test('one address opens links only so often', async () => {
  const open = async (client: Client) =>
    (await client.call(openAffiliateLink, { params: { eventId: '1' }, body: { code: 'NOBODY' } })).status;
  const visitor = limited.as();
  const statuses = [await open(visitor), await open(visitor), await open(visitor)];
  expect(statuses).toEqual([204, 204, 429]);
  expect(await open(limited.as())).toBe(204);
});
