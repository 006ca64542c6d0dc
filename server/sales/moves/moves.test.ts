import { getEventStats } from '@entrada/contract/insight/dashboard';
import { cancelOrder, reactivateOrder } from '@entrada/contract/sales/cancellations';
import { getIssuedTicket, getOrder } from '@entrada/contract/sales/checkout';
import { exportPath } from '@entrada/contract/sales/exports';
import { addGuests } from '@entrada/contract/sales/guests/add';
import { settleAdjustment } from '@entrada/contract/sales/moves/to-another-ticket';
import { sumOrders } from '@entrada/contract/sales/orders';
import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildCapacity, buildPromoCode, buildTaxOrFee } from '../../catalog/tickets/factory.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { useRefundingApp } from '../../test/payments/refunding.ts';
import { stockOf } from '../../test/shop.ts';
import { anotherTicket, moverOf } from '../../test/sold/moving.ts';
import { buildSoldTicket, openDoor } from '../../test/sold/ticket.ts';

vi.setConfig({ testTimeout: 60_000 });
const { app, db, bank, paidShop, paidOrder } = await useRefundingApp();
keepInvariants(db);
beforeEach(() => {
  bank.behaviour.refund = 'succeeded';
  bank.broken.clear();
});

/** A paid order, one more ticket of its event, and what may be done to its first attendee. */
async function paidAnd(more: Parameters<typeof anotherTicket>[2] = {}, quantity = 2) {
  const paid = await paidOrder(quantity);
  const vip = await anotherTicket(db, paid, { amount: 4000, quantity: 5, ...more });
  const attendeeId = paid.attendeeIds[0] ?? 0;
  return { ...paid, vip, attendeeId, orderId: paid.payment.orderId, ...moverOf(paid, attendeeId) };
}

