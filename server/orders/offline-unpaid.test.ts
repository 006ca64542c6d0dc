import { createCapacityAssignment, updateCapacityAssignment } from '@entrada/contract/capacity-assignments';
import { chooseOfflinePayment } from '@entrada/contract/checkout';
import { cancelUnpaidOrder } from '@entrada/contract/orders';
import { expect, test, vi } from 'vitest';
import { findBroken, keepInvariants } from '../test/invariants.ts';
import { usePayingApp } from '../test/paying.ts';
import { buildShop, stockOf } from '../test/shop.ts';
import { sweepUnpaid } from './offline-sweep.ts';

vi.setConfig({ testTimeout: 60_000 });
const { app, db, heldWithDetails } = await usePayingApp();

/** A shop with an order of two tickets that waits for its payment without a card. */
async function awaiting() {
  const shop = await buildShop(db, { ticket: { type: 'paid', amount: 2500, quantity: 10 } });
  const { eventId } = shop;
  await db
    .updateTable('event_settings')
    .set({ offline_payments: true })
    .where('event_id', '=', eventId)
    .execute();
  const client = app.as();
  const orderShortId = await heldWithDetails(shop, client, 2);
  await client.call(chooseOfflinePayment, { params: { orderShortId } }, { idempotencyKey: app.key() });
  const { id } = await db
    .selectFrom('orders')
    .select('id')
    .where('short_id', '=', orderShortId)
    .executeTakeFirstOrThrow();
  return { shop, orderId: id, params: { eventId: String(eventId), orderId: String(id) } };
}

const statusOf = async (orderId: number) =>
  (await db.selectFrom('orders').select('status').where('id', '=', orderId).executeTakeFirstOrThrow()).status;

test('one that cannot be cancelled in time keeps nobody else’s places, and is tried again', async () => {
  const [stuck, late] = [await awaiting(), await awaiting()];
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

test('cancelled while its ticket leaves a capacity that it had joined: all of it comes back', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { shop, params } = await awaiting();
    const { eventId } = params;
    const organizer = app.as({ token: shop.token });
    const pool = { name: 'Hall', capacity: 1, active: true, ticketIds: [shop.ticketId] };
    const made = await organizer.call(createCapacityAssignment, { params: { eventId }, body: pool });
    expect(made.body.data).toMatchObject({ sold: 2, reserved: 0, available: 0 });
    const assignmentId = String(made.body.data.id);
    const [cancelled, moved] = await Promise.all([
      organizer.call(cancelUnpaidOrder, { params, body: { notify: false } }),
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
