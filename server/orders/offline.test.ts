import {
  abandonOrder,
  chooseOfflinePayment,
  getIssuedTicket,
  saveOrderDetails,
} from '@entrada/contract/checkout';
import { getEventStats } from '@entrada/contract/events';
import { cancelUnpaidOrder, getOrderDetail, listOrders, markOrderPaid } from '@entrada/contract/orders';
import { createRefund, listRefunds } from '@entrada/contract/refunds';
import { describe, expect, test, vi } from 'vitest';
import { buildAccount } from '../accounts/factory.ts';
import type { Client } from '../test/app.ts';
import { usePayingApp } from '../test/paying.ts';
import { BUYER, buildShop, detailsAs, reserveAs, stockOf } from '../test/shop.ts';
import { verify } from '../verify/service.ts';
import { sweepUnpaid } from './offline-sweep.ts';

vi.setConfig({ testTimeout: 60_000 });
const { app, db, start, show, refresh, confirm, begin, heldWithDetails } = await usePayingApp();
const DAY = 86_400;

type Settings = Partial<{
  card_payments: boolean;
  offline_days: number;
  invoicing: boolean;
  invoice_prefix: string;
}>;

async function offlineShop(settings: Settings = {}, amount = 2500) {
  const shop = await buildShop(db, { ticket: { type: 'paid', amount, quantity: 10 } });
  await db
    .updateTable('event_settings')
    .set({ offline_payments: true, offline_instructions: '<p>By transfer</p>', ...settings })
    .where('event_id', '=', shop.eventId)
    .execute();
  return { ...shop, organizer: app.as({ token: shop.token }) };
}
type Shop = Awaited<ReturnType<typeof offlineShop>>;

const choose = (client: Client, orderShortId: string) =>
  client.call(chooseOfflinePayment, { params: { orderShortId } }, { idempotencyKey: app.key() });

async function awaiting(shop: Shop, quantity = 2) {
  const client = app.as();
  const shortId = await heldWithDetails(shop, client, quantity);
  const chosen = await choose(client, shortId);
  expect(chosen.status, JSON.stringify(chosen.problem)).toBe(200);
  const { id } = await db
    .selectFrom('orders')
    .select('id')
    .where('short_id', '=', shortId)
    .executeTakeFirstOrThrow();
  const params = { eventId: String(shop.eventId), orderId: String(id) };
  return { client, shortId, orderId: id, params, chosen: chosen.body.data };
}

const mailsOf = async (orderId: number) =>
  (
    await db
      .selectFrom('mails')
      .select(['kind', 'to_address'])
      .where('order_id', '=', orderId)
      .orderBy('id')
      .execute()
  ).map((mail) => mail.kind);
const sound = async () => expect((await verify(db)).drift).toEqual([]);

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

  test('is offered where it is on, beside the card or alone, with what it would mean', async () => {
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

  test('twice, at once or later, is once', async () => {
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
    const { questionId } = await (await import('../catalog/question-factory.ts')).buildQuestion(db, {
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
  test('that was begun: it is ended at the bank first', async () => {
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

  test('that has won: the order is paid, and the choice refused', async () => {
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
    expect((await organizer.call(cancelUnpaidOrder, { params, body: { notify: true } })).problem.code).toBe(
      'ORDER_COMPLETED',
    );
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

  test('or cancelled: one of the two', async () => {
    const shop = await offlineShop();
    const { params } = await awaiting(shop);
    const replies = await Promise.all([
      shop.organizer.call(markOrderPaid, { params }),
      shop.organizer.call(cancelUnpaidOrder, { params, body: { notify: true } }),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    await sound();
  });

  test('only what waits for it, of one’s own account', async () => {
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

describe('not paid', () => {
  test('cancelled by people, with or without a mail', async () => {
    const shop = await offlineShop();
    const [silent, told] = [await awaiting(shop), await awaiting(shop)];
    const cancel = (params: typeof silent.params, notify: boolean) =>
      shop.organizer.call(cancelUnpaidOrder, { params, body: { notify } });
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

  test('in time: cancelled, its places on sale, buyer and organizer told', async () => {
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

  test('due and marked as paid in the same moment: one of the two', async () => {
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
