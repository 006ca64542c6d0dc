import { updateEvent } from '@entrada/contract/catalog/events';
import { getPublicEvent } from '@entrada/contract/catalog/shop';
import { createCheckInList } from '@entrada/contract/door/check-in-lists';
import { getSelfService } from '@entrada/contract/sales/self-service/give-back';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildShop } from '../../test/shop.ts';
import { inDays, listOf, useOrganizers } from './organizer-fixture.ts';
import { carryOutChange } from './work.ts';

vi.setConfig({ testTimeout: 60_000 });
const { app, db, bank, paidShop, paidOrder, organizerOf, mailsAbout } = await useOrganizers();

test('tickets stay valid, page and orders say the new date, and its check-in lists move along', async () => {
  const shop = await paidShop();
  const order = await paidOrder(1, shop);
  const organizer = organizerOf(shop);
  const before = await organizer.event();
  const opens = new Date(Date.parse(before.startsAt) - 3_600_000).toISOString();
  await organizer.owner.call(createCheckInList, {
    params: organizer.params,
    body: listOf(opens),
  });
  const later = (at: string) => new Date(Date.parse(at) + 14 * 86_400_000).toISOString();
  const until = inDays(15);
  const reply = await organizer.move({
    startsAt: later(before.startsAt),
    endsAt: before.endsAt && later(before.endsAt),
    location: { venueName: 'La Marina', city: 'Valencia' },
    money: 'asked',
    returnsUntil: until,
  });
  expect(reply.status).toBe(202);
  expect(reply.body.data).toMatchObject({
    kind: 'move',
    before: { startsAt: before.startsAt },
    canUndo: true,
  });
  const page = await app.as().call(getPublicEvent, { params: organizer.params });
  expect(page.body.data).toMatchObject({
    movedFrom: before.startsAt,
    isCalledOff: false,
    startsAt: later(before.startsAt),
  });
  const lists = await db
    .selectFrom('check_in_lists')
    .select('activates_at')
    .where('event_id', '=', shop.eventId)
    .execute();
  expect(lists.map(({ activates_at: at }) => at?.toISOString())).toEqual([later(opens)]);

  expect(await organizer.carryOut()).toMatchObject({ status: 'done', cancelJob: null, refundJob: null });
  expect(await order.state()).toBe('completed none 0');
  const [mail] = await mailsAbout(shop.eventId);
  expect(mail?.text_body).toContain('La Marina');
  const service = await order.buyer.call(getSelfService, { params: { orderShortId: order.shortId } });
  expect(service.body.data.giveBack).toMatchObject({ returnsUntil: until, tickets: [{ back: 2500 }] });
});

test('it can be taken back: dates, place and check-in lists are as before', async () => {
  const shop = await paidShop();
  await paidOrder(1, shop);
  const organizer = organizerOf(shop);
  const before = await organizer.event();
  const reply = await organizer.move({
    startsAt: inDays(50),
    endsAt: null,
    location: { city: 'Alicante' },
  });
  expect((await organizer.undo(reply.body.data.id)).body.data.status).toBe('undone');
  const after = await organizer.event();
  expect([after.startsAt, after.endsAt, after.location]).toEqual([
    before.startsAt,
    before.endsAt,
    before.location,
  ]);
  const page = await app.as().call(getPublicEvent, { params: organizer.params });
  expect(page.body.data).toMatchObject({ movedFrom: null, movedFromPlace: null });
});

test('check-in lists keep their hour where the clocks change between the two dates', async () => {
  const shop = await paidShop();
  const organizer = organizerOf(shop);
  // Madrid leaves summer time on 31 October 2027.
  await db
    .updateTable('events')
    .set({ starts_at: new Date('2027-10-20T18:00:00Z'), ends_at: null, timezone: 'Europe/Madrid' })
    .where('id', '=', shop.eventId)
    .execute();
  await organizer.owner.call(createCheckInList, {
    params: organizer.params,
    body: listOf('2027-10-20T16:30:00.000Z'),
  });
  await organizer.move({ startsAt: '2027-11-10T19:00:00.000Z', endsAt: null });
  const lists = await db
    .selectFrom('check_in_lists')
    .select('activates_at')
    .where('event_id', '=', shop.eventId)
    .execute();
  expect(lists.map(({ activates_at: at }) => at?.toISOString())).toEqual(['2027-11-10T17:30:00.000Z']);
});

