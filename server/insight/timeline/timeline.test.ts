import { randomBytes } from 'node:crypto';
import { checkIn } from '@entrada/contract/door/check-in';
import { createCheckInList } from '@entrada/contract/door/check-in-lists';
import { getAttendeeTimeline, getOrderTimeline, type TimelinePart } from '@entrada/contract/insight/timeline';
import { createMessage, sendMessage } from '@entrada/contract/outreach/messages';
import { changeBuyer } from '@entrada/contract/sales/buyers';
import { cancelOrder } from '@entrada/contract/sales/cancellations';
import { addAttendeeNote, addOrderNote } from '@entrada/contract/sales/notes';
import { resendOrder } from '@entrada/contract/sales/resends';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { lookAfter } from '../../outreach/messages/work.ts';
import { buildTestApp } from '../../test/app.ts';
import { buildFreeOrder } from '../../test/free-order.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { BUYER, detailsAs, reserveAs, visitor } from '../../test/shop.ts';

vi.setConfig({ testTimeout: 60_000 });
const app = await buildTestApp();
const { db } = app;
keepInvariants(db);

async function lookedAfter() {
  const order = await buildFreeOrder({ app, db });
  await app.runJobs();
  const read = async (query: { limit?: string; part?: TimelinePart; before?: string } = {}) =>
    (await order.owner.call(getOrderTimeline, { params: order.params, query })).body.data;
  const readOne = async (attendeeId = order.attendees[0]?.id) =>
    (
      await order.owner.call(getAttendeeTimeline, {
        params: { eventId: order.params.eventId, attendeeId: String(attendeeId) },
        query: {},
      })
    ).body.data;
  return { ...order, read, readOne };
}

const kindsOf = ({ entries }: { entries: { kind: string }[] }) => entries.map(({ kind }) => kind);

/** The mail server refused the latest mail of an order. */
const refuseMail = (orderId: number, status: 'queued' | 'failed', words: string) =>
  sql`update app.mails set status = ${status}, attempts = 3, last_error = ${words}, sent_at = null
    where id = (select max(id) from app.mails where order_id = ${orderId} and kind = 'order_confirmation')`.execute(
    db,
  );

test('one timeline tells what was bought, mailed, noted, changed, scanned and cancelled, newest first', async () => {
  const order = await lookedAfter();
  const [first, second] = order.attendees;
  await order.owner.call(addOrderNote, { params: order.params, body: { text: 'Folding chair' } });
  await order.owner.call(addAttendeeNote, { params: order.attendeeParams, body: { text: 'Seat' } });
  await order.owner.call(changeBuyer, {
    params: order.params,
    body: { ...BUYER, firstName: 'Lucia', locale: 'es', version: 1, resend: false },
  });
  const list = await order.owner.call(createCheckInList, {
    params: { eventId: order.params.eventId },
    body: {
      name: 'Gate',
      description: '',
      allTickets: true,
      ticketIds: [],
      activatesAt: null,
      expiresAt: null,
    },
  });
  const scan = () =>
    app.as().call(checkIn, {
      params: { listShortId: list.body.data.shortId },
      body: {
        method: 'search',
        reference: first?.reference ?? '',
        nonce: randomBytes(12).toString('base64url'),
        device: 'Phone 1',
        scannedAt: new Date().toISOString(),
      },
    });
  for (const _ of [1, 2]) expect((await scan()).status).toBe(200);
  await order.owner.call(cancelOrder, {
    params: order.params,
    body: { notify: false, attendeeIds: [second?.id ?? 0] },
  });
  const told = await order.read();
  expect(kindsOf(told)).toEqual([
    'attendees_cancelled',
    'scan',
    'scan',
    'buyer_changed',
    'note_added',
    'note_added',
    'mail',
    'completed_free',
    'started',
  ]);
  const [cancelled, again, admitted, changed, ofAttendee, , mail] = told.entries;
  expect(told.next).toBeNull();
  expect(cancelled).toMatchObject({ by: 'Nuria Vidal', count: 1 });
  expect(again?.scan).toEqual({ verdict: 'already_in', list: 'Gate', device: 'Phone 1' });
  expect(admitted).toMatchObject({ scan: { verdict: 'admitted' }, attendee: { id: first?.id } });
  expect(changed?.changed).toEqual([{ field: 'firstName', from: 'Lucía', to: 'Lucia' }]);
  expect(ofAttendee?.attendee).toMatchObject({ id: first?.id, name: 'Lucía Márquez' });
  expect(mail?.mail).toMatchObject({ kind: 'order_confirmation', to: BUYER.email, state: 'accepted' });

  expect(kindsOf(await order.readOne())).toEqual(['scan', 'scan', 'note_added', 'mail', 'completed_free']);
  expect(kindsOf(await order.readOne(second?.id))).toEqual(['attendees_cancelled', 'mail', 'completed_free']);
});

