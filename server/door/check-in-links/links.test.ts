import { randomBytes } from 'node:crypto';
import * as door from '@entrada/contract/door/check-in';
import * as links from '@entrada/contract/door/check-in-links';
import { getCheckInList } from '@entrada/contract/door/check-in-lists';
import { listScans } from '@entrada/contract/door/scan-log';
import { exportPath } from '@entrada/contract/sales/exports';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildAccount, buildUserIn } from '../../accounts/factory.ts';
import { buildEvent } from '../../catalog/events/factory.ts';
import { buildTicket } from '../../catalog/tickets/factory.ts';
import { newShortId } from '../../platform/secrets.ts';
import { buildTestApp } from '../../test/app.ts';
import { insertAttendee } from '../check-in/attendee-fixture.ts';

const app = await buildTestApp();
const { db } = app;
const owner = await buildAccount(db);
const { accountId } = owner;
const me = app.as(owner);

async function buildList() {
  const { eventId } = await buildEvent(db, { accountId });
  const ticket = await buildTicket(db, { accountId, eventId, name: 'Pass' });
  const list = await db
    .insertInto('check_in_lists')
    .values({ account_id: accountId, event_id: eventId, short_id: newShortId('cl'), name: 'Main gate' })
    .returning(['id', 'short_id'])
    .executeTakeFirstOrThrow();
  const params = { eventId: String(eventId), listId: String(list.id) };
  const admit = () => insertAttendee(db, { accountId, eventId, ...ticket });
  const add = async (body: Partial<Parameters<typeof bodyOf>[0]> = {}) =>
    (await me.call(links.createCheckInLink, { params, body: bodyOf(body) })).body.data;
  const read = async () => (await me.call(links.listCheckInLinks, { params })).body.data;
  return { eventId, list, params, admit, add, read };
}
const bodyOf = (changes: { name?: string; role?: links.DoorRole; pin?: string | null }) => ({
  name: 'North door',
  role: 'steward' as links.DoorRole,
  pin: null as string | null,
  ...changes,
});
const stamp = () => ({
  device: 'Phone of Pau',
  nonce: randomBytes(18).toString('base64url'),
  scannedAt: new Date().toISOString(),
});
const letIn = (listShortId: string, reference: string) =>
  app.as().call(door.checkIn, {
    params: { listShortId },
    body: { method: 'search', reference, ...stamp() },
  });
const look = (listShortId: string) => app.as().call(door.getDoor, { params: { listShortId } });

test('a link is added, changed, replaced and closed; its scans stay in the log with its name', async () => {
  const { eventId, params, admit, add, read } = await buildList();
  const made = await add({ role: 'supervisor', pin: '123456' });
  expect(made).toMatchObject({
    name: 'North door',
    role: 'supervisor',
    hasPin: true,
    member: null,
    devices: [],
  });
  expect(JSON.stringify(made)).not.toMatch(/argon2|123456/);
  const ofLink = { ...params, linkId: String(made.id) };
  expect((await look(made.shortId)).body.data.needsPin).toBe(true);
  const changed = await me.call(links.updateCheckInLink, {
    params: ofLink,
    body: { version: made.version, name: 'North gate', role: 'supervisor', pin: null },
  });
  expect(changed.body.data).toMatchObject({
    hasPin: false,
    version: made.version + 1,
    shortId: made.shortId,
  });
  const stale = await me.call(links.updateCheckInLink, {
    params: ofLink,
    body: { version: made.version, name: 'X', role: 'steward' },
  });
  expect(stale.problem.code).toBe('STALE_VERSION');
  const guest = await admit();
  expect((await letIn(made.shortId, guest.reference)).body.data.verdict).toBe('admitted');
  const replaced = (await me.call(links.replaceCheckInLink, { params: ofLink })).body.data;
  expect(replaced).toMatchObject({ name: 'North gate', role: 'supervisor' });
  expect((await look(made.shortId)).problem.code).toBe('CHECK_IN_LIST_NOT_FOUND');
  expect((await look(replaced.shortId)).body.data).toMatchObject({ checkedIn: 1 });
  expect((await letIn(replaced.shortId, guest.reference)).body.data.verdict).toBe('already_in');
  const gone = { ...params, linkId: String(replaced.id) };
  expect((await me.call(links.closeCheckInLink, { params: gone })).status).toBe(204);
  expect((await me.call(links.closeCheckInLink, { params: gone })).status).toBe(404);
  expect((await look(replaced.shortId)).status).toBe(404);
  expect((await read()).map(({ name }) => name)).toEqual(['Main gate']);
  const log = await me.call(listScans, { params: { eventId: String(eventId) }, query: {} });
  expect(log.body.data).toMatchObject([
    { outcome: 'already_in', link: 'North gate', device: 'Phone of Pau' },
    { outcome: 'admitted', link: 'North gate', user: null, attendee: { reference: guest.reference } },
  ]);
  const actions = await db
    .selectFrom('audit_entries')
    .select('action')
    .where('target_type', '=', 'check_in_link')
    .orderBy('id')
    .execute();
  expect(actions.map(({ action }) => action)).toEqual([
    'check_in_link.created',
    'check_in_link.updated',
    'check_in_link.replaced',
    'check_in_link.closed',
  ]);
});

