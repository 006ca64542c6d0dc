import { generatePromoCodes, listPromoCodes, switchPromoCodes } from '@entrada/contract/catalog/promo-codes';
import { getPublicEvent } from '@entrada/contract/catalog/shop';
import type { InputOf } from '@entrada/contract/endpoint';
import { exportPath } from '@entrada/contract/sales/exports';
import { describe, expect, test, vi } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { terms, usePromoCodes } from '../../test/catalog/promo-codes.ts';
import { buildEvent } from '../events/factory.ts';
import { buildTicket } from '../tickets/factory.ts';

type Generate = InputOf<typeof generatePromoCodes>['body'];

vi.setConfig({ testTimeout: 60_000 });
const { app, db, accountId, me, at, create, show, list, actionsOn } = await usePromoCodes();
const stranger = await buildAccount(db);

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
    const url = `/api${exportPath(other.eventId, 'promo-codes', 'csv')}?${new URLSearchParams(batch)}`;
    const csv = await me.send({ method: 'GET', url });
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(csv.headers['content-disposition']).toContain('promo-codes.csv');
    const rows = csv.body.trim().split('\r\n');
    expect(rows).toHaveLength(10_001);
    expect(rows[1]).toMatch(/^'=VIP[2-9A-Z]{8},Percentage,10,,/);
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

  test('the longest codes are generated without a prefix, the shortest with the longest prefix', async () => {
    const { batch } = (await many({ prefix: '', length: 20, count: 1 })).body.data;
    const { data } = await list({ 'filter_fields[batch][eq]': batch });
    expect(data.map(({ code }) => code.length)).toEqual([20]);
    expect((await many({ prefix: 'p'.repeat(20), length: 6, count: 1 })).status).toBe(201);
  });
});

describe('many codes at once', () => {
  const switchMany = (body: InputOf<typeof switchPromoCodes>['body'], query = {}, who = me) =>
    who.call(switchPromoCodes, { params: at, query, body });

  test('named codes change, and those that have the state already are skipped', async () => {
    const [one1, one2, other] = [await create(), await create({ disabled: true }), await create()];
    const ids = [one1.body.data.id, one2.body.data.id];
    // If rows are named, the query does not matter.
    const off = await switchMany({ disabled: true, ids }, { query: 'nothing finds this' });
    expect(off.body.data.changed).toEqual([one1.body.data.id]);
    expect((await show(one1.body.data.id)).disabled).toBe(true);
    expect((await show(one1.body.data.id)).version).toBe(one1.body.data.version + 1);
    expect((await show(one2.body.data.id)).version).toBe(one2.body.data.version);
    expect((await show(other.body.data.id)).disabled).toBe(false);
    expect((await switchMany({ disabled: true, ids })).body.data.changed).toEqual([]);
    expect([...(await switchMany({ disabled: false, ids })).body.data.changed].sort()).toEqual(
      [...ids].sort(),
    );
  });

  test('all that a query finds, except a few, are changed, and none of another event or account', async () => {
    const many = await me.call(generatePromoCodes, {
      params: at,
      body: { ...terms, prefix: 'BULK-', length: 8, count: 1200 },
    });
    const { batch } = many.body.data;
    const found = await list({ 'filter_fields[batch][eq]': batch });
    const kept = found.data[0]?.id ?? 0;
    const off = await switchMany({ disabled: true, except: [kept] }, { 'filter_fields[batch][eq]': batch });
    expect(off.body.data.changed).toHaveLength(1199);
    expect((await show(kept)).disabled).toBe(false);
    const elsewhere = await buildEvent(db, { accountId });
    const there = await me.call(switchPromoCodes, {
      params: { eventId: String(elsewhere.eventId) },
      body: { disabled: true, ids: [kept] },
    });
    expect(there.body.data.changed).toEqual([]);
    expect((await switchMany({ disabled: true, ids: [kept] }, {}, app.as(stranger))).status).toBe(404);
    expect((await show(kept)).disabled).toBe(false);
  });

  test('a request may name as many codes as a user can choose, and no more', async () => {
    const most = Array.from({ length: 1000 }, (_, index) => index + 900_000);
    expect((await switchMany({ disabled: true, ids: most })).status).toBe(200);
    expect((await switchMany({ disabled: true, ids: [...most, 1] })).status).toBe(422);
    expect((await switchMany({ disabled: true, ids: [] })).status).toBe(422);
    expect((await switchMany({ disabled: true, except: [...most, 1] })).status).toBe(422);
  });
});
