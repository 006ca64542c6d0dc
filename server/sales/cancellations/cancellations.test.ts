import { randomBytes } from 'node:crypto';
import { checkIn } from '@entrada/contract/door/check-in';
import { createCheckInList } from '@entrada/contract/door/check-in-lists';
import { cancelOrder, reactivateOrder } from '@entrada/contract/sales/cancellations';
import { getOrder } from '@entrada/contract/sales/checkout';
import { getOrderDetail } from '@entrada/contract/sales/orders';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { buildPromoCode, buildTicket } from '../../catalog/tickets/factory.ts';
import type { Client } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { useRefundingApp } from '../../test/payments/refunding.ts';
import { buildShop, detailsAs, reserveAs, stockOf, visitor } from '../../test/shop.ts';

vi.setConfig({ testTimeout: 60_000 });
const { app, db, bank, paidOrder } = await useRefundingApp();
keepInvariants(db);

type Shop = Awaited<ReturnType<typeof buildShop>>;
type Wish = { attendeeIds?: number[]; lineIds?: number[]; notify?: boolean };

/** An order of free tickets that is complete, with what its organizer may do to it. */
async function freeOrder(quantity = 2, { shop, promoCode }: { shop?: Shop; promoCode?: string } = {}) {
  const sold = shop ?? (await buildShop(db, { ticket: { quantity: 3 } }));
  const buyer = visitor(app);
  const items = [{ priceId: sold.priceId, quantity }];
  const held = await reserveAs(buyer, sold.eventId, items, promoCode === undefined ? {} : { promoCode });
  const { shortId } = held.body.data;
  await detailsAs(buyer, shortId);
  const { id: orderId } = await db
    .selectFrom('orders')
    .select('id')
    .where('short_id', '=', shortId)
    .executeTakeFirstOrThrow();
  const params = { eventId: String(sold.eventId), orderId: String(orderId) };
  return { shop: sold, buyer, shortId, orderId, params, ...acts(app.as({ token: sold.token }), params) };
}

/** What an organizer does to one order. */
function acts(owner: Client, params: { eventId: string; orderId: string }) {
  const orderId = Number(params.orderId);
  return {
    owner,
    cancel: (wish: Wish = {}) => owner.call(cancelOrder, { params, body: { notify: false, ...wish } }),
    reactivate: (wish: Wish = {}) =>
      owner.call(reactivateOrder, { params, body: { notify: false, ...wish } }),
    attendees: () =>
      db
        .selectFrom('attendees')
        .select(['id', 'status', 'reference'])
        .where('order_id', '=', orderId)
        .orderBy('id')
        .execute(),
    status: async () =>
      (await db.selectFrom('orders').select('status').where('id', '=', orderId).executeTakeFirstOrThrow())
        .status,
  };
}

const mailsOf = (orderId: number) =>
  db
    .selectFrom('mails')
    .select(['kind', 'subject', 'text_body'])
    .where('order_id', '=', orderId)
    .where('kind', 'in', ['order_cancelled', 'tickets_cancelled', 'tickets_reactivated'])
    .orderBy('id')
    .execute();

/** The verdicts of a door for tickets by their numbers. */
async function doorOf({ owner, params }: Awaited<ReturnType<typeof freeOrder>>) {
  const { eventId } = params;
  const body = {
    name: 'Door',
    description: '',
    allTickets: true,
    ticketIds: [],
    activatesAt: null,
    expiresAt: null,
  };
  const made = await owner.call(createCheckInList, { params: { eventId }, body });
  const { shortId: listShortId } = made.body.data;
  return async (reference: string) => {
    const stamp = {
      device: 'Door 1',
      nonce: randomBytes(18).toString('base64url'),
      scannedAt: new Date().toISOString(),
    };
    const body = { method: 'search' as const, reference, ...stamp };
    const answered = await app.as().call(checkIn, { params: { listShortId }, body });
    return answered.body.data.verdict;
  };
}

