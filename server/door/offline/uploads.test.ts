import * as door from '@entrada/contract/door/check-in';
import * as offline from '@entrada/contract/door/offline';
import { listScans } from '@entrada/contract/door/scan-log';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { ago, doorsOf, made, newNonce, stamp } from './phone-fixture.ts';

const app = await buildTestApp();
const { db } = app;
const { token, client, buildDoor, entriesOf } = await doorsOf(app);

test('scans of a phone whose clock is a day wrong are stored with the right time, once', async () => {
  const it = await buildDoor();
  const phone = await it.phone('Door A');
  const wrong = (seconds: number) => new Date(Date.now() + 86_400_000 - seconds * 1000);
  const scan = { ...made(it.first.code, 0), scannedAt: wrong(600).toISOString() };
  const send = () => phone.send([scan], wrong(0));
  const first = await send();
  expect(first.body.data).toMatchObject({
    results: [{ nonce: scan.nonce, outcome: 'admitted', conflict: null }],
    checkedIn: 1,
  });
  expect((await send()).body).toEqual(first.body);
  const [entry] = await entriesOf(it.listId);
  expect(entry).toMatchObject({ device: 'Door A', is_in: true });
  expect(Math.abs((entry?.ago ?? 0) - 600)).toBeLessThan(30);
  const { rows } = await sql`select from app.scans where check_in_list_id = ${it.listId}`.execute(db);
  expect(rows).toHaveLength(1);
});

test('two phones let the same ticket in: the first that arrives counts, the other is a conflict that everybody sees', async () => {
  const it = await buildDoor({ allowsReentry: false });
  const [one, other] = [await it.phone('Door A'), await it.phone('Door B')];
  await other.send([made(it.first.code, 60)]);
  const late = made(it.first.code, 300);
  const reply = await one.send([late]);
  expect(reply.body.data.results).toMatchObject([
    { outcome: 'already_in', conflict: { first: { device: 'Door B' } } },
  ]);
  expect((await one.send([late])).body.data.results).toEqual(reply.body.data.results);
  expect(await entriesOf(it.listId)).toMatchObject([{ device: 'Door B', is_in: true }]);
  expect((await other.conflicts()).body.data).toMatchObject([
    {
      device: 'Door A',
      link: 'Main gate',
      outcome: 'already_in',
      guest: { reference: it.first.reference },
      first: { device: 'Door B' },
    },
  ]);
});

test('out and in again, in whatever order the phones send it', async () => {
  const it = await buildDoor();
  const [one, other, third] = [await it.phone('A'), await it.phone('B'), await it.phone('C')];
  const { code } = it.first;
  // In at A, out at B, in again at C. C sends first.
  expect((await third.send([made(code, 100)])).body.data.checkedIn).toBe(1);
  expect((await one.send([made(code, 300)])).body.data.results[0]?.conflict).not.toBeNull();
  expect((await other.send([made(code, 200, { direction: 'out' })])).body.data).toMatchObject({
    results: [{ outcome: 'checked_out', conflict: null }],
    checkedIn: 1,
  });
  expect(await entriesOf(it.listId)).toMatchObject([
    { device: 'A', out_device: 'B', is_in: false },
    { device: 'C', out_device: null, is_in: true },
  ]);
  expect((await one.scan(code, 'out')).body.data).toMatchObject({ verdict: 'checked_out', checkedIn: 0 });
  expect((await one.scan(code, 'out')).body.data).toMatchObject({ verdict: 'just_scanned' });
  expect((await other.scan(code, 'out')).body.data).toMatchObject({
    verdict: 'not_inside',
    earlier: { device: 'A' },
  });
});

