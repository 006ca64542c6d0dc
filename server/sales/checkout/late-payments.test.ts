import {
  createCapacityAssignment,
  deleteCapacityAssignment,
} from '@entrada/contract/catalog/capacity-assignments';
import { deletePromoCode } from '@entrada/contract/catalog/promo-codes';
import { refreshPayment, startPayment } from '@entrada/contract/sales/checkout';
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { buildPromoCode } from '../../catalog/tickets/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { findBroken, keepInvariants } from '../../test/invariants.ts';
import { createFakeProvider } from '../../test/payments/fake-provider.ts';
import { buildShop, detailsAs, reserveAs, stockOf, visitor } from '../../test/shop.ts';
import { findPaymentByProviderId } from '../payments/queries.ts';
import { sweepHolds } from '../reservations/jobs.ts';
import { applyPayment } from './settle.ts';
import { reconcile } from './webhooks.ts';

vi.setConfig({ testTimeout: 60_000 });
const bank = createFakeProvider();
const app = await buildTestApp({ provider: bank.provider });
const { db, jobCtx: ctx } = app;
keepInvariants(db);
afterEach(async () => expect(await findBroken(db)).toEqual({}));

type Shop = Awaited<ReturnType<typeof buildShop>>;
const paidShop = (quantity = 1) => buildShop(db, { ticket: { type: 'paid', amount: 2500, quantity } });

/** An order whose hold was given up because the bank could not be asked. It can still be paid at the bank. */
async function givenUp(shop: Shop, more: { promoCode?: string } = {}) {
  const client = visitor(app);
  const held = await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }], more);
  const { shortId } = held.body.data;
  await detailsAs(client, shortId);
  const params = { orderShortId: shortId };
  await client.call(startPayment, { params });
  bank.broken.add('cancel');
  await sql`update app.orders set expires_at = app.now() - interval '5 minutes' where short_id = ${shortId}`.execute(
    db,
  );
  await sweepHolds(ctx);
  await sweepHolds(ctx);
  bank.broken.clear();
  const remote = bank.paymentOf(shortId);
  const payment = remote && (await findPaymentByProviderId(db, 'test_bank', remote.id));
  if (!payment || !remote) throw new Error('The payment was not begun');
  const order = () =>
    db.selectFrom('orders').selectAll().where('short_id', '=', shortId).executeTakeFirstOrThrow();
  expect(await order()).toMatchObject({ status: 'expired', payment_status: 'awaiting' });
  return {
    payment,
    order,
    pay: () => bank.set(remote.id, 'succeeded'),
    paid: () => ({ ...remote, status: 'succeeded' as const }),
    hear: () => reconcile(ctx, bank.provider, payment.id),
    refresh: () => client.call(refreshPayment, { params }),
    kept: () => {
      const now = bank.paymentOf(shortId);
      return (now?.amount ?? 0) - (now?.refunded ?? 0);
    },
  };
}
type Late = Awaited<ReturnType<typeof givenUp>>;

async function endOf(late: Late) {
  late.pay();
  await late.hear();
  await app.runJobs();
  const { status, refund_status: refund } = await late.order();
  return [`${status} ${refund}`, late.kept()];
}
const COMPLETED = ['completed none', 2500];
const SENT_BACK = ['expired full', 0];

test('a late payment completes the order if its place is free', async () => {
  const shop = await paidShop();
  expect(await endOf(await givenUp(shop))).toEqual(COMPLETED);
  expect(await stockOf(db, shop.counterId)).toEqual({ sold: 1, reserved: 0 });
});

test('an unpaid payment is cancelled as soon as the bank answers again, and cannot be paid any more', async () => {
  const late = await givenUp(await paidShop());
  await late.hear();
  expect(late.pay().status).toBe('cancelled');
  expect(await late.order()).toMatchObject({ status: 'expired', payment_status: 'none' });
});

test('after the quantity was lowered, a late payment is refunded', async () => {
  const shop = await paidShop();
  const late = await givenUp(shop);
  await sql`update app.counters set quantity = 0, ceiling = 0 where id = ${shop.counterId}`.execute(db);
  expect(await endOf(late)).toEqual(SENT_BACK);
  expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 0 });
});

