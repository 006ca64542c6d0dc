import {
  createCapacityAssignment,
  deleteCapacityAssignment,
  getCapacityAssignment,
  listCapacityAssignments,
  updateCapacityAssignment,
} from '@entrada/contract/catalog/capacity-assignments';
import { deleteTicket } from '@entrada/contract/catalog/tickets';
import { LIMITS } from '@entrada/contract/constants';
import type { InputOf } from '@entrada/contract/endpoint';
import { abandonOrder } from '@entrada/contract/sales/checkout';
import { describe, expect, test } from 'vitest';
import { buildAccount, buildUserIn } from '../../accounts/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { findBroken, keepInvariants } from '../../test/invariants.ts';
import { BUYER, buildShop, detailsAs, reserveAs } from '../../test/shop.ts';
import { buildEvent } from '../events/factory.ts';
import { buildTicket } from '../tickets/factory.ts';

type Body = InputOf<typeof createCapacityAssignment>['body'];

const app = await buildTestApp();
const { db } = app;

const at = (eventId: number, assignmentId = 1) => ({
  params: { eventId: String(eventId), assignmentId: String(assignmentId) },
});

/** An event with two free tickets of ten places each, and functions by which its owner changes capacity. */
async function setUp() {
  const shop = await buildShop(db, { ticket: { name: 'Day', quantity: 10 } });
  const { accountId, eventId } = shop;
  const other = await buildTicket(db, { accountId, eventId, type: 'free', name: 'Night', quantity: 10 });
  const me = app.as(shop);
  const body = (more: Partial<Body> = {}): Body => ({
    name: 'Hall',
    capacity: 12,
    active: true,
    ticketIds: [shop.ticketId, other.ticketId],
    ...more,
  });
  const create = (more: Partial<Body> = {}) =>
    me.call(createCapacityAssignment, { params: { eventId: String(eventId) }, body: body(more) });
  const update = (id: number, version: number, more: Partial<Body> = {}) =>
    me.call(updateCapacityAssignment, { ...at(eventId, id), body: { version, ...body(more) } });
  const get = async (id: number) => (await me.call(getCapacityAssignment, at(eventId, id))).body.data;
  const hold = async (priceId: number, quantity: number) => {
    const client = app.as();
    const reply = await reserveAs(client, eventId, [{ priceId, quantity }]);
    return { client, status: reply.status, code: reply.problem?.code, shortId: reply.body?.data?.shortId };
  };
  const buy = async (priceId: number, quantity: number) => {
    const held = await hold(priceId, quantity);
    if (held.shortId) await detailsAs(held.client, held.shortId, BUYER);
    return held;
  };
  return { shop, eventId, day: shop, night: other, me, body, create, update, get, hold, buy };
}

