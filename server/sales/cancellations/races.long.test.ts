import { cancelOrder } from '@entrada/contract/sales/cancellations';
import { refreshPayment, startPayment } from '@entrada/contract/sales/checkout';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { lineUp } from '../../test/held-lock.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { useRefundingApp } from '../../test/payments/refunding.ts';
import { detailsAs, reserveAs, stockOf, visitor } from '../../test/shop.ts';
import { buildSoldTicket, findEntries, openDoor } from '../../test/sold/ticket.ts';

vi.setConfig({ testTimeout: 60_000 });
const { app, db, bank, paidShop } = await useRefundingApp();
keepInvariants(db);

test('a cancellation while its ticket is scanned: the person is in or is not, and nobody enters afterwards', async () => {
  for (let round = 0; round < 5; round += 1) {
    const sold = await buildSoldTicket(app, 1);
    const scan = await openDoor(app, sold);
    const params = { eventId: sold.params.eventId, orderId: String(sold.orderId) };
    const [verdict, cancelled] = await Promise.all([
      scan(sold.code),
      sold.owner.call(cancelOrder, { params, body: { notify: false } }),
    ]);
    expect(cancelled.status).toBe(200);
    const entered = (await findEntries(db, sold.attendeeId)).length;
    expect(['admitted 1', 'cancelled 0']).toContain(`${verdict} ${entered}`);
    expect(await scan(sold.code)).toBe('cancelled');
    expect(await stockOf(db, sold.shop.counterId)).toEqual({ sold: 0, reserved: 0 });
  }
});

test('whichever of a cancellation and a scan comes first while both are under way counts', async () => {
  for (const isScanFirst of [false, true]) {
    const sold = await buildSoldTicket(app, 1);
    const scan = await openDoor(app, sold);
    const params = { eventId: sold.params.eventId, orderId: String(sold.orderId) };
    const cancel = async () =>
      (await sold.owner.call(cancelOrder, { params, body: { notify: false } })).status;
    const calls = [cancel, () => scan(sold.code)];
    const lock = sql`select from app.attendees where id = ${sold.attendeeId} for update`;
    const replies = await lineUp<string | number>(db, lock, isScanFirst ? calls.reverse() : calls);
    expect(replies).toEqual(isScanFirst ? ['admitted', 200] : [200, 'cancelled']);
    expect(await findEntries(db, sold.attendeeId)).toHaveLength(isScanFirst ? 1 : 0);
    expect(await scan(sold.code)).toBe('cancelled');
  }
});

test('a cancellation while its payment succeeds: the order is paid and cancelled, or paid and not, and the money is told', async () => {
  for (let round = 0; round < 5; round += 1) {
    const shop = await paidShop();
    const buyer = visitor(app);
    const held = await reserveAs(buyer, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
    const { shortId } = held.body.data;
    const params = { orderShortId: shortId };
    await detailsAs(buyer, shortId);
    await buyer.call(startPayment, { params });
    const { id } = await db
      .selectFrom('orders')
      .select('id')
      .where('short_id', '=', shortId)
      .executeTakeFirstOrThrow();
    const owner = app.as({ token: shop.token });
    const cancel = () =>
      owner.call(cancelOrder, {
        params: { eventId: String(shop.eventId), orderId: String(id) },
        body: { notify: false },
      });
    // While the bank has not answered, there is nothing to cancel yet.
    expect((await cancel()).problem.code).toBe('ORDER_NOT_COMPLETE');
    bank.set(bank.paymentOf(shortId)?.id ?? '', 'succeeded');
    const [refreshed, cancelled] = await Promise.all([buyer.call(refreshPayment, { params }), cancel()]);
    expect(refreshed.status).toBe(200);
    const order = await db
      .selectFrom('orders')
      .select(['status', 'payment_status'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (cancelled.status !== 200) expect(cancelled.problem.code).toBe('ORDER_NOT_COMPLETE');
    const ended = cancelled.status === 200 ? 'cancelled' : 'completed';
    expect(order).toEqual({ status: ended, payment_status: 'paid' });
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: ended === 'completed' ? 1 : 0, reserved: 0 });
  }
});
