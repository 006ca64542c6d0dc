import { chooseOfflinePayment, getOrder, startPayment } from '@entrada/contract/sales/checkout';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { createFakeProvider } from '../../test/payments/fake-provider.ts';
import { buildShop, detailsAs, reserveAs, visitor } from '../../test/shop.ts';

vi.setConfig({ testTimeout: 60_000 });
const bank = createFakeProvider();
const app = await buildTestApp({ provider: bank.provider });
const { db } = app;
keepInvariants(db);

test('a repeated key, with the same request or another, ends no payment that has begun since', async () => {
  const shop = await buildShop(db, { ticket: { type: 'paid', amount: 2500, quantity: 10 } });
  const client = visitor(app);
  const reserve = (quantity: number, key: string) =>
    reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity }], { key });
  const [first, second] = [app.key(), app.key()];
  const left = (await reserve(1, first)).body.data.shortId;
  const { shortId } = (await reserve(2, second)).body.data;
  await detailsAs(client, shortId);
  expect((await client.call(startPayment, { params: { orderShortId: shortId } })).status).toBe(200);

  const again = await reserve(1, first);
  expect(again.body.data).toMatchObject({ shortId: left, step: 'cancelled' });
  expect((await reserve(3, first)).problem.code).toBe('IDEMPOTENCY_KEY_REUSED');
  expect((await reserve(3, second)).problem.code).toBe('IDEMPOTENCY_KEY_REUSED');

  const shown = await client.call(getOrder, { params: { orderShortId: shortId } });
  expect(shown.body.data).toMatchObject({ step: 'payment', badge: 'AWAITING_PAYMENT' });
  expect(bank.paymentOf(shortId)?.status).toBe('requires_payment');
});

test('another selection instead of a payment that has begun gains no time, and no second extension', async () => {
  const shop = await buildShop(db, { ticket: { type: 'paid', amount: 2500, quantity: 10 } });
  const client = visitor(app);
  const reserve = (quantity: number) =>
    reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity }]);
  const { shortId } = (await reserve(1)).body.data;
  await detailsAs(client, shortId);
  await client.call(startPayment, { params: { orderShortId: shortId } });
  await sql`update app.orders set expires_at = app.now() + interval '2 minutes', extended_at = app.now()
    where short_id = ${shortId}`.execute(db);
  const other = (await reserve(2)).body.data;
  expect(other.shortId).not.toBe(shortId);
  expect(other).toMatchObject({ canExtend: false });
  expect(other.secondsLeft).toBeLessThanOrEqual(120);
  const left = await client.call(getOrder, { params: { orderShortId: shortId } });
  expect(left.body.data).toMatchObject({ step: 'cancelled', endedReason: 'replaced' });
});

test('a total that no card can pay is told before a payment is opened, and can be paid without one', async () => {
  const shop = await buildShop(db, {
    event: { currency: 'KWD' },
    ticket: { type: 'paid', amount: 1313, quantity: 10 },
  });
  await db
    .updateTable('event_settings')
    .set({ offline_payments: true })
    .where('event_id', '=', shop.eventId)
    .execute();
  const client = visitor(app);
  const held = await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
  const { shortId, total } = held.body.data;
  expect(total).toBe(1313);
  await detailsAs(client, shortId);
  const params = { orderShortId: shortId };
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    expect((await client.call(startPayment, { params })).problem).toMatchObject({
      code: 'PRICE_BELOW_PROVIDER_MINIMUM',
      params: { reason: 'AMOUNT_NOT_A_MULTIPLE', bound: 10 },
    });
  }
  expect(bank.paymentOf(shortId)).toBeUndefined();
  const chosen = await client.call(chooseOfflinePayment, { params });
  expect(chosen.body.data).toMatchObject({ badge: 'AWAITING_OFFLINE_PAYMENT' });
});
