import {
  createPromoCode,
  deletePromoCode,
  getPromoCode,
  listPromoCodes,
} from '@entrada/contract/catalog/promo-codes';
import { exportPath } from '@entrada/contract/sales/exports';
import { describe, expect, test, vi } from 'vitest';
import { buildAccount, buildUserIn } from '../../accounts/factory.ts';
import { none, type PromoCodeBody, usePromoCodes } from '../../test/catalog/promo-codes.ts';
import { buildEvent } from '../events/factory.ts';

vi.setConfig({ testTimeout: 60_000 });
const { app, db, accountId, me, eventId, at, ticketId, body, create, one, list, actionsOn } =
  await usePromoCodes();
const stranger = await buildAccount(db);
const fixed = (more: Partial<PromoCodeBody> = {}) =>
  body({ discountType: 'fixed', percentage: null, amount: 500, ...more });

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

  test.each<[string, Partial<PromoCodeBody>, string]>([
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

  test.each<[string, PromoCodeBody]>([
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

  test('of two simultaneous requests for the same code one succeeds', async () => {
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, n) => create({ code: n % 2 ? 'RACE' : 'race' })),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([201, 422, 422, 422, 422, 422]);
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
      for (const path of [`/events/${eventId}/promo-codes`, exportPath(eventId, 'promo-codes', 'csv')]) {
        expect((await me.send({ method: 'GET', url: `/api${path}?${query}` })).statusCode).toBe(422);
      }
    },
  );
});

test('codes are exported in the order of the list: named ones, or all except a few', async () => {
  const shelf = await buildEvent(db, { accountId });
  const at = { eventId: String(shelf.eventId) };
  const ids: number[] = [];
  for (const code of ['berta', 'Ana', 'carla']) {
    ids.push((await me.call(createPromoCode, { params: at, body: body({ code }) })).body.data.id);
  }
  const [berta, ana, carla] = ids;
  const codes = async (query: Record<string, string>) => {
    const url = `/api${exportPath(shelf.eventId, 'promo-codes', 'csv')}?${new URLSearchParams(query)}`;
    const { body: csv } = await me.send({ method: 'GET', url });
    return csv
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0]);
  };
  expect(await codes({})).toEqual(['carla', 'Ana', 'berta']);
  expect(await codes({ sort_by: 'code', sort_direction: 'asc' })).toEqual(['Ana', 'berta', 'carla']);
  expect(await codes({ ids: `${berta},${carla}`, query: 'nobody' })).toEqual(['carla', 'berta']);
  expect(await codes({ except: String(ana) })).toEqual(['carla', 'berta']);
});

describe('who may', () => {
  test('another account finds nothing, not even the event', async () => {
    const { id } = (await create()).body.data;
    const them = app.as(stranger);
    expect((await them.call(listPromoCodes, { params: at })).status).toBe(404);
    expect((await them.call(getPromoCode, { params: one(id) })).status).toBe(404);
    expect((await them.call(createPromoCode, { params: at, body: body() })).status).toBe(404);
    expect((await them.call(deletePromoCode, { params: one(id) })).status).toBe(404);
    const csv = await them.send({ method: 'GET', url: `/api${exportPath(eventId, 'promo-codes', 'csv')}` });
    expect(csv.statusCode).toBe(404);
    const anonymous = await app
      .as()
      .send({ method: 'GET', url: `/api${exportPath(eventId, 'promo-codes', 'csv')}` });
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
