import { getDoorDay } from '@entrada/contract/insight/door-day';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildEvent } from '../../catalog/events/factory.ts';
import { buildTicket } from '../../catalog/tickets/factory.ts';
import { insertAttendee } from '../../door/check-in/attendee-fixture.ts';
import { newShortId } from '../../platform/secrets.ts';
import { buildTestApp } from '../../test/app.ts';

const app = await buildTestApp();
const { db } = app;
const owner = await buildAccount(db);
const me = app.as(owner);
const { accountId } = owner;

async function anEvent() {
  const { eventId } = await buildEvent(db, { accountId });
  await sql`update app.events set timezone = 'Europe/Madrid' where id = ${eventId}`.execute(db);
  const ticket = await buildTicket(db, { accountId, eventId, name: 'Pass' });
  const other = await buildTicket(db, { accountId, eventId, name: 'Tomorrow', position: 2 });
  await sql`update app.tickets set own_starts_at = app.now() + interval '3 days', own_ends_at = app.now() + interval '4 days'
    where id = ${other.ticketId}`.execute(db);
  const list = async (name: string) =>
    db
      .insertInto('check_in_lists')
      .values({ account_id: accountId, event_id: eventId, short_id: newShortId('cl'), name })
      .returning('id')
      .executeTakeFirstOrThrow();
  const person = (of: typeof ticket) => insertAttendee(db, { accountId, eventId, ...of });
  /** Lets somebody in so many seconds ago. */
  const enter = (attendeeId: number, listId: number, secondsAgo: number, device = 'd1') =>
    sql`insert into app.check_ins (account_id, event_id, check_in_list_id, attendee_id, checked_in_at, device)
      values (${accountId}, ${eventId}, ${listId}, ${attendeeId}, app.now() - make_interval(secs => ${secondsAgo}), ${device})`.execute(
      db,
    );
  const read = async (query: Record<string, string> = {}) =>
    (await me.call(getDoorDay, { params: { eventId: String(eventId) }, query })).body.data;
  return { eventId, ticket, other, list, person, enter, read };
}

test('shows the entries of today by minute, door and ticket, and leaves tickets for other days out', async () => {
  const { ticket, other, list, person, enter, read } = await anEvent();
  const [main, side] = [await list('Main gate'), await list('Side gate')];
  const people = [await person(ticket), await person(ticket), await person(ticket)];
  await person(other);
  const before = await read();
  expect(before).toMatchObject({
    expected: 3,
    entered: 0,
    inside: 0,
    minutes: null,
    busiest: null,
    allInAt: null,
    pace: 0,
  });

  const [one, two] = people.map(({ attendeeId }) => attendeeId);
  await enter(one ?? 0, main.id, 0);
  await enter(one ?? 0, side.id, 0, 'd2');
  await enter(two ?? 0, main.id, 0, 'd3');
  const after = await read();
  expect(after).toMatchObject({ expected: 3, entered: 2, inside: 2 });
  expect(after.minutes?.entries.reduce((a, b) => a + b, 0)).toBe(3);
  expect(after.doors).toMatchObject([
    { name: 'Main gate', entered: 2, inside: 2, devices: 2 },
    { name: 'Side gate', entered: 1, inside: 1, devices: 1 },
  ]);
  expect(after.doors[0]?.minutes).toHaveLength(24);
  expect(after.tickets).toMatchObject([
    { name: 'Pass', attendees: 3, inside: 2, isToday: true },
    { name: 'Tomorrow', attendees: 1, inside: 0, isToday: false },
  ]);
});

test('the event’s zone decides which day an entry is on', async () => {
  const { eventId, ticket, list, person, read } = await anEvent();
  const main = await list('Main gate');
  const { attendeeId: id } = await person(ticket);
  await sql`insert into app.check_ins (account_id, event_id, check_in_list_id, attendee_id, checked_in_at)
    values (${accountId}, ${eventId}, ${main.id}, ${id}, '2026-06-10T22:30:00Z')`.execute(db);
  expect(await read({ day: '2026-06-10' })).toMatchObject({ entered: 0, minutes: null });
  const day = await read({ day: '2026-06-11' });
  expect(day).toMatchObject({ entered: 1, pace: 0, busiest: { at: '2026-06-10T22:30:00.000Z', entries: 1 } });
  expect(day.minutes?.from).toBe('2026-06-10T22:30:00.000Z');
});

test('another account learns nothing, and a day has to be one', async () => {
  const { eventId } = await anEvent();
  const stranger = app.as(await buildAccount(db));
  const params = { eventId: String(eventId) };
  expect((await stranger.call(getDoorDay, { params, query: {} })).status).toBe(404);
  expect((await me.call(getDoorDay, { params, query: { day: '2026-13-01' } })).status).toBe(422);
});
