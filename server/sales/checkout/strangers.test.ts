import { getOrder } from '@entrada/contract/sales/checkout';
import { expect, test } from 'vitest';
import { buildPromoCode } from '../../catalog/tickets/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { BUYER, buildShop, detailsAs, reserveAs, visitor } from '../../test/shop.ts';
import { each } from '../../test/virtual-time.ts';

const app = await buildTestApp();
const { db } = app;

test('who knows another browser’s key learns nothing of its buyer', async () => {
  const shop = await buildShop(db);
  const items = [{ priceId: shop.priceId, quantity: 1 }];
  const key = 'key-00000001';
  const [address, elsewhere] = ['10.98.0.1', '10.98.0.2'];
  const client = app.as({ address });
  const held = await reserveAs(client, shop.eventId, items, { key });
  const { shortId } = held.body.data;
  const guess = await reserveAs(app.as({ address: elsewhere }), shop.eventId, items, { key });
  expect(guess.problem).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' });
  expect(JSON.stringify(guess.body)).not.toContain(shortId);
  // The browser itself has no cookie if it never got the reply.
  const lostReply = await reserveAs(app.as({ address }), shop.eventId, items, { key });
  expect(lostReply.body.data).toMatchObject({ shortId, badge: 'RESERVED' });
  expect((await client.call(getOrder, { params: { orderShortId: shortId } })).body.data.buyer).toBeNull();

  expect((await detailsAs(client, shortId)).status).toBe(200);
  const stranger = await reserveAs(app.as({ address }), shop.eventId, items, { key });
  expect(stranger.problem).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' });
  expect(JSON.stringify(stranger.body)).not.toContain(BUYER.email);
  const moved = app.as({ address: elsewhere, cookies: client.jar });
  const own = await reserveAs(moved, shop.eventId, items, { key });
  expect(own.body.data).toMatchObject({ shortId, badge: 'COMPLETED' });
});

test('two strangers with the same key at the same moment get one order, and only one of them sees it', async () => {
  const shop = await buildShop(db);
  const items = [{ priceId: shop.priceId, quantity: 1 }];
  const key = app.key();
  const replies = await Promise.all(
    ['10.98.1.1', '10.98.1.2'].map((address) => reserveAs(app.as({ address }), shop.eventId, items, { key })),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 422]);
});

test('a key is good for one event only', async () => {
  const [one, other] = [await buildShop(db), await buildShop(db)];
  const client = visitor(app);
  const key = app.key();
  await reserveAs(client, one.eventId, [{ priceId: one.priceId, quantity: 1 }], { key });
  const reply = await reserveAs(client, other.eventId, [{ priceId: one.priceId, quantity: 1 }], { key });
  expect(reply.problem.code).toBe('IDEMPOTENCY_KEY_REUSED');
});

test('a sold-out ticket for holders of a code stays unknown to others', async () => {
  const shop = await buildShop(db, {
    ticket: { name: 'CANARY', hideWithoutPromoCode: true, quantity: 1, type: 'free' },
  });
  const { accountId, eventId, ticketId, priceId } = shop;
  await buildPromoCode(db, { accountId, eventId, code: 'OPEN', ticketIds: [ticketId] });
  const items = [{ priceId, quantity: 1 }];
  expect((await reserveAs(visitor(app), eventId, items, { promoCode: 'OPEN' })).status).toBe(201);

  const stranger = await reserveAs(visitor(app), eventId, items);
  expect(stranger.problem.code).toBe('TICKET_UNAVAILABLE');
  expect(JSON.stringify(stranger.problem)).not.toContain('CANARY');
  const guest = await reserveAs(visitor(app), eventId, items, { promoCode: 'OPEN' });
  expect(guest.problem.code).toBe('SOLD_OUT');
});

test('a refunded order no longer shows how to join an online event', async () => {
  const shop = await buildShop(db);
  await db
    .updateTable('event_settings')
    .set({ is_online: true, online_details: 'https://meet.example/CANARY' })
    .where('event_id', '=', shop.eventId)
    .execute();
  const client = visitor(app);
  const held = await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
  const { shortId } = held.body.data;
  const calendar = async () =>
    (await client.send({ method: 'GET', url: `/api/public/orders/${shortId}/calendar.ics` })).body;
  expect(await calendar()).not.toContain('CANARY');
  expect(JSON.stringify(held.body)).not.toContain('CANARY');
  await detailsAs(client, shortId);
  expect(await calendar()).toContain('CANARY');
  await db.updateTable('orders').set({ refund_status: 'full' }).where('short_id', '=', shortId).execute();
  expect(await calendar()).not.toContain('CANARY');
  const shown = await client.call(getOrder, { params: { orderShortId: shortId } });
  expect(JSON.stringify(shown.body)).not.toContain('CANARY');
});

test('a HEAD request counts like a GET request', async () => {
  const { eventId } = await buildShop(db);
  const client = visitor(app);
  const statuses = new Set<number>();
  // Sends many at once, so that even a slow machine sends them within the one minute of the limit.
  await each(Array.from({ length: 305 }), async () => {
    statuses.add((await client.send({ method: 'HEAD', url: `/api/public/events/${eventId}` })).statusCode);
  });
  expect([...statuses].sort()).toEqual([200, 429]);
});
