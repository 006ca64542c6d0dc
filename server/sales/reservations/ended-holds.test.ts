import { cancelOrder } from '@entrada/contract/sales/cancellations';
import {
  abandonOrder,
  chooseOfflinePayment,
  refreshPayment,
  startPayment,
} from '@entrada/contract/sales/checkout';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildPromoCode } from '../../catalog/tickets/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { createFakeProvider } from '../../test/payments/fake-provider.ts';
import { buildShop, detailsAs, reserveAs, stockOf, visitor } from '../../test/shop.ts';
import { giveUpEnding } from '../checkout/end-payment.ts';
import { applyPayment } from '../checkout/settle.ts';
import { findPaymentByProviderId } from '../payments/queries.ts';
import { sweepHolds } from './jobs.ts';
import { beginEnding } from './queries.ts';
import { sweepOverdue } from './sweep.ts';

vi.setConfig({ testTimeout: 120_000 });
const bank = createFakeProvider();
const app = await buildTestApp({ provider: bank.provider });
const { db, jobCtx: ctx } = app;
keepInvariants(db);

type Shop = Awaited<ReturnType<typeof buildShop>>;

const paidShop = () => buildShop(db, { ticket: { type: 'paid', amount: 2500, quantity: 1 } });
const orderOf = (shortId: string) =>
  db.selectFrom('orders').selectAll().where('short_id', '=', shortId).executeTakeFirstOrThrow();
const overdue = (shortIds: readonly string[]) =>
  sql`update app.orders set expires_at = app.now() - interval '1 minute' where short_id = any(${[...shortIds]}::text[])`.execute(
    db,
  );
const held = async (shop: Shop, more: { promoCode?: string } = {}) => {
  const reply = await reserveAs(visitor(app), shop.eventId, [{ priceId: shop.priceId, quantity: 1 }], more);
  return { code: reply.status === 201 ? 'held' : reply.problem.code, shortId: reply.body.data?.shortId };
};

/** An order for the only place, with a payment that was begun at the provider. */
async function paying() {
  const shop = await paidShop();
  const client = visitor(app);
  const reply = await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
  const { shortId } = reply.body.data;
  await detailsAs(client, shortId);
  const params = { orderShortId: shortId };
  await client.call(startPayment, { params });
  const remote = bank.paymentOf(shortId);
  const payment = remote && (await findPaymentByProviderId(db, 'test_bank', remote.id));
  if (!payment || !remote) throw new Error('The payment was not begun');
  return { shop, client, params, shortId, payment, remote };
}

test('a code of five uses is used five times by a hundred at once; three that run out free three uses', async () => {
  const shop = await buildShop(db, { ticket: { quantity: 500 } });
  const promo = await buildPromoCode(db, { ...shop, code: 'CINCO', uses: 5 });
  const rush = async (n: number) => {
    const tries = await Promise.all(Array.from({ length: n }, () => held(shop, { promoCode: 'CINCO' })));
    const refusals = tries.filter((one) => one.code !== 'held').map((one) => one.code);
    expect(new Set(refusals)).toEqual(new Set(['PROMO_CODE_USED_UP']));
    return tries.flatMap((one) => (one.code === 'held' && one.shortId ? [one.shortId] : []));
  };
  const first = await rush(100);
  expect(first).toHaveLength(5);
  await overdue(first.slice(0, 3));
  await sweepOverdue(ctx);
  expect(await stockOf(db, promo.counterId)).toEqual({ sold: 0, reserved: 2 });
  expect(await rush(20)).toHaveLength(3);
  expect(await stockOf(db, promo.counterId)).toEqual({ sold: 0, reserved: 5 });
});

test.each(['people', 'the due date'])(
  'a code’s use comes back where %s end an order that was not paid',
  async (who) => {
    const shop = await buildShop(db, { ticket: { type: 'paid', amount: 2500, quantity: 10 } });
    const promo = await buildPromoCode(db, { ...shop, code: 'UNO', uses: 1 });
    await db
      .updateTable('event_settings')
      .set({ offline_payments: true })
      .where('event_id', '=', shop.eventId)
      .execute();
    const client = visitor(app);
    const items = [{ priceId: shop.priceId, quantity: 2 }];
    const { shortId } = (await reserveAs(client, shop.eventId, items, { promoCode: 'UNO' })).body.data;
    await detailsAs(client, shortId);
    const chosen = await client.call(chooseOfflinePayment, { params: { orderShortId: shortId } });
    expect(chosen.status).toBe(200);
    expect(await stockOf(db, promo.counterId)).toEqual({ sold: 1, reserved: 0 });
    const { id } = await orderOf(shortId);
    if (who === 'people') {
      const params = { eventId: String(shop.eventId), orderId: String(id) };
      await app.as({ token: shop.token }).call(cancelOrder, { params, body: { notify: false } });
    } else {
      await sql`update app.orders set offline_due_at = app.now() where id = ${id}`.execute(db);
      await sweepHolds(ctx);
    }
    expect((await orderOf(shortId)).status).toBe('cancelled');
    expect(await stockOf(db, promo.counterId)).toEqual({ sold: 0, reserved: 0 });
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 0 });
    expect((await held(shop, { promoCode: 'UNO' })).code).toBe('held');
  },
);