test('a part alone, a limit, and whether there is more', async () => {
  const order = await lookedAfter();
  await order.owner.call(addOrderNote, { params: order.params, body: { text: 'Chair' } });
  const short = await order.read({ limit: '2' });
  expect(kindsOf(short)).toEqual(['note_added', 'mail']);
  const rest = await order.read({ before: short.next ?? '' });
  expect([...kindsOf(short), ...kindsOf(rest)]).toEqual(kindsOf(await order.read()));
  expect(rest.next).toBeNull();
  expect(kindsOf(await order.read({ part: 'mails' }))).toEqual(['mail']);
  expect(kindsOf(await order.read({ part: 'notes' }))).toEqual(['note_added']);
  expect(kindsOf(await order.read({ part: 'door' }))).toEqual([]);
  expect(kindsOf(await order.read({ part: 'money' }))).toEqual(['completed_free']);
  expect(kindsOf(await order.read({ part: 'order' }))).toEqual(['started']);
});

test('what is older than the newest 2,000 of a part is read page by page, each entry once', async () => {
  const order = await lookedAfter();
  // Several mails at each moment, and ids that do not follow the time.
  await sql`insert into app.mails (account_id, kind, dedupe_key, order_id, to_address, locale, status, sent_at, created_at)
    select account_id, kind, dedupe_key || ' copy ' || n, order_id, to_address, locale, 'sent', app.now(),
      created_at - make_interval(secs => n * 7 % 750)
    from app.mails, generate_series(1, 2250) n where order_id = ${order.orderId} and kind = 'order_confirmation'`.execute(
    db,
  );
  const whole = await order.read({ part: 'mails', limit: '2000' });
  const rest = await order.read({ part: 'mails', limit: '2000', before: whole.next ?? '' });
  const all = [...whole.entries, ...rest.entries];
  expect([new Set(all.map(({ key }) => key)).size, rest.next]).toEqual([2251, null]);
  const moments = all.map(({ at }) => at);
  expect(moments).toEqual(moments.toSorted().reverse());
  const paged: string[] = [];
  for (let before: string | null | undefined; before !== null; ) {
    const page = await order.read({ limit: '250', ...(before && { before }) });
    paged.push(...page.entries.map(({ key }) => key));
    before = page.next;
  }
  const everything = (await order.read({ limit: '2000' })).entries.map(({ key }) => key);
  expect(paged.slice(0, everything.length)).toEqual(everything);
  expect(new Set(paged).size).toBe(paged.length);
  expect(paged.length).toBe(2251 + 2);
  // One attendee's pages go on in the same way.
  const { entries, next } = await order.readOne();
  expect([entries.length > 0, next === null]).toEqual([true, false]);
});