describe('a move', () => {
  test('exchanges the places, renews the code, and the old code and link are dead', async () => {
    const sold = await buildSoldTicket(app);
    const vip = await anotherTicket(db, sold, { type: 'free', amount: 0, quantity: 3 });
    const scan = await openDoor(app, sold);
    const { move, quote, order } = moverOf(sold, sold.attendeeId);
    expect(await quote()).toMatchObject({
      version: 1,
      value: 0,
      obstacle: null,
      current: { priceId: sold.shop.priceId },
      choices: [
        { priceId: vip.priceId, ticketName: 'VIP', total: 0, difference: 0, left: 3, settlements: [] },
      ],
    });
    const reply = await move(vip.priceId, { sendTicket: true });
    expect(reply.status, JSON.stringify(reply.problem)).toBe(200);
    const { data } = reply.body;
    expect(data).toMatchObject({ ticket: { id: vip.ticketId, name: 'VIP' }, unitTotal: 0 });
    expect(await stockOf(db, sold.shop.counterId)).toEqual({ sold: 1, reserved: 0 });
    expect(await stockOf(db, vip.counterId)).toEqual({ sold: 1, reserved: 0 });
    expect(await scan(sold.code)).toBe('revoked');
    expect(await scan(data.code ?? '')).toBe('admitted');
    const ticketOf = (attendeeShortId: string) =>
      app.as().call(getIssuedTicket, { params: { attendeeShortId } });
    expect((await ticketOf(sold.shortId)).problem.code).toBe('TICKET_REPLACED');
    expect((await ticketOf(data.shortId)).body.data.ticket).toMatchObject({ ticketName: 'VIP' });
    const pdf = await app.as().send({ method: 'GET', url: `/api/public/tickets/${data.shortId}/ticket.pdf` });
    expect(pdf.statusCode).toBe(200);
    await app.runJobs();
    const mail = await db
      .selectFrom('mails')
      .select(['kind', 'status', 'to_address', 'text_body'])
      .where('order_id', '=', sold.orderId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(mail).toMatchObject({ kind: 'attendee_ticket', status: 'sent', to_address: 'lucia@example.com' });
    expect(mail.text_body).toContain(data.shortId);
    const shown = await order(sold.orderId);
    expect(shown.lines).toMatchObject([{ quantity: 2 }]);
    expect(shown.history.at(-1)).toMatchObject({
      kind: 'attendee_moved',
      by: expect.any(String),
      amount: null,
    });
    expect(shown.adjustments).toMatchObject([
      { difference: 0, settlement: 'none', state: 'nothing_due', to: { ticketName: 'VIP' } },
    ]);
    const buyers = await sold.buyer.call(getOrder, { params: { orderShortId: sold.orderShortId } });
    expect(buyers.body.data.tickets.map(({ ticketName }) => ticketName)).toEqual(['VIP', 'General']);
  });

  test('of somebody inside, to a ticket that admits nobody, to the same price or by another account is refused', async () => {
    const sold = await buildSoldTicket(app, 1);
    const support = await anotherTicket(db, sold, { admits: false, amount: 500 });
    const vip = await anotherTicket(db, sold, { type: 'free', amount: 0 });
    const { move, quote } = moverOf(sold, sold.attendeeId);
    const choices = (await quote()).choices.map(({ priceId }) => priceId);
    expect(choices).toEqual([vip.priceId]);
    expect((await move(support.priceId)).problem.errors).toEqual([{ path: 'priceId', code: 'not_found' }]);
    expect((await move(sold.shop.priceId)).problem.errors).toEqual([
      { path: 'priceId', code: 'invalid_choice' },
    ]);
    const stranger = moverOf({ shop: sold.shop, owner: app.as(await buildAccount(db)) }, sold.attendeeId);
    const foreign = await app.as(await buildAccount(db)).call(settleAdjustment, {
      params: { eventId: sold.params.eventId, orderId: String(sold.orderId), adjustmentId: '1' },
    });
    expect(foreign.status).toBe(404);
    expect(await stranger.quote()).toBeUndefined();
    expect((await move(vip.priceId, { version: 9 })).problem).toMatchObject({
      status: 409,
      code: 'STALE_VERSION',
      params: { version: 1 },
    });
    const scan = await openDoor(app, sold);
    expect(await scan(sold.code)).toBe('admitted');
    expect((await quote()).obstacle).toBe('ATTENDEE_CHECKED_IN');
    expect((await move(vip.priceId)).problem.code).toBe('ATTENDEE_CHECKED_IN');
    expect(await stockOf(db, vip.counterId)).toEqual({ sold: 0, reserved: 0 });
  });

  test('to what has sold out is refused, unless the capacity is exceeded on purpose, which the audit says', async () => {
    const { vip, move, quote, shop, orderId } = await paidAnd({ quantity: 0, amount: 2500 });
    expect((await quote()).choices).toMatchObject([{ left: 0, difference: 0 }]);
    expect((await move(vip.priceId)).problem).toMatchObject({
      status: 409,
      code: 'NOT_ENOUGH_LEFT',
      params: { left: 0, ticket: 'VIP' },
    });
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 2, reserved: 0 });
    expect((await move(vip.priceId, { exceedCapacity: true })).status).toBe(200);
    expect(await stockOf(db, vip.counterId)).toEqual({ sold: 1, reserved: 0 });
    const entry = await db
      .selectFrom('audit_entries')
      .select('after')
      .where('action', '=', 'attendee.moved')
      .where('target_id', '=', orderId)
      .executeTakeFirstOrThrow();
    expect(entry.after).toMatchObject({ exceeded: [{ counterId: vip.counterId, by: 1 }] });
  });

  test('within one capacity needs no place of it, and what is cancelled later comes from the new price', async () => {
    const paid = await paidOrder(2);
    const { accountId, eventId } = paid.shop;
    const vip = await anotherTicket(db, paid, { amount: 2500, quantity: 5 });
    const ticketIds = [paid.shop.ticketId, vip.ticketId];
    const pool = await buildCapacity(db, { accountId, eventId, ticketIds, quantity: 2 });
    // The order was made before the capacity, as a line of that time.
    await db
      .updateTable('order_items')
      .set({ counter_ids: [paid.shop.counterId, pool.counterId] })
      .where('order_id', '=', paid.payment.orderId)
      .execute();
    await db.updateTable('counters').set({ sold: 2 }).where('id', '=', pool.counterId).execute();
    const { move, quote } = moverOf(paid, paid.attendeeIds[0] ?? 0);
    expect((await quote()).choices).toMatchObject([{ left: 5 }]);
    expect((await move(vip.priceId)).status).toBe(200);
    const stock = async () => [
      (await stockOf(db, paid.shop.counterId)).sold,
      (await stockOf(db, vip.counterId)).sold,
      (await stockOf(db, pool.counterId)).sold,
    ];
    expect(await stock()).toEqual([1, 1, 2]);
    const cancelled = await paid.owner.call(cancelOrder, { params: paid.params, body: { notify: false } });
    expect(cancelled.status).toBe(200);
    expect(await stock()).toEqual([0, 0, 0]);
    const again = await paid.owner.call(reactivateOrder, { params: paid.params, body: { notify: false } });
    expect(again.status).toBe(200);
    expect(await stock()).toEqual([1, 1, 2]);
  });

  test('that comes twice with one key is made once', async () => {
    const { vip, move, seen } = await paidAnd({ amount: 2500 });
    const version = (await seen()).version;
    await move(vip.priceId, { version }, 'one-and-the-same-key-12');
    expect(
      (
        await move(
          vip.priceId,
          { version, expectedDifference: 0, settlement: null },
          'one-and-the-same-key-12',
        )
      ).status,
    ).toBe(200);
    expect((await seen()).adjustments).toHaveLength(1);
    expect(await stockOf(db, vip.counterId)).toEqual({ sold: 1, reserved: 0 });
  });
});

