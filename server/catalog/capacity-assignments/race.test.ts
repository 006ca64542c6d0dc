import {
  changeCapacityAssignments,
  createCapacityAssignment,
  deleteCapacityAssignment,
  updateCapacityAssignment,
} from '@entrada/contract/catalog/capacity-assignments';
import { abandonOrder } from '@entrada/contract/sales/checkout';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { expireOverdue } from '../../sales/reservations/queries.ts';
import { buildTestApp } from '../../test/app.ts';
import { findBroken, keepInvariants } from '../../test/invariants.ts';
import { buildShop, detailsAs, reserveAs, stockOf } from '../../test/shop.ts';
import { buildCapacity, buildTicket } from '../tickets/factory.ts';

vi.setConfig({ testTimeout: 60_000 });
const app = await buildTestApp();
const { db } = app;

async function setUp(quantity: number | null) {
  const shop = await buildShop(db, { ticket: { quantity } });
  const { accountId, eventId } = shop;
  const other = await buildTicket(db, { accountId, eventId, type: 'free', quantity });
  const pool = await buildCapacity(db, { accountId, eventId, ticketIds: [shop.ticketId], quantity: null });
  return { shop, eventId, other, pool, me: app.as(shop) };
}

/** The pool must count exactly what the prices of its tickets count. */
async function expectExact(counterId: number, prices: readonly number[]) {
  const stocks = await Promise.all(prices.map((id) => stockOf(db, id)));
  expect(await stockOf(db, counterId)).toEqual({
    sold: stocks.reduce((sum, one) => sum + one.sold, 0),
    reserved: stocks.reduce((sum, one) => sum + one.reserved, 0),
  });
}

test('the counter stays exact while buyers reserve, leave and pay and tickets are added and removed', async () => {
  const { shop, eventId, other, pool, me } = await setUp(null);
  const params = { eventId: String(eventId), assignmentId: String(pool.capacityId) };
  let isDone = false;
  const buyer = async (nth: number) => {
    const client = app.as();
    const mixed = [shop.priceId, other.priceId].map((priceId) => ({ priceId, quantity: (nth % 3) + 1 }));
    const items = mixed.slice(nth % 2, (nth % 2) + 1 + (nth % 5 === 0 ? 1 : 0));
    const { body } = await reserveAs(client, eventId, items);
    const orderShortId = body?.data?.shortId;
    if (!orderShortId) return;
    if (nth % 4 === 0) await client.call(abandonOrder, { params: { orderShortId } });
    else if (nth % 4 === 1)
      await sql`update app.orders set expires_at = app.now() - interval '1 second' where short_id = ${orderShortId}`.execute(
        db,
      );
    else if (nth % 4 === 2) await reserveAs(client, eventId, mixed.slice(0, 1));
    else await detailsAs(client, orderShortId);
  };
  const buyers = (async () => {
    for (let round = 0; round < 12; round += 1)
      await Promise.all(Array.from({ length: 15 }, (_, nth) => buyer(round * 15 + nth)));
    isDone = true;
  })();
  const sweeper = (async () => {
    while (!isDone) await expireOverdue(db, { eventId });
  })();
  let [version, changes] = [1, 0];
  const statuses = new Set<number>();
  while (!isDone) {
    const both = changes % 2 === 0;
    const reply = await me.call(updateCapacityAssignment, {
      params,
      body: {
        version,
        name: 'Hall',
        capacity: null,
        active: changes % 5 !== 4,
        ticketIds: both ? [shop.ticketId, other.ticketId] : [other.ticketId],
      },
    });
    statuses.add(reply.status);
    version = reply.body?.data?.version ?? version;
    changes += 1;
  }
  await Promise.all([buyers, sweeper]);
  expect(statuses).toEqual(new Set([200]));
  expect(changes).toBeGreaterThan(5);
  const body = { name: 'Hall', capacity: null, active: true, ticketIds: [shop.ticketId, other.ticketId] };
  await me.call(updateCapacityAssignment, { params, body: { version, ...body } });
  await expectExact(pool.counterId, [shop.counterId, other.counterId]);
  expect(await findBroken(db)).toEqual({});
});