describe('a free order', () => {
  test('is cancelled: places go back, the door refuses, the buyer is told if wanted', async () => {
    const order = await freeOrder();
    const verdict = await doorOf(order);
    const reply = await order.cancel({ notify: true });
    expect(reply.status, JSON.stringify(reply.problem)).toBe(200);
    expect(reply.body.data).toMatchObject({ badge: 'CANCELLED', isCompleted: false });
    expect(reply.body.data.history.at(-1)).toMatchObject({
      kind: 'cancelled',
      by: expect.any(String),
      count: 2,
    });
    expect(await stockOf(db, order.shop.counterId)).toEqual({ sold: 0, reserved: 0 });
    for (const one of await order.attendees()) expect(await verdict(one.reference)).toBe('cancelled');
    const shown = await order.buyer.call(getOrder, { params: { orderShortId: order.shortId } });
    expect(shown.body.data.step).toBe('cancelled');
    await app.runJobs();
    const [mail, ...others] = await mailsOf(order.orderId);
    expect(others).toEqual([]);
    expect(mail?.kind).toBe('order_cancelled');
    // There is no money to speak of.
    expect(mail?.text_body).not.toMatch(/pag|diner/i);
    expect((await order.cancel()).problem.code).toBe('ORDER_CANCELLED');
  });

  test('loses one guest: the other stays, and no mail is sent unless wanted', async () => {
    const order = await freeOrder(2);
    const verdict = await doorOf(order);
    const [first, second] = await order.attendees();
    const reply = await order.cancel({ attendeeIds: [first?.id ?? 0] });
    expect(reply.body.data).toMatchObject({ badge: 'COMPLETED', isCompleted: true });
    expect(reply.body.data.history.at(-1)).toMatchObject({ kind: 'attendees_cancelled', count: 1 });
    expect(await verdict(first?.reference ?? '')).toBe('cancelled');
    expect(await verdict(second?.reference ?? '')).toBe('admitted');
    expect(await stockOf(db, order.shop.counterId)).toEqual({ sold: 1, reserved: 0 });
    expect(await mailsOf(order.orderId)).toEqual([]);
    expect((await order.cancel({ attendeeIds: [first?.id ?? 0] })).problem.code).toBe('ATTENDEE_CANCELLED');
    // The last one takes the order with it.
    expect((await order.cancel({ attendeeIds: [second?.id ?? 0], notify: true })).body.data.badge).toBe(
      'CANCELLED',
    );
    await app.runJobs();
    expect((await mailsOf(order.orderId)).map(({ kind }) => kind)).toEqual(['order_cancelled']);
  });

  test('gives the use of its promo code back with the whole order only', async () => {
    const shop = await buildShop(db, { ticket: { quantity: 5 } });
    const promo = await buildPromoCode(db, { accountId: shop.accountId, eventId: shop.eventId, uses: 1 });
    const order = await freeOrder(2, { shop, promoCode: promo.code });
    const [first] = await order.attendees();
    await order.cancel({ attendeeIds: [first?.id ?? 0] });
    expect(await stockOf(db, promo.counterId)).toEqual({ sold: 1, reserved: 0 });
    await order.cancel();
    expect(await stockOf(db, promo.counterId)).toEqual({ sold: 0, reserved: 0 });
  });
});

describe('what is refused', () => {
  test('ids of another order, twice the same id, a field that does not exist', async () => {
    const [order, other] = [await freeOrder(1), await freeOrder(1)];
    const [stranger] = await other.attendees();
    const id = stranger?.id ?? 0;
    const refused = await order.cancel({ attendeeIds: [id], lineIds: [id] });
    expect(refused.problem).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [
        { path: 'attendeeIds.0', code: 'not_found' },
        { path: 'lineIds.0', code: 'not_found' },
      ],
    });
    const [own] = await order.attendees();
    const twice = await order.cancel({ attendeeIds: [own?.id ?? 0, own?.id ?? 0] });
    expect(twice.problem.errors).toMatchObject([{ path: 'attendeeIds', code: 'duplicate' }]);
    expect(await order.status()).toBe('completed');
    expect(await other.status()).toBe('completed');
  });

  test('an order that is held, and a part of one that awaits its payment', async () => {
    const shop = await buildShop(db, { ticket: { type: 'paid', amount: 2500, quantity: 5 } });
    const buyer = visitor(app);
    const held = await reserveAs(buyer, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
    const row = db.selectFrom('orders').select('id').where('short_id', '=', held.body.data.shortId);
    const { id } = await row.executeTakeFirstOrThrow();
    const params = { eventId: String(shop.eventId), orderId: String(id) };
    const organizer = acts(app.as({ token: shop.token }), params);
    // Nobody sees a hold before its buyer is known.
    expect((await organizer.cancel()).status).toBe(404);
    await detailsAs(buyer, held.body.data.shortId);
    expect((await organizer.cancel()).problem.code).toBe('ORDER_NOT_COMPLETE');
    expect((await organizer.reactivate()).problem.code).toBe('ORDER_NOT_COMPLETE');
  });
});

