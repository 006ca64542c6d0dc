import { randomBytes } from 'node:crypto';
import { getPublicEvent } from '@entrada/contract/catalog/shop';
import { listTickets } from '@entrada/contract/catalog/tickets';
import { checkIn } from '@entrada/contract/door/check-in';
import { createCheckInList } from '@entrada/contract/door/check-in-lists';
import { resumeBulkJob, stopBulkJob, undoBulkJob } from '@entrada/contract/sales/bulk/jobs';
import { reactivateOrder } from '@entrada/contract/sales/cancellations';
import { getIssuedTicket, getOrder } from '@entrada/contract/sales/checkout';
import * as endpoints from '@entrada/contract/sales/event-changes/endpoints';
import { getSelfService } from '@entrada/contract/sales/self-service/give-back';
import { expect, test, vi } from 'vitest';
import { buildShop, detailsAs, reserveAs, stockOf, visitor } from '../../test/shop.ts';
import { sweepHolds } from '../reservations/jobs.ts';
import { inDays, listOf, useOrganizers } from './organizer-fixture.ts';

vi.setConfig({ testTimeout: 60_000 });
const { app, db, bank, paidShop, paidOrder, organizerOf, mailsAbout } = await useOrganizers();

const ordersOf = (eventId: number) =>
  db
    .selectFrom('orders')
    .select(['status', 'refund_status', 'refunded_total'])
    .where('event_id', '=', eventId)
    .orderBy('id')
    .execute();

test('tells everybody, cancels the orders and sends the money back, after the time to undo', async () => {
  const shop = await paidShop();
  const first = await paidOrder(2, shop);
  await paidOrder(1, shop);
  const organizer = organizerOf(shop);
  const plan = await organizer.plan();
  expect(plan).toMatchObject({
    people: { tickets: 3, buyers: 2, awaitingPayment: 0, guests: 0, inCheckout: 0 },
    money: { byProvider: { orders: 2, amount: 7500 }, byHand: { orders: 0, amount: 0 }, kept: [] },
  });
  expect(plan.messages.reduce((sum, { count }) => sum + count, 0)).toBe(2);
  expect(Object.keys(plan.words.call_off)).toEqual(plan.messages.map(({ locale }) => locale));

  const reply = await organizer.callOff();
  expect(reply.status).toBe(202);
  expect(reply.body.data).toMatchObject({
    kind: 'call_off',
    status: 'waiting',
    canUndo: true,
    refundJob: null,
  });
  await app.runJobs();
  // Nothing goes out while it can be taken back.
  expect(await mailsAbout(shop.eventId)).toEqual([]);
  expect((await ordersOf(shop.eventId)).map(({ status }) => status)).toEqual(['completed', 'completed']);
  const seen = await app.as().call(getOrder, { params: { orderShortId: first.shortId } });
  expect(seen.body.data.eventNews.state).toBe('called_off');

  expect(await organizer.carryOut()).toMatchObject({
    status: 'done',
    canUndo: false,
    mails: { queued: 2, sent: 2, failed: 0, waiting: 0 },
    cancelJob: { status: 'done', changed: 2, kept: 0 },
    refundJob: { status: 'done', changed: 2, kept: 0 },
    refunds: { succeeded: { orders: 2, amount: 7500 }, failed: { orders: 0 } },
  });
  expect(await ordersOf(shop.eventId)).toEqual([
    { status: 'cancelled', refund_status: 'full', refunded_total: 5000 },
    { status: 'cancelled', refund_status: 'full', refunded_total: 2500 },
  ]);
  expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 0 });
  const [mail] = await mailsAbout(shop.eventId);
  expect(mail?.text_body).toMatch(/50,00|50\.00/);
  // One message says that it is cancelled, and one that the money went.
  expect(await mailsAbout(shop.eventId, 'order_cancelled')).toEqual([]);
  expect(await mailsAbout(shop.eventId, 'refunded')).toHaveLength(2);
});

test('it can be taken back before anybody is told, and not afterwards', async () => {
  const shop = await paidShop();
  await paidOrder(1, shop);
  const organizer = organizerOf(shop);
  const { id } = (await organizer.callOff()).body.data;
  expect((await organizer.undo(id)).body.data).toMatchObject({ status: 'undone' });
  expect((await organizer.event()).calledOffAt).toBeNull();
  expect((await organizer.undo(id)).problem.code).toBe('EVENT_CHANGE_BEGUN');
  await organizer.carryOut();
  expect(await mailsAbout(shop.eventId)).toEqual([]);

  const again = (await organizer.callOff()).body.data;
  await organizer.carryOut();
  expect((await organizer.undo(again.id)).problem.code).toBe('EVENT_CHANGE_BEGUN');
  expect((await organizer.event()).calledOffAt).not.toBeNull();
});

test('with nothing sold it can be taken back later too', async () => {
  const organizer = organizerOf(await buildShop(db, { ticket: { quantity: 5 } }));
  const { id } = (await organizer.callOff({ money: 'none', messages: null, expectedRefund: null })).body.data;
  expect(await organizer.carryOut()).toMatchObject({ status: 'done', canUndo: true, mails: { queued: 0 } });
  expect((await organizer.undo(id)).body.data.status).toBe('undone');
  expect((await organizer.event()).calledOffAt).toBeNull();
});