describe('the difference', () => {
  test('that is owed stands beside the order until it is paid by hand, and then in the figures', async () => {
    const paid = await paidAnd();
    const { vip, move, order, owner, params, orderId, seen } = paid;
    expect((await move(vip.priceId, { expectedDifference: 1 })).problem).toMatchObject({
      code: 'TOTAL_CHANGED',
      params: { total: 1500 },
    });
    expect((await move(vip.priceId, { settlement: null })).problem.errors).toEqual([
      { path: 'settlement', code: 'required' },
    ]);
    expect((await move(vip.priceId, { settlement: 'given_back' })).problem.errors).toEqual([
      { path: 'settlement', code: 'invalid_choice' },
    ]);
    expect((await move(vip.priceId)).body.data).toMatchObject({ unitTotal: 4000 });
    const [owed] = (await order(orderId)).adjustments;
    expect(owed).toMatchObject({ difference: 1500, settlement: 'owed', state: 'open', settledAt: null });
    const figures = async () => {
      const { data } = (await owner.call(getEventStats, { params })).body;
      const sums = (await owner.call(sumOrders, { params, query: {} })).body.data;
      const vipGross = data.tickets.find(({ id }) => id === vip.ticketId)?.gross;
      return [data.paidTotal, data.grossSales, vipGross, sums.paid];
    };
    expect(await figures()).toEqual([5000, 5000, 0, 5000]);
    const settle = () =>
      owner.call(settleAdjustment, { params: { ...params, adjustmentId: String(owed?.id) } });
    expect((await settle()).body.data.adjustments).toMatchObject([{ state: 'by_hand' }]);
    expect((await settle()).status).toBe(200);
    expect(await figures()).toEqual([6500, 6500, 1500, 6500]);
    const { total, history } = await order(orderId);
    expect(total).toBe(5000);
    expect(history.filter(({ kind }) => kind === 'adjustment_paid')).toMatchObject([{ amount: 1500 }]);
    // A refund gives the card's money back, and not what was paid by hand.
    expect((await paid.refunds()).attendees[0]).toMatchObject({ unitTotal: 2500 });
    expect((await seen()).unitTotal).toBe(4000);
  });

  test('that is given back is a refund of the card, and a later refund knows of it', async () => {
    const paid = await paidAnd({ amount: 1000 });
    const { vip, move, orderId, order, attendeeId } = paid;
    expect((await paid.quote()).givesBack).toBe('by_refund');
    expect((await move(vip.priceId)).body.data).toMatchObject({
      unitTotal: 1000,
      adjustments: [{ difference: -1500, settlement: 'given_back', state: 'by_refund' }],
    });
    expect(await paid.state()).toBe('completed pending 0');
    expect((await paid.quote()).obstacle).toBe('REFUND_PENDING');
    expect((await move(paid.shop.priceId)).problem.code).toBe('REFUND_PENDING');
    await app.runJobs();
    expect(await paid.state()).toBe('completed partial 1500');
    expect((await paid.refunds()).refunds).toMatchObject([
      { amount: 1500, note: expect.stringContaining('VIP') },
    ]);
    expect((await paid.refunds()).attendees[0]).toMatchObject({ id: attendeeId, unitTotal: 1000 });
    await paid.refund({ attendeeIds: [attendeeId], cancel: true });
    await app.runJobs();
    expect(await paid.state()).toBe('completed partial 2500');
    expect(await stockOf(db, vip.counterId)).toEqual({ sold: 0, reserved: 0 });
    expect((await order(orderId)).total).toBe(5000);
  });

  test('of an order that was added by hand goes back by hand, and the file of lines and the figures say so', async () => {
    const shop = await paidShop();
    const owner = app.as({ token: shop.token });
    const params = { eventId: String(shop.eventId) };
    const added = await owner.call(addGuests, {
      params,
      body: {
        priceId: shop.priceId,
        amount: 2500,
        payment: 'cash',
        attendees: [{ firstName: 'Rosa', lastName: '', email: '' }],
        locale: 'en',
        notify: false,
        exceedCapacity: false,
      },
    });
    const order = added.body.data;
    const { id } = await db
      .selectFrom('attendees')
      .select('id')
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow();
    const cheap = await anotherTicket(db, { shop, owner }, { amount: 1000, name: 'Reduced' });
    const { move, quote } = moverOf({ shop, owner }, id);
    expect(await quote()).toMatchObject({ givesBack: 'by_hand', value: 2500 });
    expect((await move(cheap.priceId, { sendTicket: true })).body.data.adjustments).toMatchObject([
      { difference: -1500, settlement: 'given_back', state: 'by_hand' },
    ]);
    const stats = (await owner.call(getEventStats, { params })).body.data;
    expect([stats.paidTotal, stats.grossSales, stats.refundedTotal]).toEqual([1000, 1000, 0]);
    expect(stats.tickets.map(({ gross }) => gross)).toEqual([2500, -1500]);
    const file = await owner.send({
      method: 'GET',
      url: `/api${exportPath(shop.eventId, 'order-lines', 'csv')}`,
    });
    const [headers = [], sold = [], moved = []]: string[][] = parse(file.body, { bom: true });
    const of = (row: string[], header: string) => row[headers.indexOf(header)];
    expect([of(sold, 'Ticket'), of(sold, 'Total'), of(sold, 'Adjustment')]).toEqual(['General', '25.00', '']);
    expect([of(moved, 'Ticket'), of(moved, 'Total'), of(moved, 'Adjustment')]).toEqual([
      'Reduced',
      '-15.00',
      'Moved, difference given back',
    ]);
  });

  test('that was waived does not count when the attendee moves back', async () => {
    const { vip, move, quote, shop, seen } = await paidAnd();
    await move(vip.priceId, { settlement: 'waived' });
    expect((await seen()).unitTotal).toBe(2500);
    expect((await quote()).choices).toMatchObject([{ priceId: shop.priceId, difference: 0 }]);
    expect((await move(shop.priceId)).body.data.adjustments).toMatchObject([
      { settlement: 'waived', difference: 1500, state: 'nothing_due' },
      { settlement: 'none', difference: 0 },
    ]);
  });

  test('follows the taxes and fees of the new ticket and the promo code of the order', async () => {
    const shop = await paidShop();
    const { accountId, eventId } = shop;
    const vat = await buildTaxOrFee(db, { accountId, name: 'VAT', rate: '10' });
    const promo = await buildPromoCode(db, {
      accountId,
      eventId,
      code: 'HALF',
      discountType: 'percentage',
      percentage: '50',
      uses: 1,
    });
    const paid = await paidOrder(1, shop, { promoCode: 'HALF' });
    const vip = await anotherTicket(db, paid, { amount: 4000, taxesAndFees: [vat.id] });
    const { quote, move } = moverOf(paid, paid.attendeeIds[0] ?? 0);
    // 40.00 less half, with 10 % of tax, instead of 25.00 less half.
    expect((await quote()).choices).toMatchObject([{ total: 2200, difference: 950 }]);
    expect((await move(vip.priceId)).status).toBe(200);
    expect(await stockOf(db, promo.counterId)).toEqual({ sold: 1, reserved: 0 });
  });

  test('is refused while a bank decides a dispute', async () => {
    const { vip, move, quote, payment, shop } = await paidAnd();
    const dispute = await db
      .insertInto('disputes')
      .values({
        account_id: shop.accountId,
        order_id: payment.orderId,
        payment_id: payment.id,
        provider_dispute_id: `dp_${payment.id}`,
        amount: 2500,
        currency: 'EUR',
        reason: 'fraudulent',
        status: 'needs_response',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect((await quote()).obstacle).toBe('PAYMENT_DISPUTED');
    expect((await move(vip.priceId)).problem.code).toBe('PAYMENT_DISPUTED');
    await db.deleteFrom('disputes').where('id', '=', dispute.id).execute();
  });
});