test('whoever was let in and should not have been is a conflict, and not inside', async () => {
  const it = await buildDoor({ guests: 3 });
  const phone = await it.phone('Door A');
  const [cancelled, old, good] = it.people;
  await db
    .updateTable('attendees')
    .set({ status: 'cancelled' })
    .where('id', '=', cancelled?.attendeeId ?? 0)
    .execute();
  await db
    .updateTable('attendees')
    .set({ code_version: 2 })
    .where('id', '=', old?.attendeeId ?? 0)
    .execute();
  const { data } = (
    await phone.send([
      made(cancelled?.code ?? '', 9),
      made(old?.code ?? '', 8),
      made('E1.AAAA', 7),
      made(good?.code ?? '', 6, { verdict: 'cancelled' }),
    ])
  ).body;
  expect(data.results.map(({ outcome, conflict }) => [outcome, conflict])).toEqual([
    ['cancelled', { first: null }],
    ['revoked', { first: null }],
    ['unreadable', { first: null }],
    ['cancelled', null],
  ]);
  expect(data.checkedIn).toBe(0);
  expect((await phone.conflicts()).body.data).toHaveLength(3);
});

test('after the link was closed: nothing is told any more, no scan is lost, and later ones are conflicts', async () => {
  const it = await buildDoor({ guests: 2, pin: '4711' });
  const phone = await it.phone('Door A');
  await db
    .updateTable('check_in_links')
    .set({ closed_at: ago(60), pin_version: 2 })
    .where('short_id', '=', it.params.listShortId)
    .execute();
  expect((await phone.head()).status).toBe(404);
  const { data } = (await phone.send([made(it.first.code, 120), made(it.people[1]?.code ?? '', 30)])).body;
  expect(data.results).toMatchObject([
    { outcome: 'admitted', conflict: null },
    { outcome: 'expired', conflict: { first: null } },
  ]);
  const stranger = { device: 'X', sentAt: new Date().toISOString(), scans: [made(it.first.code, 1)] };
  const refused = await client.call(offline.sendOfflineScans, { params: it.params, body: stranger });
  expect(refused.problem.code).toBe('CHECK_IN_LIST_NOT_FOUND');
});

test('a list that was deleted keeps what comes late', async () => {
  const it = await buildDoor();
  const phone = await it.phone('Door A');
  await db
    .updateTable('check_in_lists')
    .set({ deleted_at: new Date() })
    .where('id', '=', it.listId)
    .execute();
  const { data } = (await phone.send([made(it.first.code, 60)])).body;
  expect(data.results).toMatchObject([{ outcome: 'admitted', conflict: null }]);
  const { rows } = await sql`select from app.scans where check_in_list_id = ${it.listId}`.execute(db);
  expect(rows).toHaveLength(1);
  expect(await entriesOf(it.listId)).toEqual([]);
});

test('the log tells when a scan happened by the clock of the server, however wrong that of the phone is', async () => {
  const it = await buildDoor({ guests: 2 });
  const phone = await it.phone('Door A');
  const [ana, ben] = it.people;
  const wrong = (time: Date) => new Date(time.getTime() + 25 * 3_600_000).toISOString();
  const waited = { ...made(ana?.code ?? '', 600), scannedAt: wrong(ago(600)) };
  await phone.send([waited], new Date(wrong(new Date())));
  const online = { method: 'scan', code: ben?.code ?? '', device: 'Door A', ...stamp() } as const;
  await client.call(door.checkIn, {
    params: it.params,
    body: { ...online, scannedAt: wrong(new Date()) },
  });
  const log = await app.as({ token }).call(listScans, { params: { eventId: String(it.eventId) }, query: {} });
  const minutesAgo = log.body.data.map(({ scannedAt }) =>
    Math.abs(Math.round((Date.now() - Date.parse(scannedAt)) / 60_000)),
  );
  expect(minutesAgo).toEqual([0, 10]);
});

test('the log keeps the order of an upload, whatever its nonces are', async () => {
  const it = await buildDoor({ guests: 2 });
  const phone = await it.phone('Door A');
  const [ana, ben] = it.people;
  const scans = [ana, ben].map((one, nth) => ({
    ...made(one?.code ?? '', 60),
    nonce: `${nth === 0 ? 'z' : 'a'}${newNonce()}`,
  }));
  await phone.send(scans);
  const log = await app.as({ token }).call(listScans, { params: { eventId: String(it.eventId) }, query: {} });
  expect(log.body.data.map(({ attendee }) => attendee?.id)).toEqual([ben?.attendeeId, ana?.attendeeId]);
});
