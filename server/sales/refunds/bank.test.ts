import { createRefund, listRefunds } from '@entrada/contract/sales/refunds';
import { expect, test, vi } from 'vitest';
import { keepInvariants } from '../../test/invariants.ts';
import { usePayingApp } from '../../test/payments/paying.ts';
import { visitor } from '../../test/shop.ts';
import { useVirtualTime } from '../../test/virtual-time.ts';

vi.setConfig({ testTimeout: 60_000 });
const { app, db, paidShop, refresh, confirm, begin, faults } = await usePayingApp();
const time = await useVirtualTime(app);
keepInvariants(db);

/** An order that was paid with a test card at the running bank. Its webhooks come twice and out of order. */
async function paidWith(number: string) {
  const shop = await paidShop();
  const buyer = visitor(app);
  const { shortId, ...started } = await begin(shop, buyer);
  await confirm(started, number);
  expect((await refresh(buyer, shortId)).badge).toBe('COMPLETED');
  const { id } = await db
    .selectFrom('orders')
    .select('id')
    .where('short_id', '=', shortId)
    .executeTakeFirstOrThrow();
  const owner = app.as({ token: shop.token });
  const params = { eventId: String(shop.eventId), orderId: String(id) };
  const shown = async () => (await owner.call(listRefunds, { params })).body.data;
  return {
    orderId: id,
    shown,
    refund: (amount: number) =>
      owner.call(createRefund, { params, body: { amount, cancel: false, notify: false, note: '' } }),
    until: (badge: string) =>
      expect
        .poll(
          async () => {
            await app.runJobs();
            return (await shown()).badge;
          },
          { timeout: 30_000, interval: 50 },
        )
        .toBe(badge),
  };
}

test.each([
  ['4242424242424242', 'PARTIALLY_REFUNDED', 'succeeded'],
  ['4000000000007726', 'PARTIALLY_REFUNDED', 'succeeded'],
  ['4000000000005126', 'REFUND_FAILED', 'failed'],
])('a refund to the card %s ends as %s', async (number, badge, status) => {
  const paid = await paidWith(number);
  expect((await paid.refund(1000)).status).toBe(201);
  await paid.until(badge);
  expect((await paid.shown()).refunds).toMatchObject([{ status, reason: 'requested' }]);
});

test.each([
  'disconnect_before',
  'disconnect_after',
  'status_500_before',
  'status_500_after',
  'status_429',
] as const)('a call that goes wrong by %s makes one refund in the end', async (fault) => {
  const paid = await paidWith('4242424242424242');
  faults.add('refund', fault);
  await paid.refund(1000);
  await app.runJobs();
  // Waits until the failed call is made again.
  await time.pass(10);
  await paid.until('PARTIALLY_REFUNDED');
  expect((await paid.shown()).refunds).toMatchObject([{ status: 'succeeded', reason: 'requested' }]);
  expect(await paid.shown()).toMatchObject({ refunded: 1000, refundable: 1500 });
});

test('a disputed card: shown on the order, told to the organizer, and no refund meanwhile', async () => {
  const paid = await paidWith('4000000000000259');
  await expect
    .poll(
      async () => {
        await app.runJobs();
        return (await paid.shown()).disputes.map((dispute) => dispute.status);
      },
      { timeout: 30_000, interval: 50 },
    )
    .toEqual(['needs_response']);
  expect((await paid.refund(1000)).problem.code).toBe('PAYMENT_DISPUTED');
  await app.runJobs();
  const mails = await db
    .selectFrom('mails')
    .select(['kind', 'status', 'to_address'])
    .where('order_id', '=', paid.orderId)
    .where('kind', '=', 'dispute_opened')
    .execute();
  expect(mails).toEqual([{ kind: 'dispute_opened', status: 'sent', to_address: 'hola@example.org' }]);
});
