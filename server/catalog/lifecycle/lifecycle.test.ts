import type { EventStatus } from '@entrada/contract/catalog/events';
import { setEventStatus } from '@entrada/contract/catalog/events';
import { expect, test } from 'vitest';
import { buildAccount, buildUserIn } from '../../accounts/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { buildEvent } from '../events/factory.ts';
import { buildTicket } from '../tickets/factory.ts';

const app = await buildTestApp();
const owner = await buildAccount(app.db);
const stranger = await buildAccount(app.db);
const { accountId } = owner;

async function eventIn(status: EventStatus) {
  const { eventId } = await buildEvent(app.db, { accountId, status });
  await buildTicket(app.db, { accountId, eventId });
  return eventId;
}
const set = (eventId: number, status: EventStatus, actor: { token: string } = owner) =>
  app.as(actor).call(setEventStatus, { params: { eventId: String(eventId) }, body: { status } });

const rowOf = (eventId: number) =>
  app.db
    .selectFrom('events')
    .select(['catalog_version', 'published_at'])
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow();

test.each<[EventStatus, EventStatus, boolean]>([
  ['draft', 'public', true],
  ['public', 'draft', true],
  ['draft', 'archived', true],
  ['public', 'archived', true],
  ['archived', 'draft', true],
  ['archived', 'public', false],
  ['draft', 'draft', false],
  ['public', 'public', false],
  ['archived', 'archived', false],
])('%s to %s: %s', async (from, to, allowed) => {
  const eventId = await eventIn(from);
  const before = await rowOf(eventId);
  const reply = await set(eventId, to);
  if (!allowed) return expect(reply.problem).toMatchObject({ status: 409, code: 'INVALID_STATUS_CHANGE' });
  expect(reply.body.data).toMatchObject({ status: to, version: 1 });
  const row = await rowOf(eventId);
  expect(row.catalog_version).toBeGreaterThan(before.catalog_version);
  if (to === 'public') expect(row.published_at).not.toBeNull();
  const entry = await app.db
    .selectFrom('audit_entries')
    .select(['before', 'after'])
    .where('target_id', '=', eventId)
    .where('action', '=', 'event.status_changed')
    .executeTakeFirst();
  expect(entry).toEqual({ before: { status: from }, after: { status: to } });
});

test('an event without a ticket is not published', async () => {
  const { eventId } = await buildEvent(app.db, { accountId, status: 'draft' });
  expect((await set(eventId, 'public')).problem).toMatchObject({ status: 409, code: 'EVENT_NEEDS_TICKET' });
});

test('a user publishes an event only after confirming the email address', async () => {
  const eventId = await eventIn('draft');
  const fresh = await buildUserIn(app.db, accountId, 'organizer', { emailConfirmed: false });
  expect((await set(eventId, 'public', fresh)).problem).toMatchObject({
    status: 403,
    code: 'EMAIL_NOT_CONFIRMED',
  });
  await app.db
    .updateTable('users')
    .set({ email_confirmed_at: new Date() })
    .where('id', '=', fresh.userId)
    .execute();
  expect((await set(eventId, 'public', fresh)).status).toBe(200);
  const archiving = await buildUserIn(app.db, accountId, 'organizer', { emailConfirmed: false });
  expect((await set(eventId, 'archived', archiving)).status).toBe(200);
});

test('another account gets 404, a visitor 401, an unknown status 422', async () => {
  const eventId = await eventIn('draft');
  expect((await set(eventId, 'public', stranger)).status).toBe(404);
  const params = { eventId: String(eventId) };
  expect((await app.as().call(setEventStatus, { params, body: { status: 'public' } })).status).toBe(401);
  expect((await set(eventId, 'gone' as EventStatus)).status).toBe(422);
});