test.each([
  ['queued', '451 try later', { state: 'retrying', words: '451 try later', attempts: 3 }],
  ['failed', '550 no such user', { state: 'refused', words: '550 no such user' }],
  ['failed', 'no longer needed', { state: 'dropped', words: null }],
] as const)('a mail that is %s with “%s” says so', async (status, words, shown) => {
  const order = await lookedAfter();
  await refuseMail(order.orderId, status, words);
  const [mail] = (await order.read({ part: 'mails' })).entries;
  expect(mail?.mail).toMatchObject({ ...shown, sentAt: null });
  await sql`update app.mails set status = 'sent', sent_at = app.now() where order_id = ${order.orderId}`.execute(
    db,
  );
});

test('a mail that was just queued waits, and an order cancelled by hand is told once', async () => {
  const order = await lookedAfter();
  await order.owner.call(resendOrder, { params: order.params, body: { email: 'other@example.org' } });
  const [mail, resent] = (await order.read()).entries;
  expect(mail?.mail).toMatchObject({ state: 'queued', to: 'other@example.org', attempts: 0 });
  expect(resent).toMatchObject({ kind: 'resent', by: 'Nuria Vidal' });
  expect(kindsOf(await order.readOne())[0]).toBe('resent');
  await order.owner.call(cancelOrder, { params: order.params, body: { notify: false } });
  const kinds = kindsOf(await order.read());
  expect(kinds.filter((kind) => kind === 'cancelled')).toHaveLength(1);
  expect(kindsOf(await order.readOne())[0]).toBe('cancelled');
  await app.runJobs();
});

test('of another account or event: 404; too many at once: 422', async () => {
  const order = await lookedAfter();
  const stranger = app.as({ token: (await buildAccount(db)).token });
  const calls = [
    stranger.call(getOrderTimeline, { params: order.params, query: {} }),
    stranger.call(getAttendeeTimeline, { params: order.attendeeParams, query: {} }),
  ];
  for (const call of calls) expect((await call).status).toBe(404);
  const other = await lookedAfter();
  const wrong = { eventId: other.params.eventId, orderId: order.params.orderId };
  expect((await other.owner.call(getOrderTimeline, { params: wrong, query: {} })).status).toBe(404);
  for (const query of [{ limit: '2001' }, { before: '1-2' }, { before: "1-2-3'" }])
    expect((await order.owner.call(getOrderTimeline, { params: order.params, query })).status).toBe(422);
});

test('a message shows its subject at every order and attendee of its address, though it goes there once', async () => {
  const order = await lookedAfter();
  const again = visitor(app);
  const held = await reserveAs(again, order.shop.eventId, [{ priceId: order.shop.priceId, quantity: 1 }]);
  await detailsAs(again, held.body.data.shortId);
  const { eventId } = order.params;
  const { data: draft } = (
    await order.owner.call(createMessage, {
      params: { eventId },
      body: { subject: 'Doors of {{event}}', body: '<p>Hola</p>' },
    })
  ).body;
  await order.owner.call(sendMessage, {
    params: { eventId, messageId: String(draft.id) },
    body: { version: 1, isNotPromotional: true, sendAt: null },
  });
  await sql`update app.messages set send_at = app.now() - interval '1 second' where id = ${draft.id}`.execute(
    db,
  );
  await lookAfter(app.jobCtx);
  await app.runJobs();
  await lookAfter(app.jobCtx);
  const { id: second } = await db
    .selectFrom('orders')
    .select('id')
    .where('short_id', '=', held.body.data.shortId)
    .executeTakeFirstOrThrow();
  const readOrder = async (orderId: number) =>
    (
      await order.owner.call(getOrderTimeline, {
        params: { eventId, orderId: String(orderId) },
        query: { part: 'mails' },
      })
    ).body.data.entries.filter(({ mail }) => mail?.kind === 'event_message');
  for (const orderId of [order.orderId, second])
    expect(await readOrder(orderId)).toMatchObject([
      { mail: { subject: 'Doors of Noche de Luz', state: 'accepted', to: BUYER.email } },
    ]);
  const [first] = (await order.readOne()).entries.filter(({ mail }) => mail?.kind === 'event_message');
  expect(first?.mail?.subject).toBe('Doors of Noche de Luz');
});