test('a new PIN makes phones enter again, a name alone does not', async () => {
  const { params, add } = await buildList();
  const made = await add({ pin: '1234' });
  const ofLink = { ...params, linkId: String(made.id) };
  const enter = (pin: string) =>
    app.as().call(links.enterDoor, {
      params: { listShortId: made.shortId },
      body: { device: 'Phone of Pau', pin },
    });
  const { token } = (await enter('1234')).body.data;
  const needsPin = async () =>
    (
      await app
        .as()
        .call(
          door.getDoor,
          { params: { listShortId: made.shortId } },
          { headers: { 'x-door-device': token } },
        )
    ).body.data.needsPin;
  const change = (body: object, version: number) =>
    me.call(links.updateCheckInLink, {
      params: ofLink,
      body: { version, name: 'South door', role: 'steward', ...body },
    });
  expect((await change({}, 1)).body.data).toMatchObject({
    hasPin: true,
    devices: [{ name: 'Phone of Pau' }],
  });
  expect(await needsPin()).toBe(false);
  await change({ pin: '9876' }, 2);
  expect(await needsPin()).toBe(true);
  expect((await enter('1234')).problem.code).toBe('DOOR_PIN_WRONG');
  expect((await enter('9876')).status).toBe(201);
});

test('a list that was closed lets nobody in until it is opened again', async () => {
  const { params, list, admit } = await buildList();
  const guest = await admit();
  await letIn(list.short_id, guest.reference);
  const set = (isClosed: boolean) => me.call(links.setCheckInListClosed, { params, body: { isClosed } });
  expect((await set(true)).status).toBe(204);
  expect((await look(list.short_id)).status).toBe(404);
  const shown = async () => (await me.call(getCheckInList, { params })).body.data;
  expect(await shown()).toMatchObject({ state: 'closed', checkedIn: 1 });
  await set(false);
  expect(await shown()).toMatchObject({ state: 'active', closedAt: null, checkedIn: 1 });
  expect((await look(list.short_id)).body.data).toMatchObject({ checkedIn: 1 });
});

