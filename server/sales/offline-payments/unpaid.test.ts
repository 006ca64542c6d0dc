import {
  createCapacityAssignment,
  updateCapacityAssignment,
} from '@entrada/contract/catalog/capacity-assignments';
import { cancelOrder } from '@entrada/contract/sales/cancellations';
import { getOrderDetail, markOrderPaid } from '@entrada/contract/sales/orders';
import { describe, expect, test, vi } from 'vitest';
import { findBroken, keepInvariants } from '../../test/invariants.ts';
import { useOfflinePayments } from '../../test/payments/offline.ts';
import { stockOf } from '../../test/shop.ts';
import { sweepUnpaid } from './sweep.ts';

vi.setConfig({ testTimeout: 60_000 });
const { app, db, show, offlineShop, awaiting, mailsOf, sound } = await useOfflinePayments();

describe('not paid', () => {
  test('an order is cancelled by people, with or without a mail', async () => {
    const shop = await offlineShop();
    const [silent, told] = [await awaiting(shop), await awaiting(shop)];
    const cancel = (params: typeof silent.params, notify: boolean) =>
      shop.organizer.call(cancelOrder, { params, body: { notify } });
    expect((await cancel(silent.params, false)).body.data.badge).toBe('CANCELLED');
    const history = (await cancel(told.params, true)).body.data.history;
    expect(history.at(-1)).toMatchObject({ kind: 'cancelled', by: expect.any(String) });
    expect(await mailsOf(silent.orderId)).not.toContain('order_cancelled');
    expect(await mailsOf(told.orderId)).toContain('order_cancelled');
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 0 });
    expect((await show(told.client, told.shortId)).step).toBe('cancelled');
    expect((await cancel(told.params, true)).problem.code).toBe('ORDER_CANCELLED');
    await sound();
  });

  const makeDue = (orderId: number) =>
    db
      .updateTable('orders')
      .set({ offline_due_at: new Date(Date.now() - 1000) })
      .where('id', '=', orderId)
      .execute();

  test('an order that is not paid by its due date is cancelled, its places go back on sale, and both sides get a mail', async () => {
    const shop = await offlineShop();
    const [late, early] = [await awaiting(shop), await awaiting(shop)];
    await makeDue(late.orderId);
    await sweepUnpaid(app.jobCtx);
    await sweepUnpaid(app.jobCtx);
    const order = await show(late.client, late.shortId);
    expect(order).toMatchObject({ badge: 'CANCELLED', step: 'cancelled', endedReason: 'offline_unpaid' });
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 2, reserved: 0 });
    expect((await mailsOf(late.orderId)).slice(2)).toEqual(['order_unpaid', 'order_cancelled']);
    const { history } = (await shop.organizer.call(getOrderDetail, { params: late.params })).body.data;
    expect(history.map(({ kind }) => kind)).toEqual(['started', 'offline_chosen', 'offline_unpaid']);
    expect((await show(early.client, early.shortId)).badge).toBe('AWAITING_OFFLINE_PAYMENT');
    await app.runJobs();
    const mails = await db
      .selectFrom('mails')
      .select('status')
      .where('order_id', '=', late.orderId)
      .execute();
    expect(new Set(mails.map(({ status }) => status)).has('queued')).toBe(false);
    await sound();
  });

  test('an order that is due and marked as paid in the same moment is either cancelled or paid', async () => {
    const shop = await offlineShop();
    for (let round = 0; round < 4; round += 1) {
      const { params, client, shortId, orderId } = await awaiting(shop, 1);
      await makeDue(orderId);
      const [marked] = await Promise.all([
        shop.organizer.call(markOrderPaid, { params }),
        sweepUnpaid(app.jobCtx),
        sweepUnpaid(app.jobCtx),
      ]);
      const { badge } = await show(client, shortId);
      expect(badge).toBe(marked.status === 200 ? 'COMPLETED' : 'CANCELLED');
    }
    await sound();
  });
});

/** An order of two tickets that waits for its offline payment, in a shop of its own. */
async function ofItsOwn() {
  const shop = await offlineShop();
  return { shop, ...(await awaiting(shop)) };
}

const statusOf = async (orderId: number) =>
  (await db.selectFrom('orders').select('status').where('id', '=', orderId).executeTakeFirstOrThrow()).status;

test('one order that cannot be cancelled in time does not stop the others, and is tried again', async () => {
  const [stuck, late] = [await ofItsOwn(), await ofItsOwn()];
  await db
    .updateTable('orders')
    .set({ offline_due_at: new Date(Date.now() - 1000) })
    .where('id', 'in', [stuck.orderId, late.orderId])
    .execute();
  const sell = (sold: number) =>
    db.updateTable('counters').set({ sold }).where('id', '=', stuck.shop.counterId).execute();
  await sell(0);
  await sweepUnpaid(app.jobCtx);
  expect(await statusOf(stuck.orderId)).toBe('awaiting_offline_payment');
  expect(await statusOf(late.orderId)).toBe('cancelled');
  expect(await stockOf(db, late.shop.counterId)).toEqual({ sold: 0, reserved: 0 });
  await sell(2);
  await sweepUnpaid(app.jobCtx);
  expect(await statusOf(stuck.orderId)).toBe('cancelled');
});

test('cancelling while its ticket leaves a capacity assignment gives all places back', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { shop, params } = await ofItsOwn();
    const { eventId } = params;
    const organizer = app.as({ token: shop.token });
    const pool = { name: 'Hall', capacity: 1, active: true, ticketIds: [shop.ticketId] };
    const made = await organizer.call(createCapacityAssignment, { params: { eventId }, body: pool });
    expect(made.body.data).toMatchObject({ sold: 2, reserved: 0, available: 0 });
    const assignmentId = String(made.body.data.id);
    const [cancelled, moved] = await Promise.all([
      organizer.call(cancelOrder, { params, body: { notify: false } }),
      organizer.call(updateCapacityAssignment, {
        params: { eventId, assignmentId },
        body: { ...pool, version: 1, active: round % 2 === 0 },
      }),
    ]);
    expect([cancelled.status, moved.status]).toEqual([200, 200]);
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 0 });
    expect(await findBroken(db)).toEqual({});
  }
});

keepInvariants(db);