describe('cancelling and money are two acts', () => {
  test('a paid order keeps its money, can be refunded afterwards, and the buyer is told that money comes separately', async () => {
    const paid = await paidOrder(2);
    const order = acts(paid.owner, paid.params);
    expect((await order.cancel({ notify: true })).body.data.badge).toBe('CANCELLED');
    expect(await paid.state()).toBe('cancelled none 0');
    await app.runJobs();
    const [mail] = await mailsOf(paid.payment.orderId);
    expect(mail?.text_body).toMatch(/aparte|por separado/);
    bank.behaviour.refund = 'succeeded';
    expect((await paid.refund({ amount: 5000 })).status).toBe(201);
    await app.runJobs();
    expect(await paid.state()).toBe('cancelled full 5000');
  });

  test('a refunded order is cancelled afterwards, whole or by attendee', async () => {
    const paid = await paidOrder(2);
    await paid.refund({ amount: 5000 });
    await app.runJobs();
    expect(await paid.state()).toBe('completed full 5000');
    const order = acts(paid.owner, paid.params);
    const [first] = await order.attendees();
    expect((await order.cancel({ attendeeIds: [first?.id ?? 0] })).status).toBe(200);
    expect(await paid.state()).toBe('completed full 5000');
    expect((await order.cancel()).status).toBe(200);
    expect(await paid.state()).toBe('cancelled full 5000');
    expect(await stockOf(db, paid.shop.counterId)).toEqual({ sold: 0, reserved: 0 });
  });

  test('at the same time as a refund that cancels: one cancels, and the places go back once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const paid = await paidOrder(2);
      const order = acts(paid.owner, paid.params);
      const [refunded, cancelled] = await Promise.all([
        paid.refund({ amount: 5000, cancel: true }),
        order.cancel(),
      ]);
      expect(refunded.status).toBe(201);
      expect([200, 409]).toContain(cancelled.status);
      expect(await order.status()).toBe('cancelled');
      expect(await stockOf(db, paid.shop.counterId)).toEqual({ sold: 0, reserved: 0 });
    }
  });

  test('by five people at once: one cancels', async () => {
    const order = await freeOrder(2);
    const replies = await Promise.all(Array.from({ length: 5 }, () => order.cancel()));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(await stockOf(db, order.shop.counterId)).toEqual({ sold: 0, reserved: 0 });
  });
});

