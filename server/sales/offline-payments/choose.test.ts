import { abandonOrder, getIssuedTicket, saveOrderDetails } from '@entrada/contract/sales/checkout';
import { describe, expect, test, vi } from 'vitest';
import { buildQuestion } from '../../catalog/questions/factory.ts';
import { useOfflinePayments } from '../../test/payments/offline.ts';
import { BUYER, buildShop, detailsAs, reserveAs, stockOf } from '../../test/shop.ts';

vi.setConfig({ testTimeout: 60_000 });
const {
  app,
  db,
  start,
  show,
  refresh,
  confirm,
  begin,
  heldWithDetails,
  offlineShop,
  choose,
  awaiting,
  mailsOf,
  sound,
} = await useOfflinePayments();
const DAY = 86_400;

describe('choosing to pay without a card', () => {
  test('keeps the places, issues unpaid tickets, and says how and until when', async () => {
    const shop = await offlineShop();
    const { chosen, client, shortId, orderId } = await awaiting(shop);
    expect(chosen).toMatchObject({
      step: 'summary',
      badge: 'AWAITING_OFFLINE_PAYMENT',
      secondsLeft: null,
      completedAt: null,
      paymentMethods: [],
      offline: { instructions: '<p>By transfer</p>', isChosen: true },
      invoice: null,
    });
    expect(chosen.tickets.map(({ status }) => status)).toEqual(['awaiting_payment', 'awaiting_payment']);
    const days = (Date.parse(chosen.offline?.dueAt ?? '') - Date.now()) / 1000 / DAY;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7.1);
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 2, reserved: 0 });
    expect(await mailsOf(orderId)).toEqual(['order_awaiting_payment', 'new_order']);
    const [ticket] = chosen.tickets;
    const pdf = await client.send({
      method: 'GET',
      url: `/api/public/tickets/${ticket?.shortId}/ticket.pdf`,
    });
    expect(pdf.statusCode).toBe(404);
    const seen = await client.call(getIssuedTicket, { params: { attendeeShortId: ticket?.shortId ?? '' } });
    expect(seen.body.data.ticket.status).toBe('awaiting_payment');
    expect(seen.body.data.event.location.onlineDetails).toBe('');
    expect(
      (await client.send({ method: 'GET', url: `/api/public/orders/${shortId}/tickets.pdf` })).statusCode,
    ).toBe(404);
    await app.runJobs();
    const mails = await db
      .selectFrom('mails')
      .select(['kind', 'status', 'text_body', 'html'])
      .where('order_id', '=', orderId)
      .orderBy('id')
      .execute();
    expect(mails.map(({ status }) => status)).toEqual(['sent', 'sent']);
    expect(mails[0]?.html).toContain('By transfer');
    await sound();
  });

  test('is offered if the event allows it, beside the card or alone, with its terms', async () => {
    const shop = await offlineShop({ card_payments: false, offline_days: 3 });
    const client = app.as();
    const shortId = await heldWithDetails(shop, client);
    const order = await show(client, shortId);
    expect(order.paymentMethods).toEqual(['offline']);
    expect(order.offline).toMatchObject({ isChosen: false });
    const started = await start(client, shortId);
    expect(started.problem.code).toBe('PAYMENTS_NOT_SET_UP');
    const both = await offlineShop();
    const other = app.as();
    expect((await show(other, await heldWithDetails(both, other))).paymentMethods).toEqual([
      'card',
      'offline',
    ]);
    await sound();
  });

  test('twice, at once or later, has the effect of once', async () => {
    const shop = await offlineShop();
    const client = app.as();
    const shortId = await heldWithDetails(shop, client, 3);
    const replies = await Promise.all([1, 2, 3, 4].map(() => choose(client, shortId)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await choose(client, shortId)).status).toBe(200);
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 3, reserved: 0 });
    const attendees = await db
      .selectFrom('attendees')
      .select('id')
      .where('event_id', '=', shop.eventId)
      .execute();
    expect(attendees).toHaveLength(3);
    await sound();
  });

  test('is final for the buyer: no other details, no card, no leaving', async () => {
    const { client, shortId } = await awaiting(await offlineShop());
    const params = { orderShortId: shortId };
    expect((await start(client, shortId)).problem.code).toBe('ORDER_AWAITING_PAYMENT');
    expect((await client.call(abandonOrder, { params })).problem.code).toBe('ORDER_AWAITING_PAYMENT');
    expect((await detailsAs(client, shortId)).problem.code).toBe('ORDER_AWAITING_PAYMENT');
    expect((await refresh(client, shortId)).step).toBe('summary');
    await sound();
  });

  test('is refused where it is off, over, free, without a buyer, unknown or overdue', async () => {
    const off = await buildShop(db, { ticket: { type: 'paid', amount: 2500, quantity: 10 } });
    const client = app.as();
    expect((await choose(client, await heldWithDetails(off, client))).problem.code).toBe(
      'OFFLINE_PAYMENT_UNAVAILABLE',
    );
    const shop = await offlineShop();
    const nameless = await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
    expect((await choose(client, nameless.body.data.shortId)).problem.code).toBe('ORDER_DETAILS_MISSING');
    expect((await choose(client, `o_${'x'.repeat(22)}`)).problem.code).toBe('ORDER_NOT_FOUND');
    const free = await buildShop(db, { ticket: { type: 'free', quantity: 10 } });
    const held = await reserveAs(client, free.eventId, [{ priceId: free.priceId, quantity: 1 }]);
    expect((await choose(client, held.body.data.shortId)).problem.code).toBe('PAYMENT_NOT_REQUIRED');
    const meanwhile = await offlineShop();
    const other = app.as();
    const shortId = await heldWithDetails(meanwhile, other);
    await db
      .updateTable('event_settings')
      .set({ offline_payments: false })
      .where('event_id', '=', meanwhile.eventId)
      .execute();
    expect((await choose(other, shortId)).problem.code).toBe('OFFLINE_PAYMENT_UNAVAILABLE');
    await db
      .updateTable('orders')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('short_id', '=', shortId)
      .execute();
    expect((await choose(other, shortId)).problem.code).toBe('ORDER_EXPIRED');
    await sound();
  });

  test('does not wait beyond the start of the event', async () => {
    const shop = await offlineShop();
    const startsAt = new Date(Date.now() + 2 * DAY * 1000);
    await db.updateTable('events').set({ starts_at: startsAt }).where('id', '=', shop.eventId).execute();
    const { chosen } = await awaiting(shop);
    expect(chosen.offline?.dueAt).toBe(startsAt.toISOString());
  });

  test('what was asked and answered is kept, also once it is paid', async () => {
    const shop = await offlineShop();
    const { questionId } = await buildQuestion(db, {
      accountId: shop.accountId,
      eventId: shop.eventId,
      title: 'Shirt size',
    });
    const client = app.as();
    const held = await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
    const { shortId } = held.body.data;
    await client.call(saveOrderDetails, {
      params: { orderShortId: shortId },
      body: {
        ...BUYER,
        emailConfirmation: BUYER.email,
        sendAllToBuyer: true,
        attendees: [],
        answers: { [questionId]: 'M' },
      },
    });
    expect((await choose(client, shortId)).body.data.answered[0]?.given[0]?.value).toBe('M');
  });
});

