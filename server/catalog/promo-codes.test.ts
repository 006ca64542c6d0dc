import type { InputOf } from '@entrada/contract/endpoint';
import {
  createPromoCode,
  deletePromoCode,
  generatePromoCodes,
  getPromoCode,
  listPromoCodes,
  promoCodesCsvPath,
  switchPromoCodes,
  updatePromoCode,
} from '@entrada/contract/promo-codes';
import { getPublicEvent } from '@entrada/contract/public';
import { describe, expect, test, vi } from 'vitest';
import { buildAccount, buildUserIn } from '../accounts/factory.ts';
import { buildEvent } from '../events/factory.ts';
import { expireOverdue } from '../orders/expiry-queries.ts';
import { buildTestApp } from '../test/app.ts';
import { keepInvariants } from '../test/invariants.ts';
import { detailsAs, reserveAs } from '../test/shop.ts';
import { buildTicket } from './factory.ts';

type Body = InputOf<typeof createPromoCode>['body'];
type Generate = InputOf<typeof generatePromoCodes>['body'];

vi.setConfig({ testTimeout: 60_000 });
const app = await buildTestApp();
const { db } = app;
keepInvariants(db);
const owner = await buildAccount(db);
const stranger = await buildAccount(db);
const { accountId } = owner;
const me = app.as(owner);
const { eventId } = await buildEvent(db, { accountId });
const { ticketId, priceId } = await buildTicket(db, { accountId, eventId, type: 'paid', amount: 2500 });
const free = await buildTicket(db, { accountId, eventId, type: 'free', quantity: 100 });
const at = { eventId: String(eventId) };

const terms = {
  discountType: 'percentage',
  percentage: '10',
  amount: null,
  allTickets: true,
  ticketIds: [],
  usageLimit: null,
  expiresAt: null,
} satisfies Partial<Body>;
let made = 0;
const body = (more: Partial<Body> = {}): Body => {
  made += 1;
  return { code: `CODE${made}`, ...terms, disabled: false, ...more };
};
const none = { discountType: 'none', percentage: null } as const;
const fixed = (more: Partial<Body> = {}) =>
  body({ discountType: 'fixed', percentage: null, amount: 500, ...more });
const create = (more: Partial<Body> = {}) => me.call(createPromoCode, { params: at, body: body(more) });
const one = (codeId: number) => ({ ...at, codeId: String(codeId) });
const show = async (codeId: number) => (await me.call(getPromoCode, { params: one(codeId) })).body.data;
const list = async (query: Record<string, string>) =>
  (await me.call(listPromoCodes, { params: at, query: { per_page: '100', ...query } })).body;
const actionsOn = async (type: string, id: number) =>
  (
    await db
      .selectFrom('audit_entries')
      .select('action')
      .where('target_type', '=', type)
      .where('target_id', '=', id)
      .orderBy('id')
      .execute()
  ).map((row) => row.action);