test('one hold that cannot be ended does not stop the end of others, and is tried again', async () => {
  const [stuck, late] = [await buildShop(db), await buildShop(db)];
  const [one, other] = [await held(stuck), await held(late)];
  await overdue([one.shortId ?? '', other.shortId ?? '']);
  const reserve = (reserved: number) =>
    db.updateTable('counters').set({ reserved }).where('id', '=', stuck.counterId).execute();
  await reserve(0);
  await sweepOverdue(ctx);
  expect((await orderOf(one.shortId ?? '')).status).toBe('reserved');
  expect((await orderOf(other.shortId ?? '')).status).toBe('expired');
  expect(await stockOf(db, late.counterId)).toEqual({ sold: 0, reserved: 0 });
  await reserve(1);
  await sweepOverdue(ctx);
  expect((await orderOf(one.shortId ?? '')).status).toBe('expired');
});

test('a hold whose payment could not be ended does not stop the end of others either', async () => {
  const [stuck, late] = [await paying(), await paying()];
  bank.broken.add('cancel');
  for (const { shortId } of [stuck, late]) await overdue([shortId]);
  await sweepOverdue(ctx);
  await sql`update app.orders set expires_at = app.now() - interval '5 minutes' where status = 'cancelling'`.execute(
    db,
  );
  const reserve = (reserved: number) =>
    db.updateTable('counters').set({ reserved }).where('id', '=', stuck.shop.counterId).execute();
  await reserve(0);
  await sweepHolds(ctx);
  expect((await orderOf(stuck.shortId)).status).toBe('cancelling');
  expect((await orderOf(late.shortId)).status).toBe('expired');
  await reserve(1);
  await sweepHolds(ctx);
  bank.broken.clear();
  expect((await orderOf(stuck.shortId)).status).toBe('expired');
});

test.each([
  ['succeeded', 'completed paid', { sold: 1, reserved: 0 }],
  ['failed', 'expired failed', { sold: 0, reserved: 0 }],
] as const)('left while the bank decides: the place waits, and %s makes it %s', async (end, state, stock) => {
  const { shop, client, params, shortId, remote } = await paying();
  bank.set(remote.id, 'processing');
  await client.call(refreshPayment, { params });
  expect((await client.call(abandonOrder, { params })).status).toBe(204);
  expect(await orderOf(shortId)).toMatchObject({ status: 'cancelling', payment_status: 'processing' });
  expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 1 });
  bank.set(remote.id, end);
  await client.call(refreshPayment, { params });
  const { status, payment_status: payment } = await orderOf(shortId);
  expect(`${status} ${payment}`).toBe(state);
  expect(await stockOf(db, shop.counterId)).toEqual(stock);
});

test.each(['failed', 'requires_payment'] as const)(
  'a bank that refuses after its day of time leaves a quarter of an hour: %s',
  async (status) => {
    const { shop, shortId, payment, remote } = await paying();
    await applyPayment(ctx, payment, { ...remote, status: 'processing' });
    const failure = { code: 'declined', message: 'The bank declined.' } as const;
    await applyPayment(ctx, payment, { ...remote, status, failure });
    expect((await orderOf(shortId)).status).toBe('reserved');
    await sweepOverdue(ctx);
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 1 });
    await app.travel(15 * 60 + 1);
    try {
      await sweepHolds(ctx);
      await app.runJobs();
    } finally {
      await app.travel(0);
    }
    expect((await orderOf(shortId)).status).toBe('expired');
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 0 });
  },
);

test('another payment of the same amount that names the order is not taken for the one on record', async () => {
  const { shortId, payment, remote } = await paying();
  const other = { ...remote, id: `${remote.id}_other`, status: 'succeeded' as const };
  expect(await applyPayment(ctx, payment, other)).toBe('mismatch');
  expect(await orderOf(shortId)).toMatchObject({ status: 'reserved', payment_status: 'awaiting' });
});

test('an answer that is older than the attempt and comes late reopens nothing and sends no mail about a refusal', async () => {
  const { shortId, payment, remote } = await paying();
  await applyPayment(ctx, payment, { ...remote, status: 'processing' });
  const before = await orderOf(shortId);
  await applyPayment(ctx, payment, { ...remote, status: 'requires_payment' });
  expect(await orderOf(shortId)).toMatchObject({
    payment_status: 'processing',
    expires_at: before.expires_at,
  });
  const mails = await db.selectFrom('mails').select('kind').where('order_id', '=', before.id).execute();
  expect(mails).toEqual([]);
  bank.set(remote.id, 'succeeded');
  await applyPayment(ctx, payment, bank.paymentOf(shortId) ?? remote);
  expect((await orderOf(shortId)).status).toBe('completed');
});

test('a payment that the bank began to process just before it would be given up is not given up', async () => {
  const { shop, shortId, payment, remote } = await paying();
  await overdue([shortId]);
  expect(await beginEnding(db, { orderId: payment.orderId })).toEqual([payment.orderId]);
  // The sweep found the order two minutes overdue, but processes it only now.
  await applyPayment(ctx, payment, { ...remote, status: 'processing' });
  await giveUpEnding(ctx, payment.orderId);
  expect(await orderOf(shortId)).toMatchObject({ status: 'cancelling', payment_status: 'processing' });
  expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 1 });
  bank.set(remote.id, 'succeeded');
  await applyPayment(ctx, payment, bank.paymentOf(shortId) ?? remote);
  expect((await orderOf(shortId)).status).toBe('completed');
});
