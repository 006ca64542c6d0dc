import { getOrder } from '@entrada/contract/sales/checkout';
import { createRefund } from '@entrada/contract/sales/refunds';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildCapacity, buildPromoCode } from '../../catalog/tickets/factory.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { useRefundingApp } from '../../test/payments/refunding.ts';
import { buildShop, stockOf } from '../../test/shop.ts';
import { buildOrder } from '../reservations/factory.ts';

vi.setConfig({ testTimeout: 60_000 });
const { app, db, bank, paidShop, paidOrder } = await useRefundingApp();
keepInvariants(db);
beforeEach(() => {
  bank.behaviour.refund = 'succeeded';
  bank.broken.clear();
});

const mailsOf = (orderId: number) =>
  db
    .selectFrom('mails')
    .select(['kind', 'to_address', 'subject'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
const auditOf = async (orderId: number) =>
  (
    await db
      .selectFrom('audit_entries')
      .select(['action', 'user_id'])
      .where('target_type', '=', 'order')
      .where('target_id', '=', orderId)
      .orderBy('id')
      .execute()
  ).map((entry) => `${entry.action}${entry.user_id === null ? '' : ' by a user'}`);

describe('a refund', () => {
  test('in full: pending at once, made by its job, told to the buyer, audited', async () => {
    const paid = await paidOrder(2);
    const reply = await paid.refund({ amount: 5000, notify: true, note: 'Rained off' });
    expect(reply.status).toBe(201);
    expect(reply.body.data).toMatchObject({
      badge: 'REFUND_PENDING',
      paid: 5000,
      refunded: 0,
      refundable: 0,
      obstacle: 'REFUND_PENDING',
      refunds: [{ status: 'pending', amount: 5000, reason: 'requested', note: 'Rained off', notifies: true }],
    });
    await app.runJobs();
    expect(await paid.refunds()).toMatchObject({
      badge: 'REFUNDED',
      refunded: 5000,
      refundable: 0,
      obstacle: 'REFUND_ABOVE_REMAINING',
      refunds: [{ status: 'succeeded', settledAt: expect.any(String), createdBy: expect.any(String) }],
    });
    expect(await paid.state()).toBe('completed full 5000');
    expect(bank.paymentOf(paid.shortId)?.refunded).toBe(5000);
    // A refund without a cancellation gives no place back.
    expect(await stockOf(db, paid.shop.counterId)).toEqual({ sold: 2, reserved: 0 });
    const shown = await paid.buyer.call(getOrder, { params: { orderShortId: paid.shortId } });
    expect(shown.body.data).toMatchObject({ step: 'refunded', badge: 'REFUNDED', refundedTotal: 5000 });
    await app.runJobs();
    expect(await mailsOf(paid.payment.orderId)).toContainEqual({
      kind: 'refunded',
      to_address: 'lucia@example.com',
      subject: 'Tu reembolso de Noche de Luz',
    });
    expect(await auditOf(paid.payment.orderId)).toEqual(['refund.opened by a user', 'refund.succeeded']);
  });

  test('in part, then the rest, and never more', async () => {
    const paid = await paidOrder(1);
    await paid.refund({ amount: 700 });
    expect((await paid.refund({ amount: 100 })).problem).toMatchObject({
      status: 409,
      code: 'REFUND_PENDING',
    });
    await app.runJobs();
    expect(await paid.state()).toBe('completed partial 700');
    expect((await paid.refund({ amount: 1801 })).problem).toMatchObject({
      code: 'REFUND_ABOVE_REMAINING',
      params: { remaining: 1800 },
    });
    await paid.refund({ amount: 1800 });
    await app.runJobs();
    expect(await paid.state()).toBe('completed full 2500');
    expect((await paid.refund({ amount: 1 })).problem.code).toBe('REFUND_ABOVE_REMAINING');
    // The requests did not ask for mails.
    expect((await mailsOf(paid.payment.orderId)).map((mail) => mail.kind)).not.toContain('refunded');
  });

  test('of chosen attendees is what each of them paid, once', async () => {
    const paid = await paidOrder(3);
    const [one = 0, two = 0, three = 0] = paid.attendeeIds;
    // Of another account.
    const [theirs = 0] = (await paidOrder(1)).attendeeIds;
    expect((await paid.refund({ attendeeIds: [one, theirs] })).problem).toMatchObject({
      status: 422,
      errors: [{ path: 'attendeeIds.1', code: 'not_found' }],
    });
    const { id: line } = await db
      .selectFrom('attendees')
      .select('order_item_id as id')
      .where('id', '=', theirs)
      .executeTakeFirstOrThrow();
    expect((await paid.refund({ lineIds: [line] })).problem).toMatchObject({
      status: 422,
      errors: [{ path: 'lineIds.0', code: 'not_found' }],
    });
    expect((await paid.refund({ attendeeIds: [one, one] })).problem.code).toBe('VALIDATION_FAILED');
    expect((await paid.refund({ attendeeIds: [one, two], cancel: true })).status).toBe(201);
    // The places are on sale again before the money has moved.
    expect(await stockOf(db, paid.shop.counterId)).toEqual({ sold: 1, reserved: 0 });
    await app.runJobs();
    expect(await paid.state()).toBe('completed partial 5000');
    expect((await paid.refunds()).attendees).toMatchObject([
      { id: one, status: 'cancelled', unitTotal: 2500, isRefunded: true },
      { id: two, status: 'cancelled', isRefunded: true },
      { id: three, status: 'active', isRefunded: false },
    ]);
    expect((await paid.refund({ attendeeIds: [two] })).problem.code).toBe('ATTENDEE_ALREADY_REFUNDED');
    // With the last attendee the whole order is cancelled.
    await paid.refund({ attendeeIds: [three], cancel: true });
    await app.runJobs();
    expect(await paid.state()).toBe('cancelled full 7500');
    expect(await stockOf(db, paid.shop.counterId)).toEqual({ sold: 0, reserved: 0 });
    expect(await auditOf(paid.payment.orderId)).toEqual([
      'refund.opened by a user',
      'attendees.cancelled by a user',
      'refund.succeeded',
      'refund.opened by a user',
      'order.cancelled by a user',
      'refund.succeeded',
    ]);
  });

  test('with a cancelled order gives places back whatever becomes of the money', async () => {
    const paid = await paidOrder(2);
    bank.broken.add('refund');
    await paid.refund({ amount: 5000, cancel: true });
    expect(await paid.state()).toBe('cancelled pending 0');
    expect(await stockOf(db, paid.shop.counterId)).toEqual({ sold: 0, reserved: 0 });
    const history = await db
      .selectFrom('order_transitions')
      .select(['from_status', 'to_status', 'reason'])
      .where('order_id', '=', paid.payment.orderId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(history).toEqual({ from_status: 'completed', to_status: 'cancelled', reason: 'cancelled' });
  });

  test('gives back what cancelled tickets took of a shared capacity, and the promo use with the whole order only', async () => {
    const shop = await paidShop();
    const { accountId, eventId, ticketId } = shop;
    const pool = await buildCapacity(db, { accountId, eventId, ticketIds: [ticketId], quantity: 5 });
    const promo = await buildPromoCode(db, {
      accountId,
      eventId,
      code: 'HALF',
      discountType: 'percentage',
      percentage: '50.0000',
      uses: 1,
    });
    const paid = await paidOrder(3, shop, { promoCode: 'HALF' });
    const sold = async () =>
      Promise.all(
        [shop.counterId, pool.counterId, promo.counterId].map(async (id) => (await stockOf(db, id)).sold),
      );
    expect(await sold()).toEqual([3, 3, 1]);
    await paid.refund({ attendeeIds: paid.attendeeIds.slice(0, 2), cancel: true });
    expect(await sold()).toEqual([1, 1, 1]);
    await app.runJobs();
    expect(await paid.state()).toBe('completed partial 2500');
    await paid.refund({ amount: 1250, cancel: true });
    expect(await sold()).toEqual([0, 0, 0]);
    await app.runJobs();
    expect(await paid.state()).toBe('cancelled full 3750');
  });

  test('is made once for its key, whenever and however often it is asked for', async () => {
    const paid = await paidOrder(1);
    const key = app.key();
    const replies = await Promise.all(Array.from({ length: 5 }, () => paid.refund({ amount: 500 }, key)));
    expect(replies.map((reply) => reply.status)).toEqual([201, 201, 201, 201, 201]);
    await app.runJobs();
    expect((await paid.refund({ amount: 500 }, key)).body.data.refunds).toHaveLength(1);
    expect((await paid.refund({ amount: 600 }, key)).problem.code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(await paid.state()).toBe('completed partial 500');
  });
});

describe('what cannot be refunded', () => {
  test('an order made by hand, an order without a payment, a body with both or neither', async () => {
    const paid = await paidOrder(1);
    await db.updateTable('orders').set({ is_manual: true }).where('id', '=', paid.payment.orderId).execute();
    expect((await paid.refund({ amount: 1 })).problem).toMatchObject({
      status: 409,
      code: 'ORDER_IS_MANUAL',
    });
    expect((await paid.refunds()).obstacle).toBe('ORDER_IS_MANUAL');
    await db.updateTable('orders').set({ is_manual: false }).where('id', '=', paid.payment.orderId).execute();
    const free = await buildShop(db);
    const given = await buildOrder(db, {
      eventId: free.eventId,
      items: [{ priceId: free.priceId, quantity: 1 }],
    });
    const unpaid = await app.as({ token: free.token }).call(createRefund, {
      params: { eventId: String(free.eventId), orderId: String(given.orderId) },
      body: { amount: 1, cancel: false, notify: false, note: '' },
    });
    expect(unpaid.problem.code).toBe('ORDER_NOT_PAID_ONLINE');
    for (const body of [
      {},
      { amount: 0 },
      { amount: 1.5 },
      { amount: 1, attendeeIds: [1] },
      { attendeeIds: [] },
    ]) {
      expect((await paid.refund(body)).problem.code, JSON.stringify(body)).toBe('VALIDATION_FAILED');
    }
  });

  test('anything of another account, or under another event', async () => {
    const paid = await paidOrder(1);
    const other = await paidOrder(1);
    const stranger = await buildAccount(db);
    const body = { amount: 100, cancel: false, notify: false, note: '' };
    for (const client of [app.as({ token: stranger.token }), other.owner]) {
      const reply = await client.call(createRefund, { params: paid.params, body });
      expect(reply.problem).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    }
    const crossed = { eventId: other.params.eventId, orderId: paid.params.orderId };
    expect((await other.owner.call(createRefund, { params: crossed, body })).status).toBe(404);
    expect((await other.refund({ attendeeIds: paid.attendeeIds })).problem.code).toBe('VALIDATION_FAILED');
    expect(await paid.state()).toBe('completed none 0');
  });
});