describe('creating', () => {
  test('keeps four decimals, tickets and limit, and is recorded', async () => {
    const reply = await create({
      percentage: '12.3456',
      allTickets: false,
      ticketIds: [ticketId],
      usageLimit: 5,
      expiresAt: '2099-01-01T00:00:00Z',
    });
    expect(reply.status).toBe(201);
    expect(reply.body.data).toMatchObject({
      version: 1,
      percentage: '12.3456',
      amount: null,
      allTickets: false,
      tickets: [{ id: ticketId }],
      usageLimit: 5,
      used: 0,
      held: 0,
      expiresAt: '2099-01-01T00:00:00.000Z',
      state: 'active',
      batch: null,
    });
    expect(await actionsOn('promo_code', reply.body.data.id)).toEqual(['promo_code.created']);
  });

  test.each<[string, Partial<Body>, string]>([
    ['code', { code: 'AB' }, 'too_short'],
    ['code', { code: ' AB ' }, 'too_short'],
    ['code', { code: 'x'.repeat(51) }, 'too_long'],
    ['code', { code: '🎟️'.slice(0, 2) }, 'too_short'],
    ['code', { code: '😀A' }, 'invalid_format'],
    ['code', { code: 'AB\u0000C' }, 'invalid_characters'],
    ['percentage', { percentage: null }, 'required'],
    ['percentage', { percentage: '0' }, 'invalid_format'],
    ['percentage', { percentage: '0.0000' }, 'invalid_format'],
    ['percentage', { percentage: '100.0001' }, 'too_big'],
    ['percentage', { percentage: '1.23456' }, 'invalid_format'],
    ['percentage', { percentage: '-5' }, 'invalid_format'],
    ['percentage', { ...none, percentage: '5' }, 'invalid_choice'],
    ['amount', { amount: 1 }, 'invalid_choice'],
    ['amount', { discountType: 'fixed', percentage: null }, 'required'],
    ['amount', { discountType: 'fixed', percentage: null, amount: 0 }, 'too_small'],
    ['amount', { discountType: 'fixed', percentage: null, amount: 1.5 }, 'invalid_format'],
    ['amount', { discountType: 'fixed', percentage: null, amount: 100_000_000_000 }, 'too_big'],
    ['ticketIds', { allTickets: false }, 'required'],
    ['ticketIds', { ticketIds: [1] }, 'invalid_choice'],
    ['ticketIds.1', { allTickets: false, ticketIds: [ticketId, 999_999] }, 'not_found'],
    ['usageLimit', { usageLimit: 0 }, 'too_small'],
    ['usageLimit', { usageLimit: 2_147_483_648 }, 'too_big'],
    ['expiresAt', { expiresAt: 'tomorrow' }, 'invalid_date'],
    ['discountType', { discountType: 'half' as 'none' }, 'invalid_choice'],
  ])('%s: %j is refused', async (path, more, code) => {
    const reply = await create(more);
    expect(reply.status).toBe(422);
    expect(reply.problem.errors).toContainEqual(expect.objectContaining({ path, code }));
  });

  test.each<[string, Body]>([
    ['three characters', body({ code: '  A1!  ' })],
    ['fifty characters', body({ code: 'y'.repeat(50) })],
    ['the smallest percentage', body({ percentage: '0.0001' })],
    ['all of it', body({ percentage: '100' })],
    ['the smallest amount', fixed({ amount: 1 })],
    ['the largest amount and limit', fixed({ amount: 99_999_999_999, usageLimit: 2_147_483_647 })],
    ['no discount', body(none)],
    ['the same ticket twice', body({ allTickets: false, ticketIds: [ticketId, ticketId] })],
    ['a past expiry', body({ expiresAt: '2020-01-01T00:00:00Z' })],
    ['Chinese', body({ code: '夏天十' })],
  ])('%s is accepted', async (_, given) => {
    expect((await me.call(createPromoCode, { params: at, body: given })).status).toBe(201);
  });

  test('a code is unique within its event, letters of any case', async () => {
    await create({ code: 'Ünique' });
    const again = await create({ code: 'üNIQUE' });
    expect(again.problem.errors).toEqual([{ path: 'code', code: 'duplicate' }]);
    const other = await buildEvent(db, { accountId });
    const elsewhere = { eventId: String(other.eventId) };
    const reply = await me.call(createPromoCode, { params: elsewhere, body: body({ code: 'Ünique' }) });
    expect(reply.status).toBe(201);
  });

  test('two at once make one', async () => {
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, n) => create({ code: n % 2 ? 'RACE' : 'race' })),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([201, 422, 422, 422, 422, 422]);
  });
});