test('whoever asks gets the money: tickets are dead at the door, and the order page offers all of it', async () => {
  const shop = await paidShop();
  const order = await paidOrder(1, shop);
  const organizer = organizerOf(shop);
  const until = inDays(20);
  await organizer.callOff({ money: 'asked', returnsUntil: until, expectedRefund: null });
  expect(await organizer.carryOut()).toMatchObject({
    status: 'done',
    cancelJob: null,
    refundJob: null,
    returnsUntil: until,
  });
  expect(await order.state()).toBe('completed none 0');
  const service = await order.buyer.call(getSelfService, { params: { orderShortId: order.shortId } });
  expect(service.body.data.giveBack).toMatchObject({
    obstacle: null,
    returnsUntil: until,
    tickets: [{ paid: 2500, back: 2500, fees: 0, asked: null }],
  });
  const tickets = (await order.buyer.call(getOrder, { params: { orderShortId: order.shortId } })).body.data
    .tickets;
  const ticket = tickets[0];
  if (!ticket) throw new Error('No ticket');
  const shown = await app.as().call(getIssuedTicket, { params: { attendeeShortId: ticket.shortId } });
  expect(shown.body.data.event.isCalledOff).toBe(true);
  const list = await organizer.owner.call(createCheckInList, {
    params: organizer.params,
    body: listOf(null),
  });
  const scan = await app.as().call(checkIn, {
    params: { listShortId: list.body.data.shortId },
    body: {
      method: 'scan',
      code: ticket.code,
      device: 'door',
      nonce: randomBytes(12).toString('hex'),
      scannedAt: new Date().toISOString(),
    },
  });
  expect(scan.body.data.verdict).toBe('called_off');
});

test('its tickets are no longer on sale, in the workspace as on its page, until that is taken back', async () => {
  const shop = await paidShop();
  const organizer = organizerOf(shop);
  const read = async () => {
    const { data } = (await organizer.owner.call(listTickets, { params: organizer.params, query: {} })).body;
    const page = (await app.as().call(getPublicEvent, { params: organizer.params })).body.data;
    return [...data, ...page.tickets].flatMap((one) => [
      one.availability,
      ...one.prices.map(({ availability }) => availability),
    ]);
  };
  const { id } = (await organizer.callOff({ money: 'none', expectedRefund: null })).body.data;
  expect(new Set(await read())).toEqual(new Set(['ended']));
  await organizer.undo(id);
  expect(new Set(await read())).toEqual(new Set(['on_sale']));
});

test('no ticket of it becomes valid again: neither one by one nor by taking back that all were cancelled', async () => {
  const shop = await paidShop();
  const order = await paidOrder(1, shop);
  const organizer = organizerOf(shop);
  await organizer.callOff();
  const job = (await organizer.carryOut())?.cancelJob;
  expect(job).toMatchObject({ status: 'done', changed: 1, canUndo: false });
  const undo = { params: { ...organizer.params, jobId: String(job?.id) } };
  expect((await organizer.owner.call(undoBulkJob, undo)).problem.code).toBe('NOT_FOUND');
  const again = { params: order.params, body: { notify: false } };
  expect((await organizer.owner.call(reactivateOrder, again)).problem.code).toBe('EVENT_CALLED_OFF');
  expect(await order.state()).toBe('cancelled full 2500');
});

test('open checkouts end', async () => {
  const shop = await paidShop();
  const buyer = visitor(app);
  const held = await reserveAs(buyer, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
  const organizer = organizerOf(shop);
  expect((await organizer.plan()).people.inCheckout).toBe(1);
  await organizer.callOff({ money: 'none', expectedRefund: null });
  expect((await detailsAs(buyer, held.body.data.shortId)).problem.code).toBe('EVENT_CALLED_OFF');
  await sweepHolds(app.jobCtx);
  expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 0 });
});

test('refunds that a person stops go on where they were, and those that failed are made again', async () => {
  const shop = await paidShop();
  const one = await paidOrder(1, shop);
  const organizer = organizerOf(shop);
  bank.behaviour.refund = 'failed';
  const { id } = (await organizer.callOff()).body.data;
  const done = await organizer.carryOut();
  expect(done?.refunds).toMatchObject({ failed: { orders: 1, amount: 2500 }, succeeded: { orders: 0 } });
  expect(await one.state()).toMatch(/^cancelled failed 0/);
  bank.behaviour.refund = 'succeeded';
  const at = { ...organizer.params, changeId: String(id) };
  const again = await organizer.owner.call(endpoints.refundEventAgain, { params: at });
  expect([again.status, again.body.data.refundJob?.total]).toEqual([202, 1]);
  const jobId = String(again.body.data.refundJob?.id);
  const job = { params: { ...organizer.params, jobId } };
  expect((await organizer.owner.call(stopBulkJob, job)).body.data.status).toBe('stopped');
  await app.runJobs();
  expect(await one.state()).toMatch(/^cancelled failed 0/);
  expect((await organizer.owner.call(endpoints.refundEventAgain, { params: at })).problem.code).toBe(
    'EVENT_CHANGE_UNDER_WAY',
  );
  expect((await organizer.owner.call(resumeBulkJob, job)).status).toBe(202);
  await app.runJobs();
  expect((await organizer.list())[0]?.refundJob).toMatchObject({ status: 'done', changed: 1 });
  expect(await one.state()).toBe('cancelled full 2500');
  const last = (await organizer.list())[0];
  expect(last?.refunds).toMatchObject({ failed: { orders: 0 }, succeeded: { orders: 1, amount: 2500 } });
  expect((await organizer.owner.call(endpoints.refundEventAgain, { params: at })).problem.code).toBe(
    'REFUND_NOTHING_DUE',
  );
});
