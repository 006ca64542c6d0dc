import {
  changeAffiliates,
  createAffiliate,
  deleteAffiliate,
  getAffiliate,
  listAffiliates,
  openAffiliateLink,
  suggestAffiliateCode,
  updateAffiliate,
} from '@entrada/contract/catalog/affiliates';
import type { InputOf } from '@entrada/contract/endpoint';
import { exportPath } from '@entrada/contract/sales/exports';
import { describe, expect, test } from 'vitest';
import { buildAccount, buildUserIn } from '../../accounts/factory.ts';
import { buildTestApp, type Client } from '../../test/app.ts';
import { buildEvent } from '../events/factory.ts';

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

test('a code is suggested that no affiliate of the event has, in any letter case', async () => {
  const { eventId: other } = await buildEvent(db, { accountId });
  const suggest = (name: string, of = eventId, who = me) =>
    who.call(suggestAffiliateCode, { params: { eventId: String(of) }, query: { name } });
  expect((await suggest('Radio Año Luz')).body.data).toEqual({ code: 'radio-ano-luz' });
  await create({ code: 'Radio-Ano-LUZ' });
  await create({ code: 'radio-ano-luz-2' });
  expect((await suggest('Radio Año Luz')).body.data).toEqual({ code: 'radio-ano-luz-3' });
  expect((await suggest('Radio Año Luz', other)).body.data).toEqual({ code: 'radio-ano-luz' });
  expect((await suggest('Radio', eventId, app.as(stranger))).status).toBe(404);
  expect((await suggest('Radio', eventId, app.as())).status).toBe(401);
});

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
  const url = `/api${exportPath(other, 'affiliates', 'csv')}?${new URLSearchParams({ query: 'angela' })}`;
  const csv = await me.send({ method: 'GET', url });
  expect(csv.body).toContain(
    'Name,Code,Email,Status,Clicks,Orders,Sales after refunds (EUR),Created (Europe/Madrid)\r\n',
  );
  expect(csv.body).toContain("'=Ángela,SOL,angela@example.com,Active,0,0,0.00,");
  expect(csv.body.trim().split('\r\n')).toHaveLength(2);
});