describe('with a card payment', () => {
  test('that has begun: the payment is ended at the bank first', async () => {
    const shop = await offlineShop();
    const client = app.as();
    const { shortId } = await begin(shop, client);
    expect((await choose(client, shortId)).body.data.badge).toBe('AWAITING_OFFLINE_PAYMENT');
    const payments = await db
      .selectFrom('payments as p')
      .innerJoin('orders as o', 'o.id', 'p.order_id')
      .select('p.status')
      .where('o.short_id', '=', shortId)
      .execute();
    expect(payments).toEqual([{ status: 'cancelled' }]);
    await sound();
  });

  test('that has succeeded: the order is paid, and the choice is refused', async () => {
    const shop = await offlineShop();
    const client = app.as();
    const started = await begin(shop, client);
    await confirm(started, '4242424242424242');
    expect((await choose(client, started.shortId)).problem.code).toBe('ORDER_COMPLETED');
    expect((await show(client, started.shortId)).badge).toBe('COMPLETED');
    await sound();
  });

  test('at the same moment: one of the two, never both', async () => {
    const shop = await offlineShop();
    const ends = await Promise.all(
      [0, 1, 2, 3, 4, 5].map(async (at) => {
        const client = app.as();
        const started = await begin(shop, client);
        const pay = async () => {
          await new Promise((resolve) => setTimeout(resolve, at * 6));
          await confirm(started, '4242424242424242');
        };
        await Promise.all([pay(), choose(client, started.shortId)]);
        return (await refresh(client, started.shortId)).badge;
      }),
    );
    for (const badge of ends) expect(['COMPLETED', 'AWAITING_OFFLINE_PAYMENT']).toContain(badge);
    await app.runJobs();
    const { sold, reserved } = await stockOf(db, shop.counterId);
    expect({ sold, reserved }).toEqual({ sold: 6, reserved: 0 });
    await sound();
  });
});
