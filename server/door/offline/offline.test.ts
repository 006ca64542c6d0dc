import { randomBytes } from 'node:crypto';
import { HEADERS } from '@entrada/contract/constants';
import * as door from '@entrada/contract/door/check-in';
import { enterDoor } from '@entrada/contract/door/check-in-links';
import * as offline from '@entrada/contract/door/offline';
import { listScans } from '@entrada/contract/door/scan-log';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { hashPassword } from '../../accounts/password.ts';
import { buildEvent } from '../../catalog/events/factory.ts';
import { buildTicket } from '../../catalog/tickets/factory.ts';
import { newShortId } from '../../platform/secrets.ts';
import { signTicketCode } from '../../sales/attendees/core/ticket-code.ts';
import { buildTestApp } from '../../test/app.ts';
import { holdLock } from '../../test/held-lock.ts';
import { insertAttendee } from '../check-in/attendee-fixture.ts';

const app = await buildTestApp();
const { db } = app;
const { accountId, token } = await buildAccount(db);
const client = app.as();

async function buildDoor({ allowsReentry = true, guests = 1, pin = undefined as string | undefined } = {}) {
  const { eventId } = await buildEvent(db, { accountId });
  const ticket = await buildTicket(db, { accountId, eventId, name: 'Pass' });
  const listShortId = newShortId('cl');
  const list = await db
    .insertInto('check_in_lists')
    .values({
      account_id: accountId,
      event_id: eventId,
      short_id: listShortId,
      name: 'Main gate',
      allows_reentry: allowsReentry,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (pin !== undefined)
    await db
      .updateTable('check_in_links')
      .set({ pin_hash: await hashPassword(pin) })
      .where('short_id', '=', listShortId)
      .execute();
  const key = await db
    .selectFrom('event_keys')
    .select('private_key')
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow();
  const people = [];
  for (let nth = 0; nth < guests; nth += 1) {
    const one = await insertAttendee(db, { accountId, eventId, ...ticket, email: 'canary@example.org' });
    const code = signTicketCode({ eventId, attendeeId: one.attendeeId, codeVersion: 1 }, key.private_key);
    people.push({ ...one, code });
  }
  const params = { listShortId };
  const phone = async (name: string) => {
    const body = { device: name, ...(pin !== undefined && { pin }) };
    const entered = await client.call(enterDoor, { params, body });
    const headers = { headers: { [HEADERS.doorDevice]: entered.body.data.token } };
    const deviceId = randomBytes(18).toString('base64url');
    return {
      head: () => client.call(offline.getOfflineHead, { params }, headers),
      people: (after?: string) =>
        client.call(offline.listOfflinePeople, { params, query: after ? { after } : {} }, headers),
      changes: (since: string) =>
        client.call(offline.getOfflineChanges, { params, query: { since } }, headers),
      send: (scans: Scan[], sentAt = new Date()) =>
        client.call(
          offline.sendOfflineScans,
          { params, body: { device: name, deviceId, sentAt: sentAt.toISOString(), scans } },
          headers,
        ),
      scan: (code: string, direction: door.Direction = 'in') =>
        client.call(
          door.checkIn,
          { params, body: { method: 'scan', code, direction, device: name, deviceId, ...stamp() } },
          headers,
        ),
      conflicts: () => client.call(offline.listOfflineConflicts, { params }, headers),
    };
  };
  return { eventId, ticket, listId: list.id, params, people, phone, first: people[0] ?? fail('nobody') };
}
const fail = (why: string): never => {
  throw new Error(why);
};

type Scan = Parameters<typeof client.call<typeof offline.sendOfflineScans>>[1]['body']['scans'][number];
const newNonce = () => randomBytes(18).toString('base64url');
const stamp = () => ({ nonce: newNonce(), scannedAt: new Date().toISOString() });
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);
const made = (code: string, seconds: number, more: Partial<Scan> = {}): Scan => ({
  nonce: newNonce(),
  code,
  scannedAt: ago(seconds).toISOString(),
  verdict: more.direction === 'out' ? 'checked_out' : 'admitted',
  ...more,
});
const entriesOf = async (listId: number) =>
  (
    await sql<{
      attendee_id: number;
      device: string;
      is_in: boolean;
      ago: number;
      out_device: string | null;
    }>`
      select attendee_id, device, out_device, checked_out_at is null as is_in,
        round(extract(epoch from app.now() - checked_in_at))::int as ago
      from app.check_ins where check_in_list_id = ${listId} order by checked_in_at`.execute(db)
  ).rows;

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

test('uploads, online scans, exits and undos at once: nobody is inside twice, and the figures stay true', async () => {
  const it = await buildDoor({ guests: 12 });
  const phones = await Promise.all(['A', 'B', 'C'].map((name) => it.phone(name)));
  const [a = fail('A'), b = fail('B'), c = fail('C')] = phones;
  const undo = (reference: string) =>
    client.call(door.undoCheckIn, { params: { ...it.params, reference }, body: { device: 'S', ...stamp() } });
  const replies = await Promise.all([
    a.send(it.people.map(({ code }) => made(code, 50))),
    b.send(it.people.map(({ code }) => made(code, 40)).reverse()),
    ...it.people.map(({ code }) => c.scan(code)),
    ...it.people.slice(0, 4).map(({ code }) => c.scan(code, 'out')),
    ...it.people.slice(4, 6).map(({ reference }) => undo(reference)),
  ]);
  for (const { status } of replies) expect(status).toBe(200);
  const entries = await entriesOf(it.listId);
  const open = entries.filter(({ is_in }) => is_in).map(({ attendee_id }) => attendee_id);
  expect(new Set(open).size).toBe(open.length);
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(n), 0)::int as n from app.tallies
    where event_id = ${it.eventId} and kind = 'entries' and ref_id = ${it.listId}`.execute(db);
  expect(rows[0]?.n).toBe(open.length);
  const figures = await sql`
    (select kind, ref_id, at, sum(n) as n from app.door_figures where event_id = ${it.eventId}
      group by kind, ref_id, at having sum(n) <> 0
     except all select kind, ref_id, at, n from app.door_figures_recomputed where event_id = ${it.eventId})`.execute(
    db,
  );
  expect(figures.rows).toEqual([]);
});

test('the rest of an order by one scan, each by the rules of the door, also for a steward', async () => {
  const it = await buildDoor({ guests: 4, allowsReentry: false });
  await db
    .updateTable('check_in_links')
    .set({ role: 'steward' })
    .where('short_id', '=', it.params.listShortId)
    .execute();
  const order = db.selectFrom('attendees').select('order_id').where('id', '=', it.first.attendeeId);
  const [, , cancelled] = it.people;
  await db.updateTable('attendees').set({ order_id: order }).where('event_id', '=', it.eventId).execute();
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

test('two uploads of the same scans in opposite orders wait for one another, and never both', async () => {
  const it = await buildDoor();
  const phone = await it.phone('Door A');
  const scans = ['a', 'm', 'z'].map((letter) => ({
    ...made('not one of ours', 60, { verdict: 'unknown' }),
    nonce: `${letter}${newNonce()}`,
  }));
  // Both stop at the one in the middle, each with another one written.
  const release = await holdLock(
    app.database.url,
    `insert into app.scans (account_id, check_in_list_id, outcome, method, nonce, scanned_at)
     values (${accountId}, ${it.listId}, 'unknown', 'scan', '${scans[1]?.nonce}', now())`,
  );
  const sent = Promise.all([phone.send(scans), phone.send(scans.toReversed())]);
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into app.scans%'`.execute(
        db,
      );
      expect(rows[0]?.n).toBe(2);
    },
    { timeout: 5_000 },
  );
  await release();
  expect((await sent).map(({ status }) => status)).toEqual([200, 200]);
  const log = await app.as({ token }).call(listScans, { params: { eventId: String(it.eventId) }, query: {} });
  expect(log.body.data).toHaveLength(3);
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