describe('many at once', () => {
  async function setUp() {
    const { eventId: other } = await buildEvent(db, { accountId });
    const params = { eventId: String(other) };
    const ids: number[] = [];
    for (const [name, status] of [
      ['Ana', 'active'],
      ['Berta', 'active'],
      ['Carla', 'inactive'],
    ] as const) {
      const { data } = (await me.call(createAffiliate, { params, body: body({ name, status }) })).body;
      ids.push(data.id);
    }
    const [ana = 0, berta = 0, carla = 0] = ids;
    const change = (given: InputOf<typeof changeAffiliates>['body'], query = {}, who: Client = me) =>
      who.call(changeAffiliates, { params, query, body: given });
    const list = async () =>
      (await me.call(listAffiliates, { params, query: { sort_by: 'name', sort_direction: 'asc' } })).body
        .data;
    return { other, params, ana, berta, carla, change, list };
  }

  test('are switched off and on again; those that have the state already are skipped, and it is recorded once', async () => {
    const { other, ana, berta, carla, change, list } = await setUp();
    const off = await change({ action: 'switch-off', ids: [ana, carla, 999_999_999] });
    expect(off.body.data).toEqual({ changed: [ana], kept: [] });
    expect((await list()).map(({ status, version }) => [status, version])).toEqual([
      ['inactive', 2],
      ['active', 1],
      ['inactive', 1],
    ]);
    // The newest comes first, which is the default order of the list.
    const on = await change({ action: 'switch-on', except: [berta] });
    expect(on.body.data).toEqual({ changed: [carla, ana], kept: [] });
    const found = await change({ action: 'switch-off', except: [] }, { query: 'berta' });
    expect(found.body.data.changed).toEqual([berta]);
    const entries = await db
      .selectFrom('audit_entries')
      .select(['action', 'after'])
      .where('target_type', '=', 'event')
      .where('target_id', '=', other)
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      { action: 'affiliates.switched_off', after: { ids: [ana] } },
      { action: 'affiliates.switched_on', after: { ids: [carla, ana] } },
      { action: 'affiliates.switched_off', after: { ids: [berta] } },
    ]);
  });

  test('orders count for an affiliate only while it is switched on', async () => {
    const { other, params, ana, change } = await setUp();
    await db.updateTable('events').set({ status: 'public' }).where('id', '=', other).execute();
    const { code } = (await me.call(getAffiliate, { params: { ...params, affiliateId: String(ana) } })).body
      .data;
    const clicks = async () => {
      await app.as().call(openAffiliateLink, { params, body: { code } });
      return (await me.call(getAffiliate, { params: { ...params, affiliateId: String(ana) } })).body.data
        .clicks;
    };
    await change({ action: 'switch-off', ids: [ana] });
    expect(await clicks()).toBe(0);
    await change({ action: 'switch-on', ids: [ana] });
    expect(await clicks()).toBe(1);
  });

  test('belong to this event and account, the event is not archived, and the request names them by ids or by a query', async () => {
    const { other, ana, change, list } = await setUp();
    const off = { action: 'switch-off' as const, ids: [ana] };
    expect((await change(off, {}, app.as(stranger))).status).toBe(404);
    const foreign = (await create()).body.data;
    expect((await change({ action: 'switch-off', ids: [foreign.id] })).body.data.changed).toEqual([]);
    await db.updateTable('events').set({ status: 'archived' }).where('id', '=', other).execute();
    expect((await change(off)).problem.code).toBe('EVENT_ARCHIVED');
    expect((await list())[0]?.status).toBe('active');
    for (const wrong of [{}, { ids: [] }, { ids: [ana], except: [] }]) {
      expect((await change({ action: 'switch-off', ...wrong })).problem.status).toBe(422);
    }
    const reply = await change({ action: 'delete' as 'switch-on', ids: [ana] });
    expect(reply.problem.errors).toContainEqual(expect.objectContaining({ path: 'action' }));
  });

  test('are exported: some by their ids, or all but a few', async () => {
    const { other, ana, berta, carla } = await setUp();
    const names = async (query: Record<string, string>) => {
      const url = `/api${exportPath(other, 'affiliates', 'csv')}?${new URLSearchParams(query)}`;
      const { body: csv } = await me.send({ method: 'GET', url });
      return csv
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',')[0]);
    };
    expect(await names({ ids: `${ana},${carla}`, query: 'nobody' })).toEqual(['Carla', 'Ana']);
    expect(await names({ except: String(berta), sort_by: 'name', sort_direction: 'asc' })).toEqual([
      'Ana',
      'Carla',
    ]);
    const wrong = await me.send({
      method: 'GET',
      url: `/api${exportPath(other, 'affiliates', 'csv')}?ids=x`,
    });
    expect(wrong.statusCode).toBe(422);
  });
});

test('another account finds nothing; an organizer may do everything', async () => {
  const { id } = (await create()).body.data;
  const them = app.as(stranger);
  expect((await them.call(listAffiliates, { params: at })).status).toBe(404);
  expect((await them.call(getAffiliate, { params: one(id) })).status).toBe(404);
  expect((await them.call(createAffiliate, { params: at, body: body() })).status).toBe(404);
  expect((await them.call(deleteAffiliate, { params: one(id) })).status).toBe(404);
  const url = `/api${exportPath(eventId, 'affiliates', 'csv')}`;
  expect((await them.send({ method: 'GET', url })).statusCode).toBe(404);
  expect((await app.as().send({ method: 'GET', url })).statusCode).toBe(401);
  const organizer = app.as(await buildUserIn(db, accountId, 'organizer'));
  expect((await organizer.call(createAffiliate, { params: at, body: body() })).status).toBe(201);
  expect((await organizer.send({ method: 'GET', url })).statusCode).toBe(200);
});

test('a repeated key counts one visit, also from a browser that never got its cookie', async () => {
  const code = 'repeated';
  const created = await create({ code });
  const params = { ...at, affiliateId: String(created.body.data.id) };
  const idempotencyKey = app.key();
  for (let n = 0; n < 2; n += 1) {
    const opened = await app.as().call(openAffiliateLink, { params: at, body: { code } }, { idempotencyKey });
    expect([opened.status, Object.keys(opened.cookies).length]).toEqual([204, 1]);
  }
  expect((await me.call(getAffiliate, { params })).body.data.clicks).toBe(1);
});

test('clicks from one address are limited', async () => {
  const open = async (client: Client) =>
    (await client.call(openAffiliateLink, { params: { eventId: '1' }, body: { code: 'NOBODY' } })).status;
  const visitor = limited.as();
  const statuses = [await open(visitor), await open(visitor), await open(visitor)];
  expect(statuses).toEqual([204, 204, 429]);
  expect(await open(limited.as())).toBe(204);
});
