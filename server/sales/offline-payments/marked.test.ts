import { getEventStats } from '@entrada/contract/insight/dashboard';
import { cancelOrder } from '@entrada/contract/sales/cancellations';
import { getOrderDetail, listOrders, markOrderPaid } from '@entrada/contract/sales/orders';
import { createRefund, listRefunds } from '@entrada/contract/sales/refunds';
import { describe, expect, test, vi } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { useOfflinePayments } from '../../test/payments/offline.ts';
import { stockOf } from '../../test/shop.ts';

vi.setConfig({ testTimeout: 60_000 });
const { app, db, show, heldWithDetails, offlineShop, awaiting, mailsOf, sound } = await useOfflinePayments();

describe('marked as paid', () => {
  test('tickets become valid, the order complete, mails go out, and the figures count it', async () => {
    const shop = await offlineShop();
    const { organizer } = shop;
    const { client, shortId, orderId, params } = await awaiting(shop);
    const stats = async () =>
      (await organizer.call(getEventStats, { params: { eventId: String(shop.eventId) } })).body.data;
    const before = await stats();
    const detail = (await organizer.call(getOrderDetail, { params })).body.data;
    expect(detail).toMatchObject({
      badge: 'AWAITING_OFFLINE_PAYMENT',
      offline: { isAwaited: true, isOverdue: false },
    });
    const marked = await organizer.call(markOrderPaid, { params });
    expect(marked.body.data).toMatchObject({
      badge: 'COMPLETED',
      isCompleted: true,
      offline: { isAwaited: false },
    });
    const kinds = marked.body.data.history.map(({ kind, by }) => [kind, by !== null]);
    expect(kinds).toEqual([
      ['started', false],
      ['offline_chosen', false],
      ['completed_offline', true],
    ]);
    const order = await show(client, shortId);
    expect(order).toMatchObject({ badge: 'COMPLETED', offline: null });
    expect(order.tickets.map(({ status }) => status)).toEqual(['active', 'active']);
    expect(await mailsOf(orderId)).toEqual(['order_awaiting_payment', 'new_order', 'order_confirmation']);
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 2, reserved: 0 });
    const after = await stats();
    expect(JSON.stringify(after)).not.toBe(JSON.stringify(before));
    expect((await organizer.call(markOrderPaid, { params })).problem.code).toBe('ORDER_COMPLETED');
    await sound();
  });

  test('by two people at once is marked once', async () => {
    const shop = await offlineShop();
    const { orderId, params } = await awaiting(shop);
    const replies = await Promise.all([1, 2, 3].map(() => shop.organizer.call(markOrderPaid, { params })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await mailsOf(orderId)).filter((kind) => kind === 'order_confirmation')).toHaveLength(1);
    await sound();
  });

  test('and cancelled at once: it ends cancelled, paid first or never', async () => {
    const shop = await offlineShop();
    const { params, client, shortId } = await awaiting(shop);
    const replies = await Promise.all([
      shop.organizer.call(markOrderPaid, { params }),
      shop.organizer.call(cancelOrder, { params, body: { notify: true } }),
    ]);
    const [paid, cancelled] = replies.map(({ status }) => status);
    expect(cancelled).toBe(200);
    expect([200, 409]).toContain(paid);
    expect((await show(client, shortId)).badge).toBe('CANCELLED');
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 0 });
    await sound();
  });

  test('only an order of the own account that waits for payment', async () => {
    const shop = await offlineShop();
    const { params } = await awaiting(shop);
    const other = app.as({ token: (await buildAccount(db)).token });
    expect((await other.call(markOrderPaid, { params })).status).toBe(404);
    const held = await heldWithDetails(shop, app.as());
    const row = await db
      .selectFrom('orders')
      .select('id')
      .where('short_id', '=', held)
      .executeTakeFirstOrThrow();
    const reply = await shop.organizer.call(markOrderPaid, {
      params: { ...params, orderId: String(row.id) },
    });
    expect(reply.problem.code).toBe('ORDER_NOT_AWAITING_PAYMENT');
  });

  test('and refunded by hand, a ticket and then the rest', async () => {
    const shop = await offlineShop();
    const { orderId, params } = await awaiting(shop);
    await shop.organizer.call(markOrderPaid, { params });
    const refunds = async () => (await shop.organizer.call(listRefunds, { params })).body.data;
    const money = await refunds();
    expect(money).toMatchObject({ isByHand: true, paid: 5000, refundable: 5000, obstacle: null });
    const send = (body: object) =>
      shop.organizer.call(
        createRefund,
        { params, body: { cancel: false, notify: true, note: '', ...body } },
        { idempotencyKey: app.key() },
      );
    const one = await send({ attendeeIds: [money.attendees[0]?.id ?? 0], cancel: true });
    expect(one.body.data).toMatchObject({ badge: 'PARTIALLY_REFUNDED', refunded: 2500, refundable: 2500 });
    expect(one.body.data.refunds[0]).toMatchObject({ reason: 'by_hand', status: 'succeeded' });
    expect((await send({ amount: 2501 })).problem.code).toBe('REFUND_ABOVE_REMAINING');
    expect((await send({ amount: 2500, cancel: true })).body.data.badge).toBe('REFUNDED');
    expect((await send({ amount: 1 })).problem.code).toBe('REFUND_ABOVE_REMAINING');
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 0 });
    expect((await mailsOf(orderId)).filter((kind) => kind === 'refunded')).toHaveLength(2);
    await app.runJobs();
    await sound();
  });

  test('the list finds what is awaited', async () => {
    const shop = await offlineShop();
    await awaiting(shop);
    const found = await shop.organizer.call(listOrders, {
      params: { eventId: String(shop.eventId) },
      query: { 'filter_fields[status][eq]': 'AWAITING_OFFLINE_PAYMENT' },
    });
    expect(found.body.data).toHaveLength(1);
  });
});
