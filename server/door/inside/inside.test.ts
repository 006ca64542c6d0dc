import { createCheckInList, deleteCheckInList } from '@entrada/contract/door/check-in-lists';
import { listPeopleInside } from '@entrada/contract/door/inside';
import { checkInAttendees, undoAttendeeCheckIns } from '@entrada/contract/door/workspace-check-in';
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