test('the own link of a person works while they are in the team, and their scans have their name', async () => {
  const { eventId, params, admit } = await buildList();
  const helper = await buildUserIn(db, accountId, 'door_staff');
  const open = async () => (await app.as(helper).call(links.openCheckInList, { params })).body.data;
  const { shortId, role } = await open();
  expect(role).toBe('steward');
  const code = 'nothing';
  const scan = () =>
    app
      .as()
      .call(door.checkIn, { params: { listShortId: shortId }, body: { method: 'scan', code, ...stamp() } });
  expect((await open()).shortId).toBe(shortId);
  const guest = await admit();
  expect((await letIn(shortId, guest.reference)).problem.code).toBe('DOOR_SUPERVISOR_ONLY');
  expect((await scan()).body.data.verdict).toBe('unknown');
  const log = await me.call(listScans, { params: { eventId: String(eventId) }, query: {} });
  expect(log.body.data[0]?.user).toMatch(/\S/);
  const setStatus = (status: 'active' | 'inactive') =>
    db
      .updateTable('memberships')
      .set({ status })
      .where('user_id', '=', helper.userId)
      .where('account_id', '=', accountId)
      .execute();
  await setStatus('inactive');
  expect((await look(shortId)).problem.code).toBe('CHECK_IN_LIST_NOT_FOUND');
  expect((await scan()).problem.code).toBe('CHECK_IN_LIST_NOT_FOUND');
  await setStatus('active');
  expect((await look(shortId)).status).toBe(200);
});

test('the log finds by list, outcome and name, and its file has the same rows', async () => {
  const { eventId, list, admit } = await buildList();
  const guest = await admit();
  await letIn(list.short_id, guest.reference);
  await letIn(list.short_id, guest.reference);
  await letIn(list.short_id, 'ENT-NOBODY-1');
  const params = { eventId: String(eventId) };
  const find = async (query: Record<string, string>) =>
    (await me.call(listScans, { params, query })).body.data.map(({ outcome }) => outcome);
  expect(await find({})).toEqual(['unknown', 'already_in', 'admitted']);
  expect(await find({ 'filter_fields[outcome][in]': 'admitted,unknown' })).toEqual(['unknown', 'admitted']);
  expect(await find({ 'filter_fields[list][eq]': String(list.id + 1_000_000) })).toEqual([]);
  expect(await find({ query: guest.reference.toLowerCase() })).toEqual(['already_in', 'admitted']);
  const file = await me.send({ method: 'GET', url: `/api${exportPath(eventId, 'scans', 'csv')}` });
  expect(file.statusCode).toBe(200);
  expect(file.body.trim().split('\r\n')).toHaveLength(4);
  const stranger = app.as(await buildAccount(db));
  expect((await stranger.call(listScans, { params, query: {} })).status).toBe(404);
});

test('somebody who works at a door sees the lists that they reach, and opening one is recorded once', async () => {
  const own = await buildList();
  const other = await buildList();
  const past = await buildList();
  await sql`update app.events set starts_at = app.now() - interval '5 days', ends_at = app.now() - interval '4 days'
    where id = ${past.eventId}`.execute(db);
  const staff = await buildUserIn(db, accountId, 'door_staff');
  const client = app.as(staff);
  const seen = async () => (await client.call(links.listOwnDoors, {})).body.data.map(({ listId }) => listId);
  expect(await seen()).toEqual(expect.arrayContaining([own.list.id, other.list.id]));
  expect(await seen()).not.toContain(past.list.id);
  await sql`update app.memberships set limited = true where user_id = ${staff.userId}`.execute(db);
  await sql`insert into app.membership_events (account_id, user_id, event_id)
    values (${accountId}, ${staff.userId}, ${own.eventId})`.execute(db);
  expect(await seen()).toEqual([own.list.id]);
  const opened = await client.call(links.openCheckInList, { params: own.params });
  expect(opened.body.data.role).toBe('steward');
  await client.call(links.openCheckInList, { params: own.params });
  expect((await client.call(links.openCheckInList, { params: other.params })).status).toBe(404);
  const entries = await sql<{ action: string }>`select action from app.audit_entries
    where user_id = ${staff.userId}`.execute(db);
  expect(entries.rows.map(({ action }) => action)).toEqual(['check_in_link.created']);
  await me.call(links.setCheckInListClosed, { params: own.params, body: { isClosed: true } });
  expect(await seen()).toEqual([]);
});
