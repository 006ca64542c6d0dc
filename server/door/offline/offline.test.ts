import { lastNameFirst } from '@entrada/contract/accounts/person-name';
import * as door from '@entrada/contract/door/check-in';
import * as offline from '@entrada/contract/door/offline';
import { expect, test } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { insertAttendee } from '../check-in/attendee-fixture.ts';
import { ago, doorsOf, stamp } from './phone-fixture.ts';

const app = await buildTestApp();
const { db } = app;
const { accountId, client, buildDoor } = await doorsOf(app);

test('a phone without a token keeps nothing; one with a token gets what it needs, and no more', async () => {
  const it = await buildDoor({ guests: 2 });
  const { params } = it;
  expect((await client.call(offline.getOfflineHead, { params })).problem.code).toBe('DOOR_DEVICE_REQUIRED');
  const phone = await it.phone('Door A');
  const head = (await phone.head()).body.data;
  expect(head).toMatchObject({ eventId: it.eventId, people: 2, isCalledOff: false, allowsReentry: true });
  expect(head.publicKeys[0]).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(head.tickets).toMatchObject([{ id: it.ticket.priceId, label: 'Pass', admitted: true }]);
  expect(Date.parse(head.until) - Date.parse(head.now)).toBe(24 * 3_600_000);
  const all = await phone.people();
  expect(all.body.data.next).toBeNull();
  expect(
    all.body.data.people.map(([id, reference, name, ticket, status, version, inside]) => ({
      id,
      reference,
      name,
      ticket,
      status,
      version,
      inside,
    })),
  ).toEqual(
    it.people.map(({ attendeeId, reference }) => ({
      id: attendeeId,
      reference,
      name: 'Lucía Ferrer',
      ticket: it.ticket.priceId,
      status: 0,
      version: 1,
      inside: null,
    })),
  );
  expect(JSON.stringify([head, all.body])).not.toContain('canary');
  await db
    .updateTable('check_in_lists')
    .set({ activates_at: ago(-3600) })
    .where('id', '=', it.listId)
    .execute();
  expect((await phone.people()).problem.code).toBe('CHECK_IN_LIST_NOT_ACTIVE');
  expect((await phone.head()).status).toBe(200);
});

test('a phone can sort people as the guest list is sorted, by last name, whatever their names look like', async () => {
  const names = [
    ['Ana', 'Zapata'],
    ['Ana María', 'Duarte'],
    ['Zoe', 'Duarte'],
    ['Bea', ''],
    ['Ana Bea', ''],
    ['小明', '王'],
    ['Lucía', 'Ferrer Soler'],
  ] as const;
  const it = await buildDoor({ guests: names.length });
  for (const [nth, [first_name, last_name]] of names.entries())
    await db
      .updateTable('attendees')
      .set({ first_name, last_name })
      .where('id', '=', it.people[nth]?.attendeeId ?? 0)
      .execute();
  const { people } = (await (await it.phone('Door A')).people()).body.data;
  const keyOf = ([, , name, , , , , place]: offline.OfflinePerson) =>
    lastNameFirst(name, place).toLowerCase();
  const sorted = people.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)).map(([, , name]) => name);
  const listed = await client.call(door.listGuests, { params: it.params, query: {} });
  expect(sorted).toEqual(listed.body.data.map(({ name }) => name));
  expect(people.map((person) => person[7])).toEqual([undefined, 10, undefined, undefined, 8, -1, undefined]);
});

test('changes hold who was added, changed, let in at another phone and let out, and nothing twice', async () => {
  const it = await buildDoor({ guests: 2 });
  const [one, other] = [await it.phone('Door A'), await it.phone('Door B')];
  let { cursor } = (await one.head()).body.data;
  const next = async () => {
    const { data } = (await one.changes(cursor)).body;
    cursor = data.head.cursor;
    expect(data.reset).toBe(false);
    return data.people;
  };
  const until = (matches: (person: offline.OfflinePerson) => boolean) =>
    expect.poll(async () => (await next()).some(matches), { timeout: 20_000 }).toBe(true);
  const { attendeeId, code } = it.first;
  await other.scan(code);
  await until(([id, , , , , , inside]) => id === attendeeId && inside?.[1] === 'Door B');
  await other.scan(code, 'out');
  await until(([id, , , , , , inside]) => id === attendeeId && inside === null);
  await db
    .updateTable('attendees')
    .set({ status: 'cancelled', code_version: 2 })
    .where('id', '=', attendeeId)
    .execute();
  await until(([id, , , , status, version]) => id === attendeeId && status === 1 && version === 2);
  const late = await insertAttendee(db, { accountId, eventId: it.eventId, ...it.ticket });
  await until(([id]) => id === late.attendeeId);
  expect((await one.changes('00000000-1-1')).body.data).toMatchObject({ reset: true, people: [] });
  expect((await one.changes('nonsense')).body.data.reset).toBe(true);
});

test('the rest of an order by one scan, each by the rules of the door, also for a steward', async () => {
  const it = await buildDoor({ guests: 4, allowsReentry: false });
  await db
    .updateTable('check_in_links')
    .set({ role: 'steward' })
    .where('short_id', '=', it.params.listShortId)
    .execute();
  const first = await db
    .selectFrom('attendees')
    .select(['order_id', 'order_item_id'])
    .where('id', '=', it.first.attendeeId)
    .executeTakeFirstOrThrow();
  const [, , cancelled] = it.people;
  await db.updateTable('attendees').set(first).where('event_id', '=', it.eventId).execute();
  await db
    .updateTable('attendees')
    .set({ status: 'cancelled' })
    .where('id', '=', cancelled?.attendeeId ?? 0)
    .execute();
  const phone = await it.phone('Door A');
  expect((await phone.scan(it.first.code)).body.data).toMatchObject({ verdict: 'admitted', others: 2 });
  const body = { method: 'scan' as const, code: it.first.code, device: 'Door A', ...stamp() };
  const call = () => client.call(door.checkInOrder, { params: it.params, body });
  const reply = await call();
  expect(reply.body.data).toMatchObject({ verdict: 'already_in', checkedIn: 3 });
  expect(reply.body.data.people.map(({ verdict }) => verdict)).toEqual(['admitted', 'admitted']);
  expect((await call()).body.data.people).toEqual(reply.body.data.people);
  expect((await phone.scan(it.first.code)).body.data).toMatchObject({ others: 0 });
});
