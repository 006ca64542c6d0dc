import { exportPath } from '@entrada/contract/sales/exports';
import { expect, test } from 'vitest';
import { buildAccount, buildUserIn } from '../accounts/factory.ts';
import { LIMITS_BY_PURPOSE } from '../config/rate-limits.ts';
import { buildTestApp, type Client } from './app.ts';
import { buildShop } from './shop.ts';

const app = await buildTestApp();
const shop = await buildShop(app.db);
const WHAT = ['attendees', 'orders', 'promo-codes', 'affiliates', 'refunds'] as const;
const FORMATS = ['csv', 'xlsx'] as const;
const MOST = LIMITS_BY_PURPOSE.exportWhole.points;

/** A new member of the shop's account without any exports. */
const member = () => buildUserIn(app.db, shop.accountId, 'organizer');

const take = (client: Client, { at = 0, query = '', eventId = shop.eventId } = {}) =>
  client.send({
    method: 'GET',
    url: `/api${exportPath(eventId, WHAT[at % WHAT.length] ?? 'orders', FORMATS[at % 2] ?? 'csv')}?${query}`,
  });

/** Exports each list in turn, `times` times in all. Returns the statuses of the answers. */
async function takeOften(client: Client, times: number, query = '') {
  const statuses: number[] = [];
  for (let at = 0; at < times; at += 1) statuses.push((await take(client, { at, query })).statusCode);
  return statuses;
}

const exported = async (userId: number) =>
  (
    await app.db
      .selectFrom('audit_entries')
      .select('action')
      .where('user_id', '=', userId)
      .where('action', 'like', '%.exported')
      .execute()
  ).length;

test('a user takes twenty whole lists an hour, all lists, formats and sessions together; others are not held up', async () => {
  const user = await member();
  const me = app.as(user);
  expect(await takeOften(me, MOST)).toEqual(Array(MOST).fill(200));
  for (let at = 0; at < WHAT.length; at += 1) {
    const late = await take(me, { at });
    expect([late.statusCode, late.json().code]).toEqual([429, 'RATE_LIMITED']);
    expect(late.headers['content-disposition']).toBeUndefined();
    const seconds = Number(late.headers['retry-after']);
    expect(seconds).toBeGreaterThan(60);
    expect(seconds).toBeLessThanOrEqual(3600);
    expect(late.json().params).toEqual({ retryAfter: seconds });
  }
  expect((await take(app.as({ bearer: user.token }))).statusCode).toBe(429);
  expect((await take(me, { query: 'except=1' })).statusCode).toBe(429);
  expect((await take(me, { query: 'query=Ana' })).statusCode).toBe(429);
  expect(await exported(user.userId)).toBe(MOST);
  expect((await take(app.as(await member()))).statusCode).toBe(200);
});

test('asked for all at once, no more than that are given', async () => {
  const me = app.as(await member());
  const replies = await Promise.all(Array.from({ length: MOST + 14 }, (_, at) => take(me, { at })));
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(MOST);
  expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(14);
});

test('rows chosen one by one are counted apart, sixty times an hour', async () => {
  const me = app.as(await member());
  expect(await takeOften(me, 60, 'ids=1,2')).toEqual(Array(60).fill(200));
  const late = await take(me, { query: 'ids=3' });
  expect([late.statusCode, late.json().code]).toEqual([429, 'RATE_LIMITED']);
  expect(await takeOften(me, MOST + 1)).toEqual([...Array(MOST).fill(200), 429]);
});

test('what is refused is not counted', async () => {
  const me = app.as(await member());
  const stranger = await buildAccount(app.db);
  const elsewhere = await buildShop(app.db);
  for (let round = 0; round < 2; round += 1) {
    for (let at = 0; at < WHAT.length; at += 1) {
      expect((await take(app.as(), { at })).statusCode).toBe(401);
      expect((await take(app.as(stranger), { at })).statusCode).toBe(404);
      expect((await take(me, { at, eventId: elsewhere.eventId })).statusCode).toBe(404);
      expect((await take(me, { at, query: 'sort_by=secret' })).statusCode).toBe(422);
      expect((await take(me, { at, query: 'ids=x' })).statusCode).toBe(422);
    }
  }
  expect(await takeOften(me, MOST + 1)).toEqual([...Array(MOST).fill(200), 429]);
});
