import { listPublicEvents } from '@entrada/contract/catalog/shop';
import { refreshPayment, startPayment } from '@entrada/contract/sales/checkout';
import { expect, test, vi } from 'vitest';
import { buildTestApp } from './app.ts';
import { keepInvariants } from './invariants.ts';
import { createFakeProvider } from './payments/fake-provider.ts';
import { buildShop, detailsAs, reserveAs } from './shop.ts';

vi.setConfig({ testTimeout: 30_000 });
const fake = createFakeProvider();
let calls = 0;
let gate = Promise.withResolvers<void>();
const app = await buildTestApp({
  patience: { answerMs: 1_500 },
  provider: {
    ...fake.provider,
    createPayment: async (input) => {
      calls += 1;
      await gate.promise;
      return fake.provider.createPayment(input);
    },
  },
});
const { db } = app;
keepInvariants(db);

async function setUp() {
  calls = 0;
  gate = Promise.withResolvers();
  const shop = await buildShop(db, { ticket: { type: 'paid', amount: 2500 } });
  const client = app.as();
  const { shortId } = (await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }])).body
    .data;
  expect((await detailsAs(client, shortId)).status).toBe(200);
  const params = { orderShortId: shortId };
  const start = (key: string) => client.call(startPayment, { params }, { idempotencyKey: key });
  const refresh = () => client.call(refreshPayment, { params }, { idempotencyKey: app.key() });
  return { shop, shortId, start, refresh };
}

const paymentsOf = (eventId: number) =>
  db
    .selectFrom('payments as p')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .select('p.status')
    .where('o.event_id', '=', eventId)
    .execute();

test('a request that takes too long is answered in time, goes on by itself, and its repetition gets the outcome', async () => {
  const { shop, start } = await setUp();
  const key = app.key();
  for (const reply of [await start(key), await start(key)]) {
    expect([reply.status, reply.problem.code]).toEqual([503, 'UNAVAILABLE']);
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  }
  // The second call joined the first one.
  expect(calls).toBe(1);
  expect((await app.as().call(listPublicEvents, { query: {} })).status).toBe(200);
  gate.resolve();
  const started = await start(key);
  expect([started.status, started.body.data.amount]).toEqual([200, 2500]);
  expect(calls).toBe(1);
  expect(await paymentsOf(shop.eventId)).toEqual([{ status: 'requires_payment' }]);
});

test('without a repetition the outcome of the work counts all the same', async () => {
  const { shop, shortId, start, refresh } = await setUp();
  expect((await start(app.key())).status).toBe(503);
  gate.resolve();
  await expect
    .poll(() => paymentsOf(shop.eventId), { timeout: 10_000 })
    .toEqual([{ status: 'requires_payment' }]);
  fake.set(fake.paymentOf(shortId)?.id ?? '', 'succeeded');
  await expect.poll(async () => (await refresh()).body.data?.badge, { timeout: 10_000 }).toBe('COMPLETED');
});