test('several assignments of the same tickets are switched at once from two tabs while buyers reserve and leave', async () => {
  const { shop, eventId, other, pool, me } = await setUp(null);
  const { accountId } = shop;
  const rooms = [pool];
  // The tickets overlap and are not in id order, so a wrong order of locks would cause a deadlock here.
  for (const ticketIds of [[other.ticketId, shop.ticketId], [other.ticketId], [shop.ticketId]])
    rooms.push(await buildCapacity(db, { accountId, eventId, ticketIds, quantity: null }));
  const ids = rooms.map(({ capacityId }) => capacityId);
  const params = { eventId: String(eventId) };
  let isDone = false;
  const buyer = async (nth: number) => {
    const client = app.as();
    const both = [shop.priceId, other.priceId].map((priceId) => ({ priceId, quantity: (nth % 3) + 1 }));
    const items = nth % 3 === 0 ? both.reverse() : both.slice(nth % 2, (nth % 2) + 1);
    let { status, body } = await reserveAs(client, eventId, items);
    // Whoever waits too long for a counter that the tabs keep locked is refused for the time being, and tries again.
    for (let tries = 0; status === 503 && tries < 5; tries += 1)
      ({ status, body } = await reserveAs(client, eventId, items));
    const orderShortId = body?.data?.shortId;
    if (!orderShortId) return status;
    if (nth % 4 === 0) await client.call(abandonOrder, { params: { orderShortId } });
    else if (nth % 4 === 1)
      await sql`update app.orders set expires_at = app.now() - interval '1 second' where short_id = ${orderShortId}`.execute(
        db,
      );
    else await detailsAs(client, orderShortId);
    return status;
  };
  const bought: number[] = [];
  let switched = 0;
  const buyers = (async () => {
    // The rush lasts until the tabs have switched often enough, however fast either of them is.
    for (let round = 0; round < 10 || (switched <= 8 && round < 40); round += 1)
      bought.push(...(await Promise.all(Array.from({ length: 15 }, (_, nth) => buyer(round * 15 + nth)))));
    isDone = true;
  })();
  const sweeper = (async () => {
    while (!isDone) await expireOverdue(db, { eventId });
  })();
  const statuses = new Set<number>();
  const tab = async (mine: readonly number[]) => {
    for (let nth = 0; !isDone; nth += 1) {
      const action = nth % 2 === 0 ? 'switch-off' : 'switch-on';
      const reply = await me.call(changeCapacityAssignments, {
        params,
        query: {},
        body: { action, ids: [...mine] },
      });
      statuses.add(reply.status);
      switched += reply.body?.data?.changed.length ?? 0;
    }
  };
  await Promise.all([buyers, sweeper, tab(ids), tab([...ids].reverse().slice(1))]);
  expect(statuses).toEqual(new Set([200]));
  expect(new Set(bought)).toEqual(new Set([201]));
  expect(switched).toBeGreaterThan(8);
  await me.call(changeCapacityAssignments, { params, query: {}, body: { action: 'switch-on', ids } });
  const [day, night] = [shop.counterId, other.counterId];
  const takes = [[day], [night, day], [night], [day]];
  for (const [nth, room] of rooms.entries()) await expectExact(room.counterId, takes[nth] ?? []);
  expect(await findBroken(db)).toEqual({});
});

test('a capacity of 40 that tickets join during a rush never sells more than was taken before', async () => {
  const { shop, eventId, me } = await setUp(null);
  const rush = Array.from({ length: 150 }, async (_, nth) => {
    if (nth > 60) await new Promise((resolve) => setTimeout(resolve, nth));
    return (await reserveAs(app.as(), eventId, [{ priceId: shop.priceId, quantity: 1 }])).status;
  });
  const made = await me.call(createCapacityAssignment, {
    params: { eventId: String(eventId) },
    body: { name: 'Door', capacity: 40, active: true, ticketIds: [shop.ticketId] },
  });
  expect(made.status).toBe(201);
  const before = made.body.data.sold + made.body.data.reserved;
  const statuses = await Promise.all(rush);
  const held = statuses.filter((status) => status === 201).length;
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expect(held).toBe(Math.max(40, before));
  expect(await findBroken(db)).toEqual({});
});

test('one that is deleted while buyers hold its places leaves exact counters when they leave', async () => {
  const { shop, eventId, me } = await setUp(50);
  const { id } = (
    await me.call(createCapacityAssignment, {
      params: { eventId: String(eventId) },
      body: { name: 'Door', capacity: 30, active: true, ticketIds: [shop.ticketId] },
    })
  ).body.data;
  const open = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const client = app.as();
      const { body } = await reserveAs(client, eventId, [{ priceId: shop.priceId, quantity: 1 }]);
      return { client, orderShortId: body.data.shortId };
    }),
  );
  const [gone] = await Promise.all([
    me.call(deleteCapacityAssignment, { params: { eventId: String(eventId), assignmentId: String(id) } }),
    ...open.map(({ client, orderShortId }, nth) =>
      nth % 2 === 0
        ? client.call(abandonOrder, { params: { orderShortId } })
        : detailsAs(client, orderShortId),
    ),
  ]);
  expect(gone.status).toBe(204);
  expect(await stockOf(db, shop.counterId)).toEqual({ sold: 10, reserved: 0 });
  expect(await findBroken(db)).toEqual({});
});

keepInvariants(db);