describe('keeping them', () => {
  test('one is created, listed, searched, changed and deleted, and each is in the audit', async () => {
    const { me, eventId, shop, night, create, update, get } = await setUp();
    const made = (await create()).body.data;
    expect(made).toMatchObject({
      name: 'Hall',
      version: 1,
      capacity: 12,
      active: true,
      state: 'active',
      sold: 0,
      reserved: 0,
      available: 12,
      tickets: [
        { id: shop.ticketId, name: 'Day' },
        { id: night.ticketId, name: 'Night' },
      ],
    });
    await create({ name: 'Açaí bar', capacity: null, active: false, ticketIds: [night.ticketId] });
    const list = async (query: Record<string, string>) =>
      (await me.call(listCapacityAssignments, { ...at(eventId), query })).body.data.map((one) => one.name);
    expect(await list({})).toEqual(['Hall', 'Açaí bar']);
    expect(await list({ sort_by: 'name' })).toEqual(['Açaí bar', 'Hall']);
    expect(await list({ query: 'ACAI' })).toEqual(['Açaí bar']);
    expect(await list({ 'filter_fields[state][eq]': 'off' })).toEqual(['Açaí bar']);
    const changed = (await update(made.id, 1, { name: 'Big hall', capacity: null })).body.data;
    expect(changed).toMatchObject({ name: 'Big hall', version: 2, capacity: null, available: null });
    expect(await get(made.id)).toEqual(changed);
    expect((await me.call(deleteCapacityAssignment, at(eventId, made.id))).status).toBe(204);
    const entries = await db
      .selectFrom('audit_entries')
      .select(['action', 'before', 'after'])
      .where('target_type', '=', 'capacity_assignment')
      .where('target_id', '=', made.id)
      .orderBy('id')
      .execute();
    expect(entries.map((entry) => entry.action.split('.')[1])).toEqual(['created', 'updated', 'deleted']);
    expect(entries[1]).toMatchObject({
      before: { name: 'Hall', capacity: 12 },
      after: { name: 'Big hall', capacity: null },
    });
    expect(await findBroken(db)).toEqual({});
  });

  test('every limit holds at its edge and refuses beyond it', async () => {
    const { create, shop, body, me, eventId } = await setUp();
    const good: Partial<Body>[] = [
      { name: 'x' },
      { name: 'x'.repeat(LIMITS.name) },
      { capacity: 0 },
      { capacity: LIMITS.quantity },
      { ticketIds: [shop.ticketId, shop.ticketId] },
    ];
    for (const more of good) expect((await create(more)).status, JSON.stringify(more)).toBe(201);
    const bad: [Record<string, unknown>, string][] = [
      [{ name: ' ' }, 'name'],
      [{ name: 'x'.repeat(LIMITS.name + 1) }, 'name'],
      [{ capacity: -1 }, 'capacity'],
      [{ capacity: 1.5 }, 'capacity'],
      [{ capacity: LIMITS.quantity + 1 }, 'capacity'],
      [{ ticketIds: [] }, 'ticketIds'],
      [{ ticketIds: Array(LIMITS.capacityTickets + 1).fill(shop.ticketId) }, 'ticketIds'],
      [{ ticketIds: [shop.ticketId, 999_999_999] }, 'ticketIds.1'],
      [{ extra: 1 }, 'extra'],
    ];
    for (const [more, path] of bad) {
      const reply = await create(more as Partial<Body>);
      expect(reply.status, JSON.stringify(more)).toBe(422);
      expect(reply.problem?.errors?.map((each) => each.path)).toContain(path);
    }
    const many = await me.call(createCapacityAssignment, {
      params: { eventId: String(eventId) },
      body: body({ ticketIds: Array(LIMITS.capacityTickets).fill(shop.ticketId) }),
    });
    expect(many.body.data.tickets).toHaveLength(1);
  });

  test('an event needs a ticket first; archived events, strangers and stale versions are refused', async () => {
    const { shop, me, eventId, body, create, update } = await setUp();
    const empty = await buildEvent(db, { accountId: shop.accountId });
    const onEmpty = await me.call(createCapacityAssignment, { ...at(empty.eventId), body: body() });
    expect(onEmpty.problem?.code).toBe('NO_TICKETS_YET');
    const { id } = (await create()).body.data;
    expect((await update(id, 1, { capacity: 21 })).status).toBe(200);
    expect((await update(id, 1)).problem).toMatchObject({ code: 'STALE_VERSION', params: { version: 2 } });
    const stranger = app.as(await buildAccount(db));
    const tries = [
      stranger.call(listCapacityAssignments, { ...at(eventId) }),
      stranger.call(getCapacityAssignment, at(eventId, id)),
      stranger.call(createCapacityAssignment, { ...at(eventId), body: body() }),
      stranger.call(updateCapacityAssignment, { ...at(eventId, id), body: { version: 2, ...body() } }),
      stranger.call(deleteCapacityAssignment, at(eventId, id)),
      me.call(getCapacityAssignment, at(empty.eventId, id)),
      me.call(deleteCapacityAssignment, at(empty.eventId, id)),
    ];
    for (const reply of await Promise.all(tries)) expect(reply.status).toBe(404);
    const organizer = app.as(await buildUserIn(db, shop.accountId, 'organizer'));
    expect((await organizer.call(getCapacityAssignment, at(eventId, id))).status).toBe(200);
    await db.updateTable('events').set({ status: 'archived' }).where('id', '=', eventId).execute();
    expect((await update(id, 2)).problem?.code).toBe('EVENT_ARCHIVED');
    expect((await me.call(deleteCapacityAssignment, at(eventId, id))).problem?.code).toBe('EVENT_ARCHIVED');
    // The invariants require an audit entry for every change, so this change is undone.
    await db.updateTable('events').set({ status: 'public' }).where('id', '=', eventId).execute();
  });
});

