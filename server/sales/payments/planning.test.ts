import { startPayment } from '@entrada/contract/sales/checkout';
import { expect, test, vi } from 'vitest';
import { inTransaction } from '../../db/client.ts';
import { buildTestApp } from '../../test/app.ts';
import { holdLock } from '../../test/held-lock.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { createFakeProvider } from '../../test/payments/fake-provider.ts';
import { buildShop, detailsAs, reserveAs } from '../../test/shop.ts';
import * as queries from './queries.ts';
import { planAsking } from './service.ts';

vi.setConfig({ testTimeout: 30_000 });
const fake = createFakeProvider();
const app = await buildTestApp({ provider: fake.provider });
const { db } = app;
keepInvariants(db);

async function begin() {
  const shop = await buildShop(db, { ticket: { type: 'paid', amount: 2500 } });
  const client = app.as();
  const held = await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
  const params = { orderShortId: held.body.data.shortId };
  await detailsAs(client, params.orderShortId);
  await client.call(startPayment, { params }, { idempotencyKey: app.key() });
  const find = () =>
    db
      .selectFrom('payments as p')
      .innerJoin('orders as o', 'o.id', 'p.order_id')
      .select(['p.id', 'p.order_id', 'p.reconcile_count', 'p.reconcile_at'])
      .where('o.short_id', '=', params.orderShortId)
      .executeTakeFirstOrThrow();
  return { find, ...(await find()) };
}

test('planning the next query never waits for the order, because the payment is locked by then', async () => {
  const { find, id, order_id: orderId } = await begin();
  const release = await holdLock(
    app.database.url,
    // Stronger than the application's own lock: it keeps foreign keys waiting too.
    `select from app.orders where id = ${orderId} for update`,
  );
  await planAsking(app.jobCtx, id);
  expect((await find()).reconcile_count).toBe(1);
  await release();
});

test('queries become rarer, and a payment that is closed or gone needs none', async () => {
  const { find, id } = await begin();
  const plan = (paymentId: number) => inTransaction(db, (tx) => queries.planAsking(tx, paymentId));
  expect([await plan(id), await plan(id), await plan(id)]).toEqual([45, 60, 180]);
  expect((await find()).reconcile_at).not.toBeNull();
  await db.updateTable('payments').set({ status: 'cancelled' }).where('id', '=', id).execute();
  expect(await plan(id)).toBeNull();
  expect(await find()).toMatchObject({ reconcile_count: 3, reconcile_at: null });
  await db.updateTable('payments').set({ status: 'requires_payment' }).where('id', '=', id).execute();
  expect(await plan(0)).toBeNull();
});
