import {
  changeCapacityAssignments,
  getCapacityAssignment,
  listCapacityAssignments,
  updateCapacityAssignment,
} from '@entrada/contract/catalog/capacity-assignments';
import type { InputOf } from '@entrada/contract/endpoint';
import { describe, expect, test } from 'vitest';
import { buildAccount, buildUserIn } from '../../accounts/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { catalogVersion as versionOf } from '../../test/catalog/version.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { BUYER, buildShop, detailsAs, reserveAs, stockOf } from '../../test/shop.ts';
import { buildEvent } from '../events/factory.ts';
import { buildCapacity, buildTicket } from '../tickets/factory.ts';

type Body = InputOf<typeof changeCapacityAssignments>['body'];

const app = await buildTestApp();
const { db } = app;
keepInvariants(db);

/**
 * An event with two tickets of ten places each: 4 of the first are sold; of the second 1 is sold and 2 are held. Three
 * capacity assignments count them.
 */
async function setUp() {
  const shop = await buildShop(db, { ticket: { name: 'Day', quantity: 10 } });
  const { accountId, eventId } = shop;
  const night = await buildTicket(db, { accountId, eventId, type: 'free', name: 'Night', quantity: 10 });
  const room = (name: string, ticketIds: number[], quantity: number | null = 12) =>
    buildCapacity(db, { accountId, eventId, name, ticketIds, quantity });
  const both = await room('Both', [shop.ticketId, night.ticketId]);
  const day = await room('Day room', [shop.ticketId], 4);
  const free = await room('No limit', [night.ticketId], null);
  const hold = (priceId: number, quantity: number) =>
    reserveAs(app.as(), eventId, [{ priceId, quantity }]).then(({ status }) => status);
  const buy = async (priceId: number, quantity: number) => {
    const buyer = app.as();
    const { body } = await reserveAs(buyer, eventId, [{ priceId, quantity }]);
    await detailsAs(buyer, body.data.shortId, BUYER);
  };
  await buy(shop.priceId, 4);
  await buy(night.priceId, 1);
  await hold(night.priceId, 2);
  const me = app.as(shop);
  const params = { eventId: String(eventId) };
  const change = (body: Body, query: Record<string, string> = {}, who = me) =>
    who.call(changeCapacityAssignments, { params, query, body });
  const list = async (query: Record<string, string> = {}) =>
    (await me.call(listCapacityAssignments, { params, query })).body.data;
  const ids = [both, day, free].map(({ capacityId }) => capacityId);
  return { shop, eventId, accountId, night, both, day, free, ids, me, params, change, list, hold };
}

const auditOf = async (ids: readonly number[]) =>
  (
    await db
      .selectFrom('audit_entries')
      .select(['action', 'target_id', 'before', 'after'])
      .where('target_type', '=', 'capacity_assignment')
      .where('target_id', 'in', [...ids])
      .orderBy('id')
      .execute()
  ).map(({ target_id, ...entry }) => ({ id: target_id, ...entry }));

const catalogVersion = (eventId: number) => versionOf(db, eventId);

describe('switching', () => {
  test('switched off, the counter loses what the tickets sold; switched on, it gains it again with what was sold meanwhile', async () => {
    const { ids, both, day, free, shop, night, eventId, change, list, hold } = await setUp();
    expect((await list()).map(({ sold, reserved, state }) => [sold, reserved, state])).toEqual([
      [5, 2, 'active'],
      [4, 0, 'full'],
      [1, 2, 'active'],
    ]);
    expect(await hold(shop.priceId, 1)).toBe(409);
    const before = await catalogVersion(eventId);
    const off = await change({ action: 'switch-off', ids: [day.capacityId, both.capacityId] });
    expect(off.body.data).toEqual({ changed: [both.capacityId, day.capacityId], kept: [] });
    expect(await catalogVersion(eventId)).toBeGreaterThan(before);
    expect((await list()).map(({ state, version }) => [state, version])).toEqual([
      ['off', 2],
      ['off', 2],
      ['active', 1],
    ]);
    for (const { counterId } of [both, day])
      expect(await stockOf(db, counterId)).toEqual({ sold: 0, reserved: 0 });
    expect(await stockOf(db, free.counterId)).toEqual({ sold: 1, reserved: 2 });
    expect(await hold(shop.priceId, 1)).toBe(201);
    const on = await change({ action: 'switch-on', ids });
    expect(on.body.data).toEqual({ changed: [both.capacityId, day.capacityId], kept: [] });
    expect(await stockOf(db, both.counterId)).toEqual({ sold: 5, reserved: 3 });
    expect(await stockOf(db, day.counterId)).toEqual({ sold: 4, reserved: 1 });
    expect((await list()).map(({ state }) => state)).toEqual(['active', 'over_capacity', 'active']);
    expect(await hold(shop.priceId, 1)).toBe(409);
    expect(await hold(night.priceId, 4)).toBe(201);
    expect(await hold(night.priceId, 1)).toBe(409);
    expect(await auditOf(ids)).toEqual(
      [false, true].flatMap((active) =>
        [both, day].map(({ capacityId }) => ({
          id: capacityId,
          action: 'capacity_assignment.updated',
          before: { active: !active },
          after: { active },
        })),
      ),
    );
  });

  test('one that has the state already does not change, and its version stays', async () => {
    const { ids, eventId, change, list } = await setUp();
    const before = await catalogVersion(eventId);
    expect((await change({ action: 'switch-on', ids })).body.data).toEqual({ changed: [], kept: [] });
    expect(await catalogVersion(eventId)).toBe(before);
    expect((await list()).map(({ version }) => version)).toEqual([1, 1, 1]);
    expect(await auditOf(ids)).toEqual([]);
  });

  test('all that a search or a filter finds, except a few, are changed', async () => {
    const { both, day, free, change, list } = await setUp();
    const filter = { 'filter_fields[state][in]': 'active,full' };
    const first = await change({ action: 'switch-off', except: [free.capacityId] }, filter);
    expect(first.body.data.changed).toEqual([both.capacityId, day.capacityId]);
    const found = await change({ action: 'switch-on', except: [] }, { query: 'room' });
    expect(found.body.data.changed).toEqual([day.capacityId]);
    expect((await list({ 'filter_fields[state][eq]': 'off' })).map(({ name }) => name)).toEqual(['Both']);
  });
});