describe('what is used', () => {
  test('what was sold and is held before counts from the start, and its capacity may be below', async () => {
    const { day, night, create, hold, buy, get } = await setUp();
    await buy(day.priceId, 4);
    await hold(night.priceId, 3);
    const { id } = (await create({ capacity: 5 })).body.data;
    expect(await get(id)).toMatchObject({ sold: 4, reserved: 3, available: 0 });
    expect((await hold(day.priceId, 1)).code).toBe('SOLD_OUT');
    expect(await findBroken(db)).toEqual({});
  });

  test('two tickets share the places, and what is given back is on sale for both', async () => {
    const { day, night, create, hold, buy, get } = await setUp();
    const { id } = (await create({ capacity: 6 })).body.data;
    await buy(day.priceId, 4);
    const held = await hold(night.priceId, 2);
    expect((await hold(day.priceId, 1)).status).toBe(409);
    await held.client.call(abandonOrder, { params: { orderShortId: held.shortId ?? '' } });
    expect(await get(id)).toMatchObject({ sold: 4, reserved: 0, available: 2 });
    expect((await buy(day.priceId, 2)).status).toBe(201);
    expect((await hold(night.priceId, 1)).status).toBe(409);
    expect(await findBroken(db)).toEqual({});
  });

  test('a ticket that is added or removed brings or takes its sales, and so do all tickets when the assignment is switched', async () => {
    const { day, night, shop, create, update, hold, buy, get } = await setUp();
    const { id } = (await create({ ticketIds: [night.ticketId] })).body.data;
    await buy(day.priceId, 4);
    await buy(night.priceId, 1);
    const held = await hold(day.priceId, 2);
    expect(await get(id)).toMatchObject({ sold: 1, reserved: 0 });
    expect((await update(id, 1)).body.data).toMatchObject({ sold: 5, reserved: 2, available: 5 });
    expect(await findBroken(db)).toEqual({});
    await held.client.call(abandonOrder, { params: { orderShortId: held.shortId ?? '' } });
    expect(await get(id)).toMatchObject({ sold: 5, reserved: 0 });
    const off = (await update(id, 2, { active: false, capacity: 1 })).body.data;
    expect(off).toMatchObject({ active: false, sold: 5, available: 0 });
    expect((await buy(day.priceId, 1)).status).toBe(201);
    expect((await update(id, 3, { capacity: 9 })).body.data).toMatchObject({ sold: 6, available: 3 });
    const without = (await update(id, 4, { ticketIds: [night.ticketId] })).body.data;
    expect(without).toMatchObject({ sold: 1, available: 11 });
    const items = await db
      .selectFrom('order_items')
      .select(['ticket_id', 'counter_ids'])
      .where('ticket_id', 'in', [shop.ticketId, night.ticketId])
      .execute();
    expect(
      new Set(items.map((item) => `${item.ticket_id === shop.ticketId} ${item.counter_ids.length}`)),
    ).toEqual(new Set(['true 1', 'false 2']));
    expect(await findBroken(db)).toEqual({});
  });

  test('a capacity below what is used stops sales until enough is given back', async () => {
    const { day, create, update, hold, buy, get } = await setUp();
    const { id } = (await create()).body.data;
    await buy(day.priceId, 5);
    const held = await hold(day.priceId, 3);
    expect((await update(id, 1, { capacity: 6 })).body.data).toMatchObject({
      capacity: 6,
      sold: 5,
      reserved: 3,
      available: 0,
    });
    expect((await hold(day.priceId, 1)).code).toBe('SOLD_OUT');
    await held.client.call(abandonOrder, { params: { orderShortId: held.shortId ?? '' } });
    expect(await get(id)).toMatchObject({ available: 1 });
    expect((await hold(day.priceId, 2)).status).toBe(409);
    expect((await hold(day.priceId, 1)).status).toBe(201);
    expect((await update(id, 2, { capacity: null })).body.data).toMatchObject({ available: null });
    expect((await hold(day.priceId, 1)).status).toBe(201);
    expect(await findBroken(db)).toEqual({});
  });

  test('deleting one gives its tickets their own quantities back', async () => {
    const { me, day, night, eventId, create, hold, buy } = await setUp();
    const { id } = (await create({ capacity: 2 })).body.data;
    await buy(day.priceId, 2);
    expect((await hold(night.priceId, 1)).code).toBe('SOLD_OUT');
    expect((await me.call(deleteCapacityAssignment, at(eventId, id))).status).toBe(204);
    expect((await hold(night.priceId, 1)).status).toBe(201);
    expect(await findBroken(db)).toEqual({});
  });

  test('a deleted ticket leaves its capacity assignment', async () => {
    const { me, eventId, night, create, get } = await setUp();
    const { id } = (await create()).body.data;
    await me.call(deleteTicket, { params: { eventId: String(eventId), ticketId: String(night.ticketId) } });
    expect((await get(id)).tickets.map((ticket) => ticket.name)).toEqual(['Day']);
  });
});

keepInvariants(db);
