import { updateEvent } from '@entrada/contract/catalog/events';
import { getPublicEvent } from '@entrada/contract/catalog/shop';
import { createCheckInList } from '@entrada/contract/door/check-in-lists';
import { getSelfService } from '@entrada/contract/sales/self-service/give-back';
import { expect, test, vi } from 'vitest';
import { buildShop } from '../../test/shop.ts';
import { inDays, listOf, useOrganizers } from './organizer-fixture.ts';

vi.setConfig({ testTimeout: 60_000 });
const { app, db, paidShop, paidOrder, organizerOf, mailsAbout } = await useOrganizers();

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
  expect(Math.abs(Number(lists[0]?.activates_at) - Date.parse(later(opens)))).toBeLessThanOrEqual(3_600_000);

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
