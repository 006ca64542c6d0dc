import { randomBytes } from 'node:crypto';
import { getEvent } from '@entrada/contract/catalog/events';
import { COPY_PARTS, duplicateEvent } from '@entrada/contract/catalog/lifecycle';
import * as endpoints from '@entrada/contract/door/check-in';
import type { CheckInList } from '@entrada/contract/door/check-in-lists';
import * as listEndpoints from '@entrada/contract/door/check-in-lists';
import type { InputOf } from '@entrada/contract/endpoint';
import { getEventStats } from '@entrada/contract/insight/dashboard';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildAccount, buildUserIn } from '../../accounts/factory.ts';
import { buildEvent } from '../../catalog/events/factory.ts';
import { buildTicket } from '../../catalog/tickets/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { findBroken, keepInvariants } from '../../test/invariants.ts';
import { insertAttendee } from '../check-in/attendee-fixture.ts';

vi.setConfig({ testTimeout: 60_000 });
const app = await buildTestApp();
const { db } = app;
keepInvariants(db);
const owner = await buildAccount(db);
const { accountId } = owner;
const me = app.as(owner);

/** An event with three lists in this order. The last list admits only one of two tickets. */
async function setUp() {
  const { eventId } = await buildEvent(db, { accountId });
  const pass = await buildTicket(db, { accountId, eventId, name: 'Pass' });
  const night = await buildTicket(db, { accountId, eventId, name: 'Night' });
  const params = { eventId: String(eventId) };
  const make = async (name: string, more: object = {}) =>
    (
      await me.call(listEndpoints.createCheckInList, {
        params,
        body: {
          name,
          description: '',
          allTickets: true,
          ticketIds: [],
          activatesAt: null,
          expiresAt: null,
          ...more,
        },
      })
    ).body.data;
  const lists = [
    await make('Main gate'),
    await make('Back gate'),
    await make('Cloakroom', { allTickets: false, ticketIds: [night.ticketId] }),
  ] as const;
  const change = (body: InputOf<typeof listEndpoints.changeCheckInLists>['body'], query = {}, who = me) =>
    who.call(listEndpoints.changeCheckInLists, { params, query, body });
  const names = async (query: Record<string, string> = {}) =>
    (await me.call(listEndpoints.listCheckInLists, { params, query })).body.data.map(({ name }) => name);
  const admit = () =>
    insertAttendee(db, { accountId, eventId, ticketId: pass.ticketId, priceId: pass.priceId });
  const enter = (listShortId: string, reference: string) =>
    app.as().call(endpoints.checkIn, {
      params: { listShortId },
      body: {
        method: 'search',
        reference,
        device: 'Door A',
        nonce: randomBytes(18).toString('base64url'),
        scannedAt: new Date().toISOString(),
      },
    });
  return { eventId, params, lists, make, change, names, admit, enter };
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

test('many are deleted with their check-ins, their links end, and each is recorded', async () => {
  const { lists, change, names, admit, enter } = await setUp();
  const [gate, back, cloakroom] = lists;
  const guest = await admit();
  for (const { shortId } of [gate, back]) {
    expect((await enter(shortId, guest.reference)).body.data.verdict).toBe('admitted');
  }
  const gone = await change({ action: 'delete', ids: [cloakroom.id, gate.id, 999_999_999] });
  expect(gone.body.data).toEqual({ changed: [gate.id, cloakroom.id], kept: [] });
  expect(await names()).toEqual(['Back gate']);
  expect((await enter(gate.shortId, guest.reference)).problem.code).toBe('CHECK_IN_LIST_NOT_FOUND');
  expect((await enter(back.shortId, guest.reference)).body.data).toMatchObject({
    verdict: 'already_in',
    checkedIn: 1,
  });
  const entries = await db
    .selectFrom('audit_entries')
    .select(['action', 'target_id', 'before'])
    .where('target_type', '=', 'check_in_list')
    .where('target_id', 'in', [gate.id, back.id, cloakroom.id])
    .where('action', '=', 'check_in_list.deleted')
    .orderBy('id')
    .execute();
  expect(entries.map(({ target_id, before }) => [target_id, before])).toEqual([
    [gate.id, { name: 'Main gate' }],
    [cloakroom.id, { name: 'Cloakroom' }],
  ]);
  expect((await change({ action: 'delete', ids: [gate.id] })).body.data).toEqual({ changed: [], kept: [] });
});

test('all that a search or a filter finds but a few', async () => {
  const { lists, make, change, names } = await setUp();
  await make('Past', { expiresAt: inDays(-1) });
  await make('To come', { activatesAt: inDays(1), expiresAt: inDays(2) });
  const state = (states: string) => ({ 'filter_fields[state][in]': states });
  expect(await names(state('expired'))).toEqual(['Past']);
  expect(await names(state('not_active'))).toEqual(['To come']);
  expect(await names(state('active'))).toHaveLength(3);
  expect(await names(state('expired,not_active'))).toEqual(['To come', 'Past']);
  await change({ action: 'delete', except: [] }, state('expired,not_active'));
  await change({ action: 'delete', except: [lists[0].id] }, { query: 'gate' });
  expect(await names()).toEqual(['Cloakroom', 'Main gate']);
});

test('an organizer may, another account finds nothing, and lists of other events stay', async () => {
  const { lists, change, names } = await setUp();
  const [gate] = lists;
  const other = await setUp();
  const body = { action: 'delete' as const, ids: [gate.id] };
  expect((await change(body, {}, app.as(await buildAccount(db)))).status).toBe(404);
  expect((await other.change(body)).body.data.changed).toEqual([]);
  const organizer = app.as(await buildUserIn(db, accountId, 'organizer'));
  expect((await change(body, {}, organizer)).body.data.changed).toEqual([gate.id]);
  expect(await names()).toHaveLength(2);
  for (const wrong of [{}, { ids: [] }, { ids: [1], except: [2] }]) {
    expect((await change({ action: 'delete', ...wrong })).status).toBe(422);
  }
});

/** Who waits for two seconds is asked to come again (docs/decisions/039). People at a door do, however slow the server is. */
async function untilAnswered<Reply extends { status: number }>(call: () => Promise<Reply>): Promise<Reply> {
  const reply = await call();
  return reply.status === 503 ? untilAnswered(call) : reply;
}

/** How often PostgreSQL has ended a circle of transactions that waited for one another. */
async function countCircles(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select deadlocks::int as n from pg_stat_database where datname = current_database()`.execute(db);
  return rows[0]?.n ?? 0;
}

test('lists are deleted while people come in through all of them: nothing waits in a circle, and counts stay right', async () => {
  const { lists, make, change, admit, enter } = await setUp();
  const gates = [...lists.slice(0, 2), ...(await Promise.all(['A', 'B', 'C'].map((name) => make(name))))];
  const guests = await Promise.all(Array.from({ length: 10 }, admit));
  const circles = await countCircles();
  const entries = guests.flatMap(({ reference }, nth) =>
    gates.map((_, at) =>
      untilAnswered(() => enter(gates[(nth + at) % gates.length]?.shortId ?? '', reference)),
    ),
  );
  const removals = [
    untilAnswered(() => change({ action: 'delete', ids: gates.slice(1, 4).map(({ id }) => id) })),
    untilAnswered(() =>
      change({
        action: 'delete',
        ids: gates
          .slice(2, 5)
          .reverse()
          .map(({ id }) => id),
      }),
    ),
  ];
  const replies = await Promise.all([...removals, ...entries]);
  expect(replies.map(({ status }) => status).filter((status) => ![200, 201, 404].includes(status))).toEqual(
    [],
  );
  expect((await Promise.all(removals)).flatMap(({ body }) => body.data.changed)).toHaveLength(4);
  expect(await countCircles()).toBe(circles);
  expect(await findBroken(db)).toEqual({});
});

const sameAs = ({ name, description, allTickets, tickets, activatesAt, expiresAt }: CheckInList) => ({
  name,
  description,
  allTickets,
  ticketIds: tickets.map(({ id }) => id),
  activatesAt,
  expiresAt,
});

test('an old version is refused with the current one, and only what differs is recorded', async () => {
  const { params, lists } = await setUp();
  const [gate] = lists;
  const update = (body: InputOf<typeof listEndpoints.updateCheckInList>['body']) =>
    me.call(listEndpoints.updateCheckInList, { params: { ...params, listId: String(gate.id) }, body });
  const renamed = await update({ ...sameAs(gate), version: gate.version, name: 'North gate' });
  expect(renamed.body.data).toMatchObject({ version: 2, name: 'North gate' });
  const stale = await update({ ...sameAs(gate), version: gate.version, name: 'South gate' });
  expect(stale.status).toBe(409);
  expect(stale.problem).toMatchObject({ code: 'STALE_VERSION', params: { version: 2 } });
  expect((await update({ ...sameAs(renamed.body.data), version: 2 })).status).toBe(200);
  const one = await me.call(listEndpoints.getCheckInList, { params: { ...params, listId: String(gate.id) } });
  expect(one.body.data).toMatchObject({ version: 2, name: 'North gate' });
  const entries = await db
    .selectFrom('audit_entries')
    .select(['before', 'after'])
    .where('action', '=', 'check_in_list.updated')
    .where('target_id', '=', gate.id)
    .execute();
  expect(entries).toEqual([{ before: { name: 'Main gate' }, after: { name: 'North gate' } }]);
});

test('two people save at once: one of them is told that it is stale', async () => {
  const { params, lists } = await setUp();
  const [gate] = lists;
  const replies = await Promise.all(
    ['A', 'B'].map((name) =>
      me.call(listEndpoints.updateCheckInList, {
        params: { ...params, listId: String(gate.id) },
        body: { ...sameAs(gate), version: 1, name },
      }),
    ),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('nothing changes in an archived event', async () => {
  const { eventId, params, lists, change, names } = await setUp();
  const [gate] = lists;
  const body = sameAs(gate);
  const listParams = { ...params, listId: String(gate.id) };
  await db.updateTable('events').set({ status: 'archived' }).where('id', '=', eventId).execute();
  const refused = [
    await me.call(listEndpoints.createCheckInList, { params, body }),
    await me.call(listEndpoints.updateCheckInList, { params: listParams, body: { ...body, version: 1 } }),
    await me.call(listEndpoints.deleteCheckInList, { params: listParams }),
    await change({ action: 'delete', ids: [gate.id] }),
  ];
  expect(refused.map(({ problem }) => problem.code)).toEqual(Array(4).fill('EVENT_ARCHIVED'));
  expect(await names()).toHaveLength(3);
});

test('a deleted list keeps its scans, lets nobody in and is seen nowhere; its name is free', async () => {
  const { eventId, params, lists, make, change, names, admit, enter } = await setUp();
  const [gate] = lists;
  const [inside, late] = [await admit(), await admit()];
  expect((await enter(gate.shortId, inside.reference)).body.data.verdict).toBe('admitted');
  expect((await enter(gate.shortId, 'NOBODY')).body.data.verdict).toBe('unknown');
  const scans = () =>
    db.selectFrom('scans').selectAll().where('check_in_list_id', '=', gate.id).orderBy('id').execute();
  const before = await scans();
  expect(before.map(({ outcome }) => outcome)).toEqual(['admitted', 'unknown']);
  const stats = async () => (await me.call(getEventStats, { params })).body.data;
  expect(await stats()).toMatchObject({ checkedIn: 1 });

  const listParams = { ...params, listId: String(gate.id) };
  expect((await me.call(listEndpoints.deleteCheckInList, { params: listParams })).status).toBe(204);
  expect(await scans()).toEqual(before);
  expect(await stats()).toMatchObject({ checkedIn: 0 });
  expect(JSON.stringify(await stats())).not.toContain('Main gate');
  for (const answer of [
    await app.as().call(endpoints.getDoor, { params: { listShortId: gate.shortId } }),
    await app.as().call(endpoints.listGuests, { params: { listShortId: gate.shortId }, query: {} }),
    await enter(gate.shortId, late.reference),
  ]) {
    expect(answer.problem.code).toBe('CHECK_IN_LIST_NOT_FOUND');
  }
  for (const answer of [
    await me.call(listEndpoints.getCheckInList, { params: listParams }),
    await me.call(listEndpoints.deleteCheckInList, { params: listParams }),
    await me.call(listEndpoints.updateCheckInList, {
      params: listParams,
      body: { ...sameAs(gate), version: gate.version },
    }),
  ]) {
    expect(answer.status).toBe(404);
  }
  // The database refuses an entry of a deleted list, whatever code writes it.
  const entry = { account_id: accountId, event_id: eventId, attendee_id: late.attendeeId, device: '' };
  await expect(
    db
      .insertInto('check_ins')
      .values({ ...entry, check_in_list_id: gate.id })
      .execute(),
  ).rejects.toThrow('check_ins_account_id_check_in_list_id_fkey');

  expect((await make('Main gate')).name).toBe('Main gate');
  expect(await names()).toEqual(['Main gate', 'Cloakroom', 'Back gate']);
  await change({ action: 'delete', except: [] });
  const event = (await me.call(getEvent, { params })).body.data;
  expect(event.checklist).toMatchObject({ hasCheckInList: false });
  expect(await findBroken(db)).toEqual({});
});

const COPY = Object.fromEntries(COPY_PARTS.map((part) => [part, true])) as Record<
  (typeof COPY_PARTS)[number],
  boolean
>;

test('a copy of the event has its lists, without those that were deleted, at their first version', async () => {
  const { params, lists, change } = await setUp();
  const [gate, back] = lists;
  await me.call(listEndpoints.updateCheckInList, {
    params: { ...params, listId: String(back.id) },
    body: { ...sameAs(back), version: 1, name: 'Side gate' },
  });
  await change({ action: 'delete', ids: [gate.id] });
  const copy = await me.call(duplicateEvent, {
    params,
    body: { title: 'Again', startsAt: inDays(30), endsAt: null, copy: COPY },
  });
  const listed = await me.call(listEndpoints.listCheckInLists, {
    params: { eventId: String(copy.body.data.id) },
    query: { sort_by: 'name', sort_direction: 'asc' },
  });
  expect(listed.body.data.map(({ name, version }) => [name, version])).toEqual([
    ['Cloakroom', 1],
    ['Side gate', 1],
  ]);
});