test('not after somebody changed a list that moved along', async () => {
  const organizer = organizerOf(await paidShop());
  const before = await organizer.event();
  const { data: list } = (
    await organizer.owner.call(createCheckInList, {
      params: organizer.params,
      body: listOf(new Date(Date.parse(before.startsAt) - 3_600_000).toISOString()),
    })
  ).body;
  const { id } = (await organizer.move({ startsAt: inDays(50), endsAt: null })).body.data;
  await db
    .updateTable('check_in_lists')
    .set({ expires_at: new Date(inDays(51)), version: sql`version + 1` })
    .where('id', '=', list.id)
    .execute();
  expect((await organizer.undo(id)).problem.code).toBe('EVENT_CHANGE_BEGUN');
  expect((await organizer.event()).startsAt).not.toBe(before.startsAt);
});

test('what people were promised stays when only the place moves later', async () => {
  const shop = await paidShop();
  const order = await paidOrder(1, shop);
  const organizer = organizerOf(shop);
  const until = inDays(60);
  await organizer.move({ startsAt: inDays(50), endsAt: null, money: 'asked', returnsUntil: until });
  await organizer.carryOut();
  const moved = await organizer.move({ location: { city: 'Alicante' } });
  expect(moved.body.data.returnsUntil).toBe(until);
  await organizer.carryOut();
  const service = await order.buyer.call(getSelfService, { params: { orderShortId: order.shortId } });
  expect(service.body.data.giveBack).toMatchObject({ returnsUntil: until, tickets: [{ back: 2500 }] });
});

test('whoever passed the ticket on while the mail waited gets no link to it', async () => {
  const shop = await paidShop();
  const order = await paidOrder(1, shop);
  const organizer = organizerOf(shop);
  await db
    .updateTable('attendees')
    .set({ email: 'old@example.com' })
    .where('order_id', '=', order.payment.orderId)
    .execute();
  await organizer.move({ startsAt: inDays(50), endsAt: null });
  const [change] = await organizer.list();
  await sql`update app.event_changes set begins_at = app.now() where id = ${change?.id ?? 0}`.execute(db);
  await carryOutChange(app.jobCtx, bank.provider, change?.id ?? 0);
  await db
    .updateTable('attendees')
    .set({ email: 'new@example.com' })
    .where('order_id', '=', order.payment.orderId)
    .execute();
  await app.runJobs();
  const mails = await mailsAbout(shop.eventId);
  expect(mails.filter(({ text_body }) => text_body?.includes('/ticket/'))).toEqual([]);
});

test('not after somebody changed the event meanwhile', async () => {
  const organizer = organizerOf(await paidShop());
  const { id } = (await organizer.move({ startsAt: inDays(50), endsAt: null })).body.data;
  const { version } = await organizer.event();
  await organizer.owner.call(updateEvent, {
    params: organizer.params,
    body: { version, title: 'Another' },
  });
  expect((await organizer.undo(id)).problem.code).toBe('EVENT_CHANGE_BEGUN');
});

test.each([
  ['nothing differs', {}, 'startsAt', 'required'],
  ['a start in the past', { startsAt: '2020-01-01T10:00:00.000Z', endsAt: null }, 'startsAt', 'too_small'],
  ['an end before the start', { startsAt: inDays(40), endsAt: inDays(39) }, 'endsAt', 'must_be_after_start'],
  [
    'no day until which to ask',
    { startsAt: inDays(40), endsAt: null, money: 'asked' as const },
    'returnsUntil',
    'required',
  ],
  [
    'a day that is too soon',
    { startsAt: inDays(40), endsAt: null, money: 'asked' as const, returnsUntil: inDays(3) },
    'returnsUntil',
    'too_small',
  ],
  [
    'an unknown placeholder',
    { startsAt: inDays(40), endsAt: null, messages: { es: { subject: 'Hola', body: 'Hola {nombre}' } } },
    'messages.es.body',
    'invalid_format',
  ],
])('%s', async (_, wish, path, code) => {
  const organizer = organizerOf(await buildShop(db));
  const reply = await organizer.move(wish);
  expect(reply.status).toBe(422);
  expect(reply.problem.errors?.[0]).toMatchObject({ path, code });
  expect((await organizer.list()).length).toBe(0);
});