describe('changing', () => {
  const full = async (codeId: number) => {
    const {
      id: _i,
      tickets,
      used: _u,
      held: _h,
      state: _s,
      batch: _b,
      createdAt: _c,
      ...rest
    } = await show(codeId);
    return { ...rest, ticketIds: tickets.map((ticket) => ticket.id) };
  };

  test('takes effect for buyers at once and is guarded by its version', async () => {
    const { id, code } = (await create()).body.data;
    const price = async () => {
      const query = { promo_code: code };
      return (await app.as().call(getPublicEvent, { params: at, query })).body.data.promo?.percentage ?? null;
    };
    expect(await price()).toBe('10.0000');
    const before = await full(id);
    const changed = await me.call(updatePromoCode, {
      params: one(id),
      body: { ...before, percentage: '20.5' },
    });
    expect(changed.body.data).toMatchObject({ version: 2, percentage: '20.5000' });
    expect(await price()).toBe('20.5000');
    const stale = await me.call(updatePromoCode, { params: one(id), body: before });
    expect(stale.problem).toMatchObject({ status: 409, code: 'STALE_VERSION', params: { version: 2 } });
    const off = await me.call(updatePromoCode, {
      params: one(id),
      body: { ...(await full(id)), disabled: true },
    });
    expect(off.body.data.state).toBe('disabled');
    expect(await price()).toBeNull();
    expect(await actionsOn('promo_code', id)).toEqual([
      'promo_code.created',
      'promo_code.updated',
      'promo_code.updated',
    ]);
  });

  test('its own code in other letters is no duplicate; another one’s is', async () => {
    const [first, second] = [(await create()).body.data, (await create()).body.data];
    const same = { ...(await full(first.id)), code: first.code.toLowerCase() };
    expect((await me.call(updatePromoCode, { params: one(first.id), body: same })).status).toBe(200);
    const taken = { ...(await full(first.id)), code: second.code.toLowerCase() };
    const reply = await me.call(updatePromoCode, { params: one(first.id), body: taken });
    expect(reply.problem.errors).toEqual([{ path: 'code', code: 'duplicate' }]);
  });

  test('a limit below what is used ends further uses, and one above allows them again', async () => {
    const { id, code } = (await create({ usageLimit: 3 })).body.data;
    const items = [{ priceId: free.priceId, quantity: 1 }];
    const buy = async () => {
      const buyer = app.as();
      const held = await reserveAs(buyer, eventId, items, { promoCode: code });
      if (held.status === 201) await detailsAs(buyer, held.body.data.shortId);
      return held.status === 201 ? 'bought' : held.problem.code;
    };
    expect([await buy(), await buy()]).toEqual(['bought', 'bought']);
    const limit = async (usageLimit: number | null) =>
      (await me.call(updatePromoCode, { params: one(id), body: { ...(await full(id)), usageLimit } })).body
        .data;
    expect(await limit(1)).toMatchObject({ usageLimit: 1, used: 2, state: 'used_up' });
    expect(await buy()).toBe('PROMO_CODE_USED_UP');
    expect(await limit(3)).toMatchObject({ usageLimit: 3, used: 2, state: 'active' });
    expect([await buy(), await buy()]).toEqual(['bought', 'PROMO_CODE_USED_UP']);
    expect(await limit(null)).toMatchObject({ usageLimit: null, used: 3, state: 'active' });
    expect(await buy()).toBe('bought');
  });
});

describe('deleting', () => {
  test('without uses, and with orders that ended, it goes; with uses or open orders it stays', async () => {
    const [unused, held, used] = [
      (await create()).body.data,
      (await create()).body.data,
      (await create()).body.data,
    ];
    const remove = (id: number) => me.call(deletePromoCode, { params: one(id) });
    expect((await remove(unused.id)).status).toBe(204);
    expect((await me.call(getPromoCode, { params: one(unused.id) })).status).toBe(404);

    const items = [{ priceId, quantity: 1 }];
    const buyer = app.as();
    await reserveAs(buyer, eventId, items, { promoCode: held.code });
    expect((await show(held.id)).held).toBe(1);
    expect((await remove(held.id)).problem).toMatchObject({ status: 409, code: 'PROMO_CODE_HAS_USES' });
    await app.travel(3600);
    await expireOverdue(db, { eventId });
    expect((await remove(held.id)).status).toBe(204);
    await app.travel(0);
    const order = await db
      .selectFrom('orders')
      .select(['promo_code', 'promo_code_id'])
      .where('promo_code', '=', held.code)
      .executeTakeFirstOrThrow();
    expect(order).toEqual({ promo_code: held.code, promo_code_id: null });

    const guest = app.as();
    const bought = await reserveAs(guest, eventId, [{ priceId: free.priceId, quantity: 1 }], {
      promoCode: used.code,
    });
    await detailsAs(guest, bought.body.data.shortId);
    expect((await remove(used.id)).problem.params).toMatchObject({ used: 1, held: 0 });
  });

  test('at the moment that somebody uses it, either the code or the order is there', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, code } = (await create()).body.data;
      const [deleted, held] = await Promise.all([
        me.call(deletePromoCode, { params: one(id) }),
        reserveAs(app.as(), eventId, [{ priceId, quantity: 1 }], { promoCode: code }),
      ]);
      if (deleted.status === 204) expect(held.problem.code).toBe('PROMO_CODE_INVALID');
      else expect([deleted.status, held.status]).toEqual([409, 201]);
    }
  });
});

