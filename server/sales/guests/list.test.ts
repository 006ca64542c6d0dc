import { randomBytes } from 'node:crypto';
import { cancelOrder, reactivateOrder } from '@entrada/contract/sales/cancellations';
import { addGuests } from '@entrada/contract/sales/guests/add';
import { countGuests, GUEST_STATES, listGuestList } from '@entrada/contract/sales/guests/list';
import { getAttendee, updateAttendee } from '@entrada/contract/sales/holders';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { newShortId } from '../../platform/secrets.ts';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { buildShop, detailsAs, reserveAs, visitor } from '../../test/shop.ts';
import { openDoor } from '../../test/sold/ticket.ts';

vi.setConfig({ testTimeout: 60_000 });
const app = await buildTestApp();
const { db } = app;
keepInvariants(db);

const person = (firstName: string, lastName: string, email = '') => ({ firstName, lastName, email });
const ROSA = person('Rosa', 'Calatrava', 'rosa@example.com');
const VERA = person('Vera', 'Novak');

async function party() {
  const shop = await buildShop(db, { ticket: { quantity: 20 } });
  const me = app.as({ token: shop.token });
  const params = { eventId: String(shop.eventId) };
  const add = async (attendees: (typeof ROSA)[], more: { note?: string; notify?: boolean } = {}) => {
    const wish = { amount: 0, payment: null, locale: 'en' as const, notify: true, exceedCapacity: false };
    const body = { priceId: shop.priceId, attendees, ...wish, ...more };
    const options = { idempotencyKey: randomBytes(12).toString('base64url') };
    const reply = await me.call(addGuests, { params, body }, options);
    expect(reply.status, JSON.stringify(reply.problem)).toBe(201);
    return reply.body.data;
  };
  const list = async (query: Record<string, string> = {}) =>
    (await me.call(listGuestList, { params, query })).body.data;
  const names = async (query: Record<string, string>) => (await list(query)).map((row) => row.lastName);
  const counts = async () => (await me.call(countGuests, { params })).body.data;
  const cancel = (orderId: number) =>
    me.call(cancelOrder, { params: { ...params, orderId: String(orderId) }, body: { notify: false } });
  return { shop, me, params, add, list, names, counts, cancel };
}