test('after its ticket joined a capacity assignment, a late payment counts for it, and is refunded if it is full', async () => {
  for (const [capacity, end] of [
    [0, SENT_BACK],
    [1, COMPLETED],
  ] as const) {
    const shop = await paidShop();
    const late = await givenUp(shop);
    const body = { name: 'Hall', capacity, active: true, ticketIds: [shop.ticketId] };
    const organizer = app.as({ token: shop.token });
    const params = { eventId: String(shop.eventId) };
    const made = await organizer.call(createCapacityAssignment, { params, body });
    expect(made.status, JSON.stringify(made.problem)).toBe(201);
    expect(await endOf(late)).toEqual(end);
    const pool = await db
      .selectFrom('capacity_assignments')
      .select('counter_id')
      .where('id', '=', made.body.data.id)
      .executeTakeFirstOrThrow();
    expect((await stockOf(db, pool.counter_id)).sold).toBe(capacity);
  }
});

test('after the full capacity assignment of its ticket was deleted, a late payment completes the order', async () => {
  const shop = await paidShop(5);
  const params = { eventId: String(shop.eventId) };
  const organizer = app.as({ token: shop.token });
  const body = { name: 'Hall', capacity: 1, active: true, ticketIds: [shop.ticketId] };
  const { id } = (await organizer.call(createCapacityAssignment, { params, body })).body.data;
  const late = await givenUp(shop);
  const rival = await reserveAs(visitor(app), shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
  expect(rival.status).toBe(201);
  const gone = await organizer.call(deleteCapacityAssignment, {
    params: { ...params, assignmentId: String(id) },
  });
  expect(gone.status).toBe(204);
  expect(await endOf(late)).toEqual(COMPLETED);
});

test('a late payment with a promo code uses it again, is refunded if no use is left, and keeps its price if the code was deleted', async () => {
  const code = async () => {
    const shop = await paidShop(10);
    const promo = await buildPromoCode(db, { ...shop, code: 'UNO', uses: 1, percentage: '10' });
    const late = await givenUp(shop, { promoCode: 'UNO' });
    expect(await stockOf(db, promo.counterId)).toEqual({ sold: 0, reserved: 0 });
    return { shop, promo, late };
  };
  const left = await code();
  const [total] = [(await left.late.order()).total];
  expect(await endOf(left.late)).toEqual(['completed none', total]);
  expect(await stockOf(db, left.promo.counterId)).toEqual({ sold: 1, reserved: 0 });

  const used = await code();
  const items = [{ priceId: used.shop.priceId, quantity: 1 }];
  const rival = await reserveAs(visitor(app), used.shop.eventId, items, { promoCode: 'UNO' });
  expect(rival.status).toBe(201);
  expect(await endOf(used.late)).toEqual(SENT_BACK);

  const gone = await code();
  const params = { eventId: String(gone.shop.eventId), codeId: String(gone.promo.promoCodeId) };
  expect((await app.as({ token: gone.shop.token }).call(deletePromoCode, { params })).status).toBe(204);
  expect(await endOf(gone.late)).toEqual(['completed none', total]);
});

test('four late payments at once for one place, each heard of three ways: one is completed, three go back', async () => {
  const shop = await paidShop();
  const lates: Late[] = [];
  for (let nth = 1; nth <= 4; nth += 1) lates.push(await givenUp(shop));
  for (const late of lates) late.pay();
  await Promise.all(
    lates.flatMap((late) => [late.hear(), late.refresh(), applyPayment(ctx, late.payment, late.paid())]),
  );
  await app.runJobs();
  const ends: string[] = [];
  for (const late of lates) {
    const { status, refund_status: refund } = await late.order();
    ends.push(`${status} ${refund} ${late.kept()}`);
  }
  expect(ends.sort()).toEqual(['completed none 2500', ...Array(3).fill('expired full 0')]);
  expect(await stockOf(db, shop.counterId)).toEqual({ sold: 1, reserved: 0 });
  for (const { payment } of lates) {
    const made = [...bank.refunds.values()].filter((one) => one.paymentId === payment.providerPaymentId);
    expect(made.length).toBeLessThanOrEqual(1);
  }
});