describe('many at once', () => {
  const many = (more: Partial<Generate> = {}) =>
    me.call(generatePromoCodes, {
      params: at,
      body: { prefix: 'VIP-', length: 6, count: 3, ...terms, ...more } as Generate,
    });

  test('ten thousand codes with tickets, all different, one change of the catalogue, and exported', async () => {
    const other = await buildEvent(db, { accountId });
    const ticket = await buildTicket(db, { accountId, eventId: other.eventId });
    const params = { eventId: String(other.eventId) };
    const version = async () =>
      (
        await db
          .selectFrom('events')
          .select('catalog_version')
          .where('id', '=', other.eventId)
          .executeTakeFirstOrThrow()
      ).catalog_version;
    const before = await version();
    const more = { allTickets: false, ticketIds: [ticket.ticketId], usageLimit: 1 };
    const reply = await me.call(generatePromoCodes, {
      params,
      body: { prefix: '=VIP', length: 8, count: 10_000, ...terms, ...more },
    });
    expect(reply.status).toBe(201);
    expect(reply.body.data.count).toBe(10_000);
    expect((await version()) - before).toBeLessThan(5);
    expect(await actionsOn('event', other.eventId)).toContain('promo_codes.generated');

    const batch = { 'filter_fields[batch][eq]': reply.body.data.batch };
    const page = await me.call(listPromoCodes, { params, query: { ...batch, per_page: '1' } });
    expect(page.body.meta.total).toBe(10_000);
    const url = `/api${promoCodesCsvPath(other.eventId)}?${new URLSearchParams(batch)}`;
    const csv = await me.send({ method: 'GET', url });
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(csv.headers['content-disposition']).toContain('promo-codes.csv');
    const rows = csv.body.trim().split('\r\n');
    expect(rows).toHaveLength(10_001);
    expect(rows[1]).toMatch(/^'=VIP[2-9A-Z]{8},percentage,10\.0000,,/);
    expect(new Set(rows).size).toBe(10_001);
    expect(await actionsOn('event', other.eventId)).toContain('promo_codes.exported');
    await app.as().call(getPublicEvent, { params });
  });

  test.each<[string, Partial<Generate>, string]>([
    ['count', { count: 0 }, 'too_small'],
    ['count', { count: 10_001 }, 'too_big'],
    ['length', { length: 5 }, 'too_small'],
    ['length', { length: 21 }, 'too_big'],
    ['prefix', { prefix: 'p'.repeat(21) }, 'too_long'],
    ['percentage', { percentage: '101' }, 'too_big'],
    ['ticketIds.0', { allTickets: false, ticketIds: [999_999] }, 'not_found'],
  ])('%s: %j is refused', async (path, more, code) => {
    const reply = await many(more);
    expect(reply.status).toBe(422);
    expect(reply.problem.errors).toContainEqual(expect.objectContaining({ path, code }));
  });

  test('the longest and the shortest, without a beginning', async () => {
    const { batch } = (await many({ prefix: '', length: 20, count: 1 })).body.data;
    const { data } = await list({ 'filter_fields[batch][eq]': batch });
    expect(data.map(({ code }) => code.length)).toEqual([20]);
    expect((await many({ prefix: 'p'.repeat(20), length: 6, count: 1 })).status).toBe(201);
  });
});

describe('the list', () => {
  test('is searched, filtered by state and kind, and sorted', async () => {
    await create({ code: 'Ágora-late', expiresAt: '2020-01-01T00:00:00Z' });
    await create({ code: 'agora-off', disabled: true, ...none });
    await create({ code: 'AGORA-on', expiresAt: '2098-01-01T00:00:00Z' });
    const codes = async (query: Record<string, string>) =>
      (await list({ query: 'agora', ...query })).data.map(({ code }) => code);
    expect(await codes({ sort_by: 'code', sort_direction: 'asc' })).toEqual([
      'Ágora-late',
      'agora-off',
      'AGORA-on',
    ]);
    expect(await codes({ sort_by: 'expires_at', sort_direction: 'asc' })).toEqual([
      'Ágora-late',
      'AGORA-on',
      'agora-off',
    ]);
    expect(await codes({ 'filter_fields[state][in]': 'expired,disabled' })).toHaveLength(2);
    expect(await codes({ 'filter_fields[state][eq]': 'active' })).toEqual(['AGORA-on']);
    expect(await codes({ 'filter_fields[discount_type][eq]': 'none' })).toEqual(['agora-off']);
  });

  test.each(['sort_by=secret', 'filter_fields[code][eq]=A', 'filter_fields[batch][like]=a', 'wat=1'])(
    '%s is refused, for the export too',
    async (query) => {
      for (const path of [`/events/${eventId}/promo-codes`, promoCodesCsvPath(eventId)]) {
        expect((await me.send({ method: 'GET', url: `/api${path}?${query}` })).statusCode).toBe(422);
      }
    },
  );
});

describe('who may', () => {
  test('another account finds nothing, not even the event', async () => {
    const { id } = (await create()).body.data;
    const them = app.as(stranger);
    expect((await them.call(listPromoCodes, { params: at })).status).toBe(404);
    expect((await them.call(getPromoCode, { params: one(id) })).status).toBe(404);
    expect((await them.call(createPromoCode, { params: at, body: body() })).status).toBe(404);
    expect((await them.call(deletePromoCode, { params: one(id) })).status).toBe(404);
    const csv = await them.send({ method: 'GET', url: `/api${promoCodesCsvPath(eventId)}` });
    expect(csv.statusCode).toBe(404);
    const anonymous = await app.as().send({ method: 'GET', url: `/api${promoCodesCsvPath(eventId)}` });
    expect(anonymous.statusCode).toBe(401);
  });

  test('a code of another event of the account is not found here', async () => {
    const other = await buildEvent(db, { accountId });
    const elsewhere = { eventId: String(other.eventId) };
    const { id } = (await create()).body.data;
    const reply = await me.call(getPromoCode, { params: { ...elsewhere, codeId: String(id) } });
    expect(reply.status).toBe(404);
  });

  test('an organizer may do everything; in an archived event nobody changes anything', async () => {
    const organizer = app.as(await buildUserIn(db, accountId, 'organizer'));
    expect((await organizer.call(createPromoCode, { params: at, body: body() })).status).toBe(201);
    const archived = await buildEvent(db, { accountId, status: 'archived' });
    const params = { eventId: String(archived.eventId) };
    const reply = await me.call(createPromoCode, { params, body: body() });
    expect(reply.problem.code).toBe('EVENT_ARCHIVED');
  });
});

describe('many codes at once', () => {
  const switchMany = (body: InputOf<typeof switchPromoCodes>['body'], query = {}, who = me) =>
    who.call(switchPromoCodes, { params: at, query, body });

  test('those named change, and what stands as wanted is passed over', async () => {
    const [one1, one2, other] = [await create(), await create({ disabled: true }), await create()];
    const ids = [one1.body.data.id, one2.body.data.id];
    // Named rows are meant whatever the query would find.
    const off = await switchMany({ disabled: true, ids }, { query: 'nothing finds this' });
    expect(off.body.data.ids).toEqual([one1.body.data.id]);
    expect((await show(one1.body.data.id)).disabled).toBe(true);
    expect((await show(one1.body.data.id)).version).toBe(one1.body.data.version + 1);
    expect((await show(one2.body.data.id)).version).toBe(one2.body.data.version);
    expect((await show(other.body.data.id)).disabled).toBe(false);
    expect((await switchMany({ disabled: true, ids })).body.data.ids).toEqual([]);
    expect([...(await switchMany({ disabled: false, ids })).body.data.ids].sort()).toEqual([...ids].sort());
  });

  test('all that a query finds but a few, and nothing of another event or account', async () => {
    const many = await me.call(generatePromoCodes, {
      params: at,
      body: { ...terms, prefix: 'BULK-', length: 8, count: 1200 },
    });
    const { batch } = many.body.data;
    const found = await list({ 'filter_fields[batch][eq]': batch });
    const kept = found.data[0]?.id ?? 0;
    const off = await switchMany({ disabled: true, except: [kept] }, { 'filter_fields[batch][eq]': batch });
    expect(off.body.data.ids).toHaveLength(1199);
    expect((await show(kept)).disabled).toBe(false);
    const elsewhere = await buildEvent(db, { accountId });
    const there = await me.call(switchPromoCodes, {
      params: { eventId: String(elsewhere.eventId) },
      body: { disabled: true, ids: [kept] },
    });
    expect(there.body.data.ids).toEqual([]);
    expect((await switchMany({ disabled: true, ids: [kept] }, {}, app.as(stranger))).status).toBe(404);
    expect((await show(kept)).disabled).toBe(false);
  });

  test('as many may be named as a page of choices has, and no more', async () => {
    const most = Array.from({ length: 1000 }, (_, index) => index + 900_000);
    expect((await switchMany({ disabled: true, ids: most })).status).toBe(200);
    expect((await switchMany({ disabled: true, ids: [...most, 1] })).status).toBe(422);
    expect((await switchMany({ disabled: true, ids: [] })).status).toBe(422);
    expect((await switchMany({ disabled: true, except: [...most, 1] })).status).toBe(422);
  });
});
