import * as door from '@entrada/contract/door/check-in';
import { getDoorGuest, letInAnyway } from '@entrada/contract/door/supervising';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { holdLock } from '../../test/held-lock.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { doorsOf, fail, made, newNonce, stamp } from '../offline/phone-fixture.ts';

const app = await buildTestApp();
keepInvariants(app.db);
const { client, buildDoor, entriesOf } = await doorsOf(app);

/** An event with buyers and guests whom a person added, and a phone at its door. */
async function buildCrowd() {
  const it = await buildDoor({ guests: 5 });
  const phone = await it.phone('Door A');
  const guests = [await it.admit({ isGuest: true }), await it.admit({ isGuest: true })];
  return { ...it, phone, buyers: it.people, guests };
}

// Row E7: somebody locks all orders, and the door goes on.
test('with the table of the orders locked, people come in, go out, are undone, and scans of phones are merged', async () => {
  const { buyers, guests, phone, params, listId, ticket } = await buildCrowd();
  const [
    buyer = fail('nobody'),
    other = fail('nobody'),
    away = fail('nobody'),
    late = fail('nobody'),
    early = fail('nobody'),
  ] = buyers;
  const [guest = fail('nobody'), merged = fail('nobody')] = guests;
  const release = await holdLock(app.database.url, 'lock table app.orders in access exclusive mode');
  for (const [at, one] of [buyer, guest, other].entries())
    expect((await phone.scan(one.code)).body.data).toMatchObject({ verdict: 'admitted', checkedIn: at + 1 });
  expect((await phone.scan(buyer.code)).body.data).toMatchObject({ verdict: 'just_scanned' });
  const elsewhere = { device: 'Door B', ...stamp() };
  const search = { method: 'search', reference: away.reference, ...elsewhere } as const;
  expect((await client.call(door.checkIn, { params, body: search })).body.data.verdict).toBe('admitted');
  const again = { ...search, nonce: newNonce() };
  expect((await client.call(door.checkIn, { params, body: again })).body.data.verdict).toBe('already_in');
  for (const one of [guest, other])
    expect((await phone.scan(one.code, 'out')).body.data.verdict).toBe('checked_out');
  expect((await phone.scan(other.code, 'out')).body.data.verdict).toBe('just_scanned');
  const undo = async (reference: string, of: door.Direction) => {
    const body = { of, ...elsewhere, nonce: newNonce() };
    return (await client.call(door.undoCheckIn, { params: { ...params, reference }, body })).body.data;
  };
  expect(await undo(guest.reference, 'out')).toMatchObject({ checkedIn: 3 });
  expect(await undo(buyer.reference, 'in')).toMatchObject({ checkedIn: 2 });
  const order = { method: 'scan', code: buyer.code, ...elsewhere, nonce: newNonce() } as const;
  expect((await client.call(door.checkInOrder, { params, body: order })).body.data).toMatchObject({
    verdict: 'admitted',
  });
  const sent = await phone.send([
    made(merged.code, 300),
    made(late.code, 200),
    made(merged.code, 100, { direction: 'out' }),
  ]);
  expect(sent.body.data).toMatchObject({
    results: [{ outcome: 'admitted' }, { outcome: 'admitted' }, { outcome: 'checked_out' }],
    checkedIn: 4,
  });
  // A supervisor looks at somebody whose ticket is for another day, and lets them in anyway.
  await sql`update app.tickets set own_starts_at = app.now() + interval '2 days', own_ends_at = app.now() + interval '3 days'
    where id = ${ticket.ticketId}`.execute(app.db);
  const one = { params: { ...params, reference: early.reference } };
  const card = await client.call(getDoorGuest, one);
  expect(card.body.data).toMatchObject({ order: { tickets: 1, inside: 0 }, overrulable: 'wrong_day' });
  expect(early.reference.startsWith(card.body.data.order.reference)).toBe(true);
  const anyway = { ...one, body: { reason: 'Came with the band', ...elsewhere, nonce: newNonce() } };
  expect((await client.call(letInAnyway, anyway)).body.data).toMatchObject({
    verdict: 'admitted',
    checkedIn: 5,
  });
  await release();
  expect((await entriesOf(listId)).filter(({ is_in }) => is_in)).toHaveLength(5);
});