test('one row a guest: companions, note, ticket, who added, and what became of the mail', async () => {
  const { shop, add, list, counts } = await party();
  const rosa = await add([ROSA, ROSA, person('Hiroshi', 'Tanaka')], { note: 'À Punt radio, 19:30' });
  await add([VERA]);
  // A buyer is no guest.
  const buyer = visitor(app);
  const held = await reserveAs(buyer, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
  await detailsAs(buyer, held.body.data.shortId);
  const [second, first] = await list();
  expect(first).toMatchObject({
    id: rosa.id,
    reference: rosa.reference,
    ...ROSA,
    plus: 2,
    companions: ['Hiroshi Tanaka'],
    arrived: 0,
    note: 'À Punt radio, 19:30',
    state: 'sending',
    total: 0,
    by: expect.stringMatching(/\S/),
  });
  expect(second).toMatchObject({ ...VERA, plus: 0, companions: [], note: '', state: 'listed' });
  expect(await counts()).toEqual({
    guests: 2,
    companions: 2,
    arrived: 0,
    places: { taken: 5, of: 20 },
  });
  await app.runJobs();
  expect(await list({ query: 'rosa' })).toMatchObject([{ state: 'sent' }]);
});

test('states follow the mail, the door and cancelling, and filter the list', async () => {
  const { me, params, add, list, names, counts, cancel } = await party();
  const rosa = await add([ROSA, ROSA]);
  await add([VERA]);
  const gone = await add([person('Luca', 'Ferraro', 'luca@example.com')]);
  await app.runJobs();
  await sql`update app.mails set status = 'failed' where order_id = ${rosa.id}`.execute(db);
  await cancel(gone.id);
  const state = (operator: string, value: string) => ({ [`filter_fields[state][${operator}]`]: value });
  expect((await list({ sort_by: 'last_name', sort_direction: 'asc' })).map((row) => row.state)).toEqual([
    'email_failed',
    'cancelled',
    'listed',
  ]);
  expect(await names(state('in', 'listed,email_failed'))).toEqual(['Novak', 'Calatrava']);
  expect(await names(state('ne', 'cancelled'))).toEqual(['Novak', 'Calatrava']);
  const scan = await openDoor(app, { owner: me, params });
  const [{ attendeeId } = { attendeeId: 0 }] = await list({ query: 'calatrava' });
  const found = await me.call(getAttendee, { params: { ...params, attendeeId: String(attendeeId) } });
  expect(await scan(found.body.data.code ?? '')).toBe('admitted');
  expect(await list({ query: 'calatrava' })).toMatchObject([{ state: 'arrived', arrived: 1, plus: 1 }]);
  expect(await counts()).toMatchObject({ guests: 2, companions: 1, arrived: 1 });
  // A guest whose places are gone does not count, and keeps the number of companions.
  expect(await list({ query: 'ferraro' })).toMatchObject([{ state: 'cancelled', plus: 0 }]);
});

test('any choice of states finds the guests that are in one of them, and its opposite the others', async () => {
  const { me, params, add, list, names, cancel } = await party();
  const guest = (name: string) => person(name, name, `${name.toLowerCase()}@example.com`);
  for (const name of ['Arrived', 'Failed', 'Sent', 'Sending', 'Gone']) await add([guest(name), VERA]);
  await add([person('Listed', 'Listed')]);
  await app.runJobs();
  const idOf = async (query: string) => (await list({ query }))[0] ?? { id: 0, attendeeId: 0 };
  const mail = async (query: string, status: string) =>
    sql`update app.mails set status = ${status} where order_id = ${(await idOf(query)).id}`.execute(db);
  await mail('failed', 'failed');
  await mail('sending', 'queued');
  await cancel((await idOf('gone')).id);
  const scan = await openDoor(app, { owner: me, params });
  const arriving = await me.call(getAttendee, {
    params: { ...params, attendeeId: String((await idOf('arrived')).attendeeId) },
  });
  expect(await scan(arriving.body.data.code ?? '')).toBe('admitted');
  const rows = await list();
  expect(rows.map(({ state }) => state).sort()).toEqual([...GUEST_STATES].sort());
  for (let bits = 1; bits < 2 ** GUEST_STATES.length; bits += 1) {
    const states = GUEST_STATES.filter((_, at) => bits & (1 << at));
    const those = (isIn: boolean) =>
      rows.filter(({ state }) => states.includes(state) === isIn).map(({ lastName }) => lastName);
    const found = (operator: string) => names({ [`filter_fields[state][${operator}]`]: states.join(',') });
    expect(await found('in'), states.join()).toEqual(those(true));
    expect(await found('ne'), states.join()).toEqual(those(false));
  }
  await mail('sending', 'sent');
});

test('the search finds names, companions, addresses and notes; a corrected name shows', async () => {
  const { me, params, add, list, names } = await party();
  await add([ROSA, person('Hiroshi', 'Tanaka')], { note: 'Wheelchair, platform' });
  await add([VERA]);
  for (const query of ['tanaka', 'ROSA@', 'wheelchair rosa', 'platform'])
    expect(await names({ query }), query).toEqual(['Calatrava']);
  expect(await names({ query: 'wheelchair vera' })).toEqual([]);
  const [row] = await list({ query: 'vera' });
  await me.call(updateAttendee, {
    params: { ...params, attendeeId: String(row?.attendeeId) },
    body: { ...person('Vera', 'Nováková'), locale: 'en', version: 1, sendTicket: false },
  });
  expect(await names({ query: 'novakova' })).toEqual(['Nováková']);
});

test('by last name the list follows the first valid ticket of each guest: corrected, cancelled, valid again', async () => {
  const { me, params, add, names } = await party();
  const { id } = await add([person('Rosa', 'Calatrava'), person('Zoe', 'Zubiri')]);
  await add([person('Vera', 'Novak')]);
  const byName = (sort_direction = 'asc') => names({ sort_by: 'last_name', sort_direction });
  expect(await byName()).toEqual(['Calatrava', 'Novak']);
  expect(await byName('desc')).toEqual(['Novak', 'Calatrava']);
  const first = await db
    .selectFrom('attendees')
    .select('id')
    .where('order_id', '=', id)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const call = (how: typeof cancelOrder | typeof reactivateOrder) =>
    me.call(how, {
      params: { ...params, orderId: String(id) },
      body: { attendeeIds: [first.id], notify: false },
    });
  expect((await call(cancelOrder)).status).toBe(200);
  expect(await byName()).toEqual(['Novak', 'Zubiri']);
  expect((await call(reactivateOrder)).status).toBe(200);
  expect(await byName()).toEqual(['Calatrava', 'Novak']);
  const at = { params: { ...params, attendeeId: String(first.id) } };
  const { version } = (await me.call(getAttendee, at)).body.data;
  const body = { ...person('Rosa', 'Óvila'), locale: 'en' as const, version, sendTicket: false };
  expect((await me.call(updateAttendee, { ...at, body })).status).toBe(200);
  expect(await byName()).toEqual(['Novak', 'Óvila']);
});

/** The counts by the records themselves. */
async function counted(eventId: number) {
  const { rows } = await sql<{ guests: number; tickets: number; arrived: number }>`
    select count(distinct a.order_id) as guests, count(*) as tickets, count(*) filter (where a.id in (
      select c.attendee_id from app.check_ins c where c.checked_out_at is null)) as arrived
    from app.attendees a join app.orders o on o.id = a.order_id
    where a.event_id = ${eventId} and o.is_manual and a.status <> 'cancelled'`.execute(db);
  const { guests = 0, tickets = 0, arrived = 0 } = rows[0] ?? {};
  return { guests, companions: tickets - guests, arrived };
}

test('the counts stay right while people of a guest are cancelled, valid again, come in and leave, all at once', async () => {
  const { shop, me, params, add, counts } = await party();
  await add([ROSA, ROSA, ROSA]);
  await add([VERA]);
  const attendees = await db
    .selectFrom('attendees')
    .select(['id', 'order_id'])
    .where('event_id', '=', shop.eventId)
    .orderBy('id')
    .execute();
  const change = (how: typeof cancelOrder | typeof reactivateOrder, some = attendees) =>
    some.map(async ({ id, order_id }) => {
      const orderParams = { ...params, orderId: String(order_id) };
      const ask = () => me.call(how, { params: orderParams, body: { attendeeIds: [id], notify: false } });
      // Who waits for too long for the order, which the others change, comes again.
      await vi.waitFor(async () => expect((await ask()).status).toBe(200), 30_000);
    });
  const lists = await Promise.all(
    ['Main door', 'Terrace'].map((name) =>
      db
        .insertInto('check_in_lists')
        .values({ account_id: shop.accountId, event_id: shop.eventId, short_id: newShortId('cl'), name })
        .returning('id')
        .executeTakeFirstOrThrow(),
    ),
  );
  const enter = () =>
    lists.flatMap((list) =>
      attendees.map((attendee) =>
        sql`insert into app.check_ins (account_id, event_id, check_in_list_id, attendee_id)
          values (${shop.accountId}, ${shop.eventId}, ${list.id}, ${attendee.id})`.execute(db),
      ),
    );
  const leave = () =>
    lists.flatMap((list) =>
      attendees.map((attendee) =>
        sql`update app.check_ins set checked_out_at = app.now()
          where attendee_id = ${attendee.id} and check_in_list_id = ${list.id} and checked_out_at is null`.execute(
          db,
        ),
      ),
    );
  const expectCounted = async (wanted: object) => {
    expect(await counts()).toMatchObject(await counted(shop.eventId));
    expect(await counts()).toMatchObject(wanted);
  };
  await expectCounted({ guests: 2, companions: 2, arrived: 0 });
  await Promise.all(enter());
  await expectCounted({ guests: 2, companions: 2, arrived: 4 });
  await Promise.all([...change(cancelOrder), ...leave()]);
  await expectCounted({ guests: 0, companions: 0, arrived: 0 });
  await Promise.all([...change(reactivateOrder), ...enter()]);
  await expectCounted({ guests: 2, companions: 2, arrived: 4 });
  await Promise.all(change(cancelOrder, attendees.slice(0, 2)));
  await expectCounted({ arrived: 2 });
  await Promise.all(change(reactivateOrder));
  await sql`delete from app.check_ins where event_id = ${shop.eventId}`.execute(db);
  await expectCounted({ guests: 2, companions: 2, arrived: 0 });
  await sql`select app.fold_tallies(${shop.eventId}::bigint)`.execute(db);
  await expectCounted({ guests: 2, companions: 2, arrived: 0 });
});

test('another account finds neither the list nor the counts', async () => {
  const { params } = await party();
  const stranger = app.as(await buildAccount(db));
  expect((await stranger.call(listGuestList, { params })).status).toBe(404);
  expect((await stranger.call(countGuests, { params })).status).toBe(404);
});
