import { randomBytes } from 'node:crypto';
import * as endpoints from '@entrada/contract/door/check-in';
import { createCheckInList, deleteCheckInList } from '@entrada/contract/door/check-in-lists';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { lineUp } from '../../test/held-lock.ts';
import { buildShop } from '../../test/shop.ts';
import { insertAttendee } from './attendee-fixture.ts';

const app = await buildTestApp();
const { db } = app;
const shop = await buildShop(db);
const organizer = app.as(shop);
const event = { eventId: String(shop.eventId) };
const { reference } = await insertAttendee(db, shop);

const stamp = () => ({
  device: 'Door A',
  nonce: randomBytes(18).toString('base64url'),
  scannedAt: new Date().toISOString(),
});

async function buildList() {
  const body = {
    name: 'Gate',
    description: '',
    allTickets: true,
    ticketIds: [],
    activatesAt: null,
    expiresAt: null,
  };
  const list = (await organizer.call(createCheckInList, { params: event, body })).body.data;
  const params = { listShortId: list.shortId };
  const calls = {
    enter: () =>
      app.as().call(endpoints.checkIn, { params, body: { method: 'search', reference, ...stamp() } }),
    undo: () => app.as().call(endpoints.undoCheckIn, { params: { ...params, reference }, body: stamp() }),
    remove: () => organizer.call(deleteCheckInList, { params: { ...event, listId: String(list.id) } }),
  };
  expect((await calls.enter()).body.data.verdict).toBe('admitted');
  return { id: list.id, ...calls };
}
type Call = () => Promise<{ status: number; problem?: { code?: string } }>;

/** Starts the calls one after the other while the list is locked, so that they go on in this order. */
const inOrder = (listId: number, calls: readonly Call[]) =>
  lineUp(db, sql`select from app.check_in_lists where id = ${listId} for update`, calls);

test('a check-in list is deleted before an undo: the door is told that the list is gone', async () => {
  const { id, undo, remove } = await buildList();
  const [removed, undone] = await inOrder(id, [remove, undo]);
  expect(removed?.status).toBe(204);
  expect([undone?.status, undone?.problem?.code]).toEqual([404, 'CHECK_IN_LIST_NOT_FOUND']);
});

test('an undo before the list is deleted: both happen', async () => {
  const { id, undo, remove } = await buildList();
  expect((await inOrder(id, [undo, remove])).map(({ status }) => status)).toEqual([200, 204]);
});

test('a check-in before and after the list is deleted', async () => {
  for (const order of ['enter', 'remove'] as const) {
    const { id, enter, undo, remove } = await buildList();
    await undo();
    const calls = order === 'enter' ? [enter, remove] : [remove, enter];
    const statuses = (await inOrder(id, calls)).map(({ status }) => status);
    expect(statuses).toEqual(order === 'enter' ? [200, 204] : [204, 404]);
  }
});