describe('making valid again', () => {
  test('a whole order: places and promo code are taken again, and the same tickets work', async () => {
    const shop = await buildShop(db, { ticket: { quantity: 5 } });
    const promo = await buildPromoCode(db, { accountId: shop.accountId, eventId: shop.eventId, uses: 1 });
    const order = await freeOrder(2, { shop, promoCode: promo.code });
    const verdict = await doorOf(order);
    const [first] = await order.attendees();
    await order.cancel();
    const reply = await order.reactivate({ notify: true });
    expect(reply.body.data).toMatchObject({ badge: 'COMPLETED', isCompleted: true });
    expect(reply.body.data.history.at(-1)).toMatchObject({ kind: 'reactivated', by: expect.any(String) });
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 2, reserved: 0 });
    expect(await stockOf(db, promo.counterId)).toEqual({ sold: 1, reserved: 0 });
    expect(await verdict(first?.reference ?? '')).toBe('admitted');
    // Cancelled once more, with a mail of its own.
    await order.cancel({ notify: true });
    await app.runJobs();
    expect((await mailsOf(order.orderId)).map(({ kind }) => kind)).toEqual([
      'tickets_reactivated',
      'order_cancelled',
    ]);
  });

  test('nobody is told so if the event is called off before the mail is sent', async () => {
    const order = await freeOrder(2);
    await order.cancel();
    await order.reactivate({ notify: true });
    await sql`update app.events set called_off_at = app.now() where id = ${order.shop.eventId}`.execute(db);
    await app.runJobs();
    expect(await mailsOf(order.orderId)).toMatchObject([{ kind: 'tickets_reactivated', text_body: null }]);
  });

  test('one attendee, and nothing when the place is gone', async () => {
    const shop = await buildShop(db, { ticket: { quantity: 2 } });
    const order = await freeOrder(2, { shop });
    const [first, second] = await order.attendees();
    const wish = { attendeeIds: [first?.id ?? 0] };
    await order.cancel(wish);
    expect((await order.reactivate(wish)).body.data.history.at(-1)).toMatchObject({
      kind: 'attendees_reactivated',
      count: 1,
    });
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 2, reserved: 0 });
    await order.cancel({ attendeeIds: [first?.id ?? 0, second?.id ?? 0] });
    await freeOrder(1, { shop });
    const refused = await order.reactivate();
    expect(refused.problem.code).toBe('NOT_ENOUGH_LEFT');
    expect(await order.status()).toBe('cancelled');
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 1, reserved: 0 });
    // One of the two still has a place.
    expect((await order.reactivate(wish)).status).toBe(200);
    expect((await order.attendees()).map(({ status }) => status)).toEqual(['active', 'cancelled']);
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 2, reserved: 0 });
  });

  test('says so when the promo code is used up meanwhile', async () => {
    const shop = await buildShop(db, { ticket: { quantity: 5 } });
    const promo = await buildPromoCode(db, { accountId: shop.accountId, eventId: shop.eventId, uses: 1 });
    const order = await freeOrder(1, { shop, promoCode: promo.code });
    await order.cancel();
    await freeOrder(1, { shop, promoCode: promo.code });
    expect((await order.reactivate()).problem.code).toBe('PROMO_CODE_USED_UP');
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 1, reserved: 0 });
  });

  test('and a sale of the last place at once: one of the two gets it', async () => {
    for (let round = 0; round < 4; round += 1) {
      const shop = await buildShop(db, { ticket: { quantity: 1 } });
      const order = await freeOrder(1, { shop });
      await order.cancel();
      const [again, held] = await Promise.all([
        order.reactivate(),
        reserveAs(visitor(app), shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]),
      ]);
      const won = [again.status === 200, held.status === 201];
      expect(won.filter(Boolean)).toHaveLength(1);
      const { sold, reserved } = await stockOf(db, shop.counterId);
      expect(sold + reserved).toBe(1);
    }
  });
});

test('a line that admits nobody is cancelled and made valid again as a whole', async () => {
  const shop = await buildShop(db, { ticket: { quantity: 5 } });
  const { accountId, eventId } = shop;
  const fund = await buildTicket(db, {
    accountId,
    eventId,
    type: 'free',
    name: 'Programme',
    quantity: 10,
    position: 2,
    admits: false,
  });
  const buyer = visitor(app);
  const held = await reserveAs(buyer, eventId, [
    { priceId: shop.priceId, quantity: 1 },
    { priceId: fund.priceId, quantity: 3 },
  ]);
  await detailsAs(buyer, held.body.data.shortId);
  const row = db.selectFrom('orders').select('id').where('short_id', '=', held.body.data.shortId);
  const { id } = await row.executeTakeFirstOrThrow();
  const params = { eventId: String(eventId), orderId: String(id) };
  const order = acts(app.as({ token: shop.token }), params);
  const { lines } = (await order.owner.call(getOrderDetail, { params })).body.data;
  const lineIds = lines.filter(({ admits }) => !admits).map((line) => line.id);
  expect((await order.cancel({ lineIds, notify: true })).body.data.badge).toBe('COMPLETED');
  expect(await stockOf(db, fund.counterId)).toEqual({ sold: 0, reserved: 0 });
  await app.runJobs();
  expect((await mailsOf(id))[0]?.text_body).toContain('3 × Programme');
  expect((await order.reactivate({ lineIds })).status).toBe(200);
  expect(await stockOf(db, fund.counterId)).toEqual({ sold: 3, reserved: 0 });
  await order.cancel();
  expect(await stockOf(db, fund.counterId)).toEqual({ sold: 0, reserved: 0 });
  expect((await order.reactivate()).body.data.badge).toBe('COMPLETED');
  expect(await stockOf(db, fund.counterId)).toEqual({ sold: 3, reserved: 0 });
});
