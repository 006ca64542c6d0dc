import { getEvent } from '@entrada/contract/catalog/events';
import { getOrder, refreshPayment, startPayment } from '@entrada/contract/sales/checkout';
import { expect, test } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { createFakeProvider } from '../../test/payments/fake-provider.ts';
import { buildShop, detailsAs, reserveAs } from '../../test/shop.ts';

const POOL = 2;
const bank = createFakeProvider();
const app = await buildTestApp({ poolSize: POOL, provider: bank.provider });
keepInvariants(app.db);

const newShop = () => buildShop(app.db, { ticket: { type: 'paid', amount: 2500 } });
const takeAll = () => Promise.all(Array.from({ length: POOL }, () => app.database.pool.connect()));

test('with every ordinary connection busy, a buyer holds places, pays and gets the tickets', async () => {
  const shop = await newShop();
  const busy = await takeAll();
  try {
    const waiting = app.as(shop).call(getEvent, { params: { eventId: String(shop.eventId) } });
    const buyer = app.as();
    const held = await reserveAs(buyer, shop.eventId, [{ priceId: shop.priceId, quantity: 2 }]);
    const params = { orderShortId: held.body.data.shortId };
    expect((await detailsAs(buyer, params.orderShortId)).body.data.step).toBe('payment');
    const started = await buyer.call(startPayment, { params }, { idempotencyKey: app.key() });
    expect(started.body.data).toMatchObject({ amount: 5000 });
    bank.set(bank.paymentOf(params.orderShortId)?.id ?? '', 'succeeded');
    const paid = await buyer.call(refreshPayment, { params });
    expect(paid.body.data).toMatchObject({ badge: 'COMPLETED', tickets: [{}, {}] });
    // Everything else is told to come again.
    expect((await waiting).problem.code).toBe('UNAVAILABLE');
  } finally {
    for (const client of busy) client.release();
  }
});

test('with every ordinary connection busy, the job that asks for a payment completes its order', async () => {
  const shop = await newShop();
  const buyer = app.as();
  const held = await reserveAs(buyer, shop.eventId, [{ priceId: shop.priceId, quantity: 2 }]);
  const params = { orderShortId: held.body.data.shortId };
  await detailsAs(buyer, params.orderShortId);
  await buyer.call(startPayment, { params }, { idempotencyKey: app.key() });
  const { id: paymentId } = await app.db
    .selectFrom('payments')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  bank.set(bank.paymentOf(params.orderShortId)?.id ?? '', 'succeeded');
  const busy = await takeAll();
  try {
    const job = app.jobs.find(({ name }) => name === 'reconcile_payment');
    await job?.handler(app.jobCtx, { paymentId }, { number: 1, isLast: false });
  } finally {
    for (const client of busy) client.release();
  }
  const order = await buyer.call(getOrder, { params });
  expect(order.body.data).toMatchObject({ badge: 'COMPLETED', tickets: [{}, {}] });
});
