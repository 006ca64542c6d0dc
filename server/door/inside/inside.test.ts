import { createCheckInList, deleteCheckInList } from '@entrada/contract/door/check-in-lists';
import { listPeopleInside } from '@entrada/contract/door/inside';
import { checkInAttendees, undoAttendeeCheckIns } from '@entrada/contract/door/workspace-check-in';
import { exportPath } from '@entrada/contract/sales/exports';
import { readXlsx } from 'hucre';
import { expect, test } from 'vitest';
import { buildAccount, buildUserIn } from '../../accounts/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { buildSupervisedDoor } from '../supervising/door-fixture.ts';

const app = await buildTestApp();
const { db } = app;
const { accountId, token } = await buildAccount(db);
const owner = app.as({ token });

async function buildList() {
  const door = await buildSupervisedDoor(db, { accountId });
  const people = [
    await door.admit({ firstName: 'Ana', lastName: 'Ferrer' }),
    await door.admit({ firstName: 'Ben', lastName: 'Ríos' }),
    await door.admit({ firstName: 'Cleo', lastName: 'Sanz' }),
  ];
  const eventId = String(door.eventId);
  const { body } = await owner.call(createCheckInList, {
    params: { eventId },
    body: {
      name: 'Gate',
      description: '',
      allTickets: true,
      ticketIds: [],
      activatesAt: null,
      expiresAt: null,
    },
  });
  const params = { eventId, listId: String(body.data.id) };
  return {
    door,
    people,
    params,
    letIn: (nth: number) =>
      owner.call(
        checkInAttendees,
        { params, body: { attendeeIds: [people[nth]?.attendeeId ?? 0] } },
        { idempotencyKey: app.key() },
      ),
    inside: async (query: Record<string, string> = {}) =>
      (await owner.call(listPeopleInside, { params, query })).body,
  };
}

test('lists who is inside, the last first, with their ticket and since when; nobody who left or came by another list', async () => {
  const { letIn, inside, people, params, door } = await buildList();
  expect(await inside()).toMatchObject({ data: [], meta: { total: 0 } });
  for (const nth of [0, 1, 2]) await letIn(nth);
  const { data, meta } = await inside();
  expect(data.map(({ name }) => name)).toEqual(['Cleo Sanz', 'Ben Ríos', 'Ana Ferrer']);
  expect(meta.total).toBe(3);
  expect(data[2]).toMatchObject({ reference: people[0]?.reference, ticket: 'Ticket' });
  expect(Math.abs(Date.now() - Date.parse(data[0]?.since ?? ''))).toBeLessThan(60_000);
  await owner.call(undoAttendeeCheckIns, { params, body: { attendeeIds: [people[1]?.attendeeId ?? 0] } });
  expect((await inside()).data.map(({ name }) => name)).toEqual(['Cleo Sanz', 'Ana Ferrer']);
  const elsewhere = { ...params, listId: String(door.gate.id) };
  expect((await owner.call(listPeopleInside, { params: elsewhere, query: {} })).body.data).toEqual([]);
});

test('comes in pages, and finds by name or reference, never by email', async () => {
  const { letIn, inside, people } = await buildList();
  for (const nth of [0, 1, 2]) await letIn(nth);
  const second = await inside({ page: '2', per_page: '2' });
  expect(second.data.map(({ name }) => name)).toEqual(['Ana Ferrer']);
  expect((await inside({ query: 'rios' })).data.map(({ name }) => name)).toEqual(['Ben Ríos']);
  expect((await inside({ query: people[2]?.reference ?? '' })).data).toHaveLength(1);
  expect((await inside({ query: '@example' })).data).toEqual([]);
});

test('accounts may read it; staff of the door and other accounts may not; a deleted list is not found', async () => {
  const { params } = await buildList();
  const as = async (role: 'accounts' | 'door_staff') =>
    app.as(await buildUserIn(db, accountId, role)).call(listPeopleInside, { params, query: {} });
  expect((await as('accounts')).status).toBe(200);
  expect((await as('door_staff')).status).toBe(403);
  const stranger = app.as(await buildAccount(db));
  expect((await stranger.call(listPeopleInside, { params, query: {} })).status).toBe(404);
  const other = await buildList();
  const mixed = { ...params, listId: other.params.listId };
  expect((await owner.call(listPeopleInside, { params: mixed, query: {} })).status).toBe(404);
  await owner.call(deleteCheckInList, { params });
  expect((await owner.call(listPeopleInside, { params, query: {} })).status).toBe(404);
});

test('is a file with the same search, of one list or of all, and is recorded', async () => {
  const { letIn, people, params, door } = await buildList();
  for (const nth of [0, 1, 2]) await letIn(nth);
  const file = async (query: Record<string, string> = {}, as = owner, format: 'csv' | 'xlsx' = 'csv') => {
    const path = exportPath(door.eventId, 'people-inside', format);
    return as.send({ method: 'GET', url: `/api${path}?${new URLSearchParams(query)}` });
  };
  const rows = (body: string) => body.trim().split(/\r?\n/).slice(1);
  const ofList = { 'filter_fields[list][eq]': params.listId };
  const whole = await file(ofList);
  expect(whole.headers['content-disposition']).toMatch(/-people-inside\.csv"/);
  expect(rows(whole.body).map((row) => row.split(',')[0])).toEqual(['Cleo Sanz', 'Ben Ríos', 'Ana Ferrer']);
  expect(rows(whole.body)[2]).toMatch(new RegExp(`^Ana Ferrer,Ticket,${people[0]?.reference},.+,Gate$`));
  expect(whole.body).not.toContain('@');
  expect(rows((await file({ ...ofList, query: 'rios' })).body)).toHaveLength(1);
  expect(rows((await file({ 'filter_fields[list][eq]': String(door.gate.id) })).body)).toEqual([]);
  await owner.call(undoAttendeeCheckIns, { params, body: { attendeeIds: [people[1]?.attendeeId ?? 0] } });
  expect(rows((await file()).body)).toHaveLength(2);
  const book = await readXlsx(new Uint8Array((await file(ofList, owner, 'xlsx')).rawPayload));
  expect(book.sheets[0]?.rows.map(([name]) => name).slice(1)).toEqual(['Cleo Sanz', 'Ana Ferrer']);
  const entries = await db
    .selectFrom('audit_entries')
    .select('action')
    .where('target_id', '=', door.eventId)
    .where('action', '=', 'people_inside.exported')
    .execute();
  expect(entries).toHaveLength(5);
  expect((await file({ 'filter_fields[email][eq]': 'x' })).statusCode).toBe(422);
  expect((await file({}, app.as(await buildUserIn(db, accountId, 'door_staff')))).statusCode).toBe(403);
  expect((await file({}, app.as(await buildAccount(db)))).statusCode).toBe(404);
  await owner.call(deleteCheckInList, { params });
  expect(rows((await file()).body)).toEqual([]);
});