test('the list is filtered by what an assignment does to sales', async () => {
  const { me, day, params, list } = await setUp();
  const named = async (states: string) =>
    (await list({ 'filter_fields[state][in]': states })).map(({ name }) => name);
  expect(await named('full')).toEqual(['Day room']);
  const { version, ...one } = (
    await me.call(getCapacityAssignment, { params: { ...params, assignmentId: String(day.capacityId) } })
  ).body.data;
  const ticketIds = one.tickets.map(({ id }) => id);
  await me.call(updateCapacityAssignment, {
    params: { ...params, assignmentId: String(day.capacityId) },
    body: { version, name: one.name, active: true, capacity: 3, ticketIds },
  });
  expect(await named('full')).toEqual([]);
  expect(await named('over_capacity')).toEqual(['Day room']);
  expect(await named('active')).toEqual(['Both', 'No limit']);
  expect(await named('active,over_capacity')).toHaveLength(3);
  expect(await named('off')).toEqual([]);
});

test('after the deletion the tickets sell by their own quantities, and what was sold stays', async () => {
  const { ids, both, day, free, shop, change, list, hold } = await setUp();
  expect(await hold(shop.priceId, 1)).toBe(409);
  const gone = await change({ action: 'delete', ids: [free.capacityId, day.capacityId, 999_999_999] });
  expect(gone.body.data).toEqual({ changed: [day.capacityId, free.capacityId], kept: [] });
  expect((await list()).map(({ name }) => name)).toEqual(['Both']);
  expect(await hold(shop.priceId, 1)).toBe(201);
  expect(await stockOf(db, shop.counterId)).toEqual({ sold: 4, reserved: 1 });
  expect(await stockOf(db, both.counterId)).toEqual({ sold: 5, reserved: 3 });
  expect((await auditOf(ids)).map(({ id, action }) => [id, action])).toEqual([
    [day.capacityId, 'capacity_assignment.deleted'],
    [free.capacityId, 'capacity_assignment.deleted'],
  ]);
  const counters = await db
    .selectFrom('counters')
    .select('id')
    .where('id', 'in', [both.counterId, day.counterId, free.counterId])
    .execute();
  expect(counters).toEqual([{ id: both.counterId }]);
  expect((await change({ action: 'delete', ids: [day.capacityId] })).body.data.changed).toEqual([]);
});

test('other accounts, other events and archived events are refused', async () => {
  const { ids, accountId, eventId, change, list } = await setUp();
  const body = { action: 'switch-off' as const, ids };
  expect((await change(body, {}, app.as(await buildAccount(db)))).status).toBe(404);
  const elsewhere = await buildEvent(db, { accountId });
  const other = await buildCapacity(db, { accountId, eventId: elsewhere.eventId, ticketIds: [] });
  expect((await change({ action: 'delete', ids: [other.capacityId] })).body.data.changed).toEqual([]);
  const organizer = app.as(await buildUserIn(db, accountId, 'organizer'));
  expect((await change(body, {}, organizer)).body.data.changed).toEqual(ids);
  await db.updateTable('events').set({ status: 'archived' }).where('id', '=', eventId).execute();
  expect((await change({ action: 'switch-on', ids })).problem).toMatchObject({ code: 'EVENT_ARCHIVED' });
  expect((await list()).map(({ state }) => state)).toEqual(['off', 'off', 'off']);
});

test.each<[string, object, string]>([
  ['neither ids nor except', { action: 'delete' }, 'ids'],
  ['both', { action: 'delete', ids: [1], except: [2] }, 'ids'],
  ['no id', { action: 'delete', ids: [] }, 'ids'],
  ['too many', { action: 'delete', ids: Array.from({ length: 1001 }, (_, n) => n + 1) }, 'ids'],
  ['another action', { action: 'hide', ids: [1] }, 'action'],
])('%s is refused', async (_, body, path) => {
  const { change } = await setUp();
  const reply = await change(body as Body);
  expect(reply.status).toBe(422);
  expect(reply.problem?.errors?.map((one) => one.path)).toContain(path);
});
