import { randomBytes } from 'node:crypto';
import { HEADERS } from '@entrada/contract/constants';
import * as door from '@entrada/contract/door/check-in';
import { enterDoor } from '@entrada/contract/door/check-in-links';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { hashPassword } from '../../accounts/password.ts';
import { buildEvent } from '../../catalog/events/factory.ts';
import { buildTicket } from '../../catalog/tickets/factory.ts';
import { newShortId } from '../../platform/secrets.ts';
import { buildTestApp } from '../../test/app.ts';
import { insertAttendee } from '../check-in/attendee-fixture.ts';

const app = await buildTestApp();
const other = await buildTestApp({ database: app.database });
const { db } = app;
const { accountId } = await buildAccount(db);

/** A list with one guest, and a link with these changes. */
async function buildLink(changes: { role?: 'steward' | 'supervisor'; pin?: string } = {}) {
  const { eventId } = await buildEvent(db, { accountId, title: 'Luz de Gas' });
  const ticket = await buildTicket(db, { accountId, eventId });
  const guest = await insertAttendee(db, { accountId, eventId, ...ticket });
  const list = await db
    .insertInto('check_in_lists')
    .values({ account_id: accountId, event_id: eventId, short_id: newShortId('cl'), name: 'Main gate' })
    .returning(['id', 'short_id'])
    .executeTakeFirstOrThrow();
  const listShortId = newShortId('cl');
  const link = await db
    .insertInto('check_in_links')
    .values({
      account_id: accountId,
      check_in_list_id: list.id,
      short_id: listShortId,
      name: 'Phone of Pau',
      role: changes.role ?? 'supervisor',
      pin_hash: changes.pin === undefined ? null : await hashPassword(changes.pin),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { listId: list.id, first: list.short_id, linkId: link.id, params: { listShortId }, guest };
}

const headersOf = (token?: string): { headers?: Record<string, string> } =>
  token ? { headers: { [HEADERS.doorDevice]: token } } : {};
const stamp = () => ({
  device: 'Door A',
  nonce: randomBytes(18).toString('base64url'),
  scannedAt: new Date().toISOString(),
});
type Link = Awaited<ReturnType<typeof buildLink>>;
const at = ({ params, guest }: Link, token?: string) => {
  const client = app.as();
  return {
    look: () => client.call(door.getDoor, { params }, headersOf(token)),
    scan: (code = 'nothing') =>
      client.call(door.checkIn, { params, body: { method: 'scan', code, ...stamp() } }, headersOf(token)),
    admit: () =>
      client.call(
        door.checkIn,
        { params, body: { method: 'search', reference: guest.reference, ...stamp() } },
        headersOf(token),
      ),
    undo: () =>
      client.call(
        door.undoCheckIn,
        { params: { ...params, reference: guest.reference }, body: stamp() },
        headersOf(token),
      ),
    search: () => client.call(door.listGuests, { params, query: {} }, headersOf(token)),
  };
};
const enter = (link: Link, pin?: string, { device = 'Phone', client = app.as() } = {}) =>
  client.call(enterDoor, { params: link.params, body: { device, ...(pin && { pin }) } });

test('a new list has a link of its own address, which may do everything', async () => {
  const link = await buildLink();
  const first = { ...link, params: { listShortId: link.first } };
  expect((await at(first).look()).body.data).toMatchObject({ role: 'supervisor', link: 'Main gate' });
  expect((await at(first).admit()).body.data.verdict).toBe('admitted');
});

test('a steward scans, and is told whom to ask for the rest', async () => {
  const link = await buildLink({ role: 'steward' });
  const { look, scan, admit, undo, search } = at(link);
  expect((await look()).body.data).toMatchObject({ needsPin: false, role: 'steward', link: 'Phone of Pau' });
  expect((await scan()).body.data.verdict).toBe('unknown');
  for (const refused of [await admit(), await undo(), await search()])
    expect([refused.status, refused.problem.code]).toEqual([403, 'DOOR_SUPERVISOR_ONLY']);
  const scans = await db
    .selectFrom('scans')
    .select('check_in_link_id')
    .where('check_in_list_id', '=', link.listId)
    .execute();
  expect(scans).toEqual([{ check_in_link_id: link.linkId }]);
});

test('before the PIN only the names are told; a token opens the rest until the PIN changes', async () => {
  const link = await buildLink({ pin: '4711' });
  expect((await at(link).look()).body.data).toEqual({
    needsPin: true,
    name: 'Main gate',
    event: { title: 'Luz de Gas' },
  });
  const { scan, admit, undo, search } = at(link);
  for (const refused of [await scan(), await admit(), await undo(), await search()])
    expect([refused.status, refused.problem.code]).toEqual([403, 'DOOR_PIN_REQUIRED']);
  expect((await enter(link)).problem.code).toBe('DOOR_PIN_REQUIRED');
  const { token, role } = (await enter(link, '4711')).body.data;
  expect(role).toBe('supervisor');
  expect((await at(link, token).admit()).body.data.verdict).toBe('admitted');
  const elsewhere = await buildLink({ pin: '4711' });
  expect((await at(elsewhere, token).scan()).problem.code).toBe('DOOR_PIN_REQUIRED');
  await db.updateTable('check_in_links').set({ pin_version: 2 }).where('id', '=', link.linkId).execute();
  expect((await at(link, token).scan()).problem.code).toBe('DOOR_PIN_REQUIRED');
});

test('five wrong PINs bring pauses that grow, in all processes, for this phone alone', async () => {
  const link = await buildLink({ pin: '4711' });
  const guesser = app.as({ address: '203.0.113.9' });
  const elsewhere = other.as({ address: '203.0.113.9' });
  const left = [];
  for (const client of [guesser, elsewhere, guesser, elsewhere, guesser])
    left.push((await enter(link, '0000', { client })).problem.params?.['triesLeft']);
  expect(left).toEqual([4, 3, 2, 1, 0]);
  const tried = () => db.selectFrom('door_pin_tries').where('check_in_link_id', '=', link.linkId);
  const pause = async () =>
    (
      await tried()
        .select(sql<number>`extract(epoch from paused_until - tried_at)::int`.as('seconds'))
        .executeTakeFirstOrThrow()
    ).seconds;
  expect(await pause()).toBe(1);
  // Longer than this test may take.
  await sql`update app.door_pin_tries set paused_until = app.now() + interval '10 minutes'
    where check_in_link_id = ${link.linkId}`.execute(db);
  const paused = await enter(link, '4711', { client: elsewhere });
  expect([paused.status, paused.problem.code]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(paused.headers['retry-after'])).toBeGreaterThan(60);
  // Another phone at the same address, and this phone elsewhere.
  expect((await enter(link, '4711', { client: guesser, device: 'Another' })).status).toBe(201);
  expect((await enter(link, '4711')).status).toBe(201);
  try {
    await app.travel(700);
    expect((await enter(link, '0000', { client: guesser })).problem.code).toBe('DOOR_PIN_WRONG');
    expect(await pause()).toBe(2);
    await app.travel(800);
    expect((await enter(link, '4711', { client: guesser })).status).toBe(201);
    expect(await tried().select('tries').execute()).toEqual([]);
  } finally {
    await app.travel(0);
  }
});

test('many tries at once are all counted before one is compared', async () => {
  const link = await buildLink({ pin: '4711' });
  const client = app.as({ address: '203.0.113.10' });
  const answers = await Promise.all(Array.from({ length: 12 }, () => enter(link, '0000', { client })));
  const codes = answers.map(({ problem }) => problem.code);
  expect(codes.filter((code) => code === 'DOOR_PIN_WRONG')).toHaveLength(5);
  expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(7);
});

test('a link or list that is closed is gone for its phones, and its scans stay', async () => {
  const link = await buildLink({ pin: '4711' });
  const { token } = (await enter(link, '4711')).body.data;
  await at(link, token).admit();
  const close = (closed_at: Date | null) =>
    db.updateTable('check_in_lists').set({ closed_at }).where('id', '=', link.listId).execute();
  await close(new Date());
  const { look, scan, undo, search } = at(link, token);
  for (const gone of [await look(), await scan(), await undo(), await search(), await enter(link, '4711')])
    expect([gone.status, gone.problem.code]).toEqual([404, 'CHECK_IN_LIST_NOT_FOUND']);
  await close(null);
  expect((await look()).body.data).toMatchObject({ checkedIn: 1 });
  await db
    .updateTable('check_in_links')
    .set({ closed_at: new Date() })
    .where('id', '=', link.linkId)
    .execute();
  expect((await scan()).problem.code).toBe('CHECK_IN_LIST_NOT_FOUND');
  expect(
    await db.selectFrom('scans').select('outcome').where('check_in_list_id', '=', link.listId).execute(),
  ).toHaveLength(1);
});
