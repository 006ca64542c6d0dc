import { randomBytes } from 'node:crypto';
import * as endpoints from '@entrada/contract/door/check-in';
import * as listEndpoints from '@entrada/contract/door/check-in-lists';
import type { InputOf } from '@entrada/contract/endpoint';
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

/** An event with three lists, made in this order, the last one for one of two tickets only. */
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

test('lists are deleted while people come in through all of them: nothing waits in a circle, and counts stay right', async () => {
  const { lists, make, change, admit, enter } = await setUp();
  const gates = [...lists.slice(0, 2), ...(await Promise.all(['A', 'B', 'C'].map((name) => make(name))))];
  const guests = await Promise.all(Array.from({ length: 10 }, admit));
  const entries = guests.flatMap(({ reference }, nth) =>
    gates.map((_, at) => enter(gates[(nth + at) % gates.length]?.shortId ?? '', reference)),
  );
  const removals = [
    change({ action: 'delete', ids: gates.slice(1, 4).map(({ id }) => id) }),
    change({
      action: 'delete',
      ids: gates
        .slice(2, 5)
        .reverse()
        .map(({ id }) => id),
    }),
  ];
  const replies = await Promise.all([...removals, ...entries]);
  expect(replies.map(({ status }) => status).filter((status) => ![200, 201, 404].includes(status))).toEqual(
    [],
  );
  expect((await Promise.all(removals)).flatMap(({ body }) => body.data.changed)).toHaveLength(4);
  expect(await findBroken(db)).toEqual({});
});
