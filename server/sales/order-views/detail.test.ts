import { getOrderDetail, listOrders } from '@entrada/contract/sales/orders';
import { expect, test, vi } from 'vitest';
import { buildAccount, buildUserIn } from '../../accounts/factory.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { useRefundingApp } from '../../test/payments/refunding.ts';
import { buildShop, reserveAs, visitor } from '../../test/shop.ts';
import { kindOfTransition } from '../orders/core/order-history.ts';
import { buildOrder } from '../reservations/factory.ts';

vi.setConfig({ testTimeout: 60_000 });
const { app, db, paidOrder, paidShop } = await useRefundingApp();
keepInvariants(db);

test('an order with its money, its payment and what was done to it, by whom', async () => {
  const paid = await paidOrder(3);
  const [one = 0, two = 0] = paid.attendeeIds;
  await paid.refund({ attendeeIds: [one], cancel: true });
  await app.runJobs();
  await paid.refund({ amount: 5000, cancel: true });
  await app.runJobs();
  const reply = await paid.owner.call(getOrderDetail, { params: paid.params });
  expect(reply.status).toBe(200);
  const { history, ...order } = reply.body.data;
  expect(order).toMatchObject({
    shortId: paid.shortId,
    badge: 'REFUNDED',
    isCompleted: false,
    isManual: false,
    paidByHand: null,
    exceedsCapacity: false,
    buyer: { email: 'lucia@example.com' },
    currency: 'EUR',
    lines: [{ ticketName: 'General', quantity: 3, unitList: 2500, listTotal: 7500 }],
    listTotal: 7500,
    discountTotal: 0,
    total: 7500,
    payment: { provider: 'test_bank', status: 'succeeded' },
  });
  expect(two).toBeGreaterThan(0);
  expect(history.map(({ kind }) => kind)).toEqual([
    'started',
    'payment_started',
    'completed_paid',
    'refund_opened',
    'attendees_cancelled',
    'refund_succeeded',
    'refund_opened',
    'cancelled',
    'refund_succeeded',
  ]);
  expect(history[3]).toMatchObject({ by: expect.any(String), amount: 2500, count: null });
  expect(history[4]).toMatchObject({ by: expect.any(String), count: 1 });
  expect(history[5]).toMatchObject({ by: null, amount: 2500 });
  expect(history[7]).toMatchObject({ by: expect.any(String), count: 2 });
});

test('a free order has no payment', async () => {
  const shop = await buildShop(db);
  const given = await buildOrder(db, {
    eventId: shop.eventId,
    items: [{ priceId: shop.priceId, quantity: 2 }],
  });
  const params = { eventId: String(shop.eventId), orderId: String(given.orderId) };
  const reply = await app.as({ token: shop.token }).call(getOrderDetail, { params });
  expect(reply.body.data).toMatchObject({ badge: 'COMPLETED', total: 0, payment: null, charges: [] });
});

test('only roles that may read orders get the detail of an order', async () => {
  const paid = await paidOrder(1);
  const other = await paidOrder(1);
  const call = (token: string | undefined, params = paid.params) =>
    (token === undefined ? visitor(app) : app.as({ token })).call(getOrderDetail, { params });
  const organizer = await buildUserIn(db, paid.shop.accountId, 'organizer');
  expect((await call(organizer.token)).status).toBe(200);
  expect((await call(undefined)).status).toBe(401);
  const stranger = await buildAccount(db);
  expect((await call(stranger.token)).problem).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  expect((await call(other.shop.token)).status).toBe(404);
  const crossed = { eventId: other.params.eventId, orderId: paid.params.orderId };
  expect((await call(other.shop.token, crossed)).status).toBe(404);
  expect((await call(paid.shop.token, { ...paid.params, orderId: '999999' })).status).toBe(404);
});

test('a hold whose buyer is not known is no order yet, as in the list', async () => {
  const shop = await paidShop();
  const held = await reserveAs(visitor(app), shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
  const { id } = await db
    .selectFrom('orders')
    .select('id')
    .where('short_id', '=', held.body.data.shortId)
    .executeTakeFirstOrThrow();
  const owner = app.as({ token: shop.token });
  const eventId = String(shop.eventId);
  expect((await owner.call(getOrderDetail, { params: { eventId, orderId: String(id) } })).status).toBe(404);
  const list = await owner.call(listOrders, { params: { eventId } } as never);
  expect(list.body.data).toEqual([]);
});

test.each([
  ['reserved', 'expired', 'timeout', 'expired'],
  ['reserved', 'expired', 'payment_failed', 'expired'],
  ['reserved', 'expired', 'abandoned', 'left'],
  ['cancelling', 'expired', 'given_up', 'expired'],
  ['reserved', 'expired', 'replaced', 'replaced'],
  ['reserved', 'cancelling', 'abandoned', null],
  ['reserved', 'reserved', 'payment_open_again', null],
  ['expired', 'expired', 'paid_too_late', 'paid_too_late'],
  ['expired', 'completed', 'completed_late', 'completed_late'],
])('%s to %s for %s is told as %s', (from, to, reason, kind) => {
  expect(kindOfTransition({ from, to, reason })).toBe(kind);
});
