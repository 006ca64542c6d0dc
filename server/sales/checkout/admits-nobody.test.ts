import { updateCapacityAssignment } from '@entrada/contract/catalog/capacity-assignments';
import { listEvents } from '@entrada/contract/catalog/events';
import { updateTicket } from '@entrada/contract/catalog/tickets';
import { createCheckInList } from '@entrada/contract/door/check-in-lists';
import { getEventStats } from '@entrada/contract/insight/dashboard';
import { listAttendees } from '@entrada/contract/sales/attendees';
import { getOrder, refreshPayment, saveOrderDetails, startPayment } from '@entrada/contract/sales/checkout';
import { getOrderDetail, listOrders } from '@entrada/contract/sales/orders';
import { createRefund, listRefunds } from '@entrada/contract/sales/refunds';
import { expect, test, vi } from 'vitest';
import { buildQuestion } from '../../catalog/questions/factory.ts';
import { buildCapacity, buildTicket } from '../../catalog/tickets/factory.ts';
import { ticketBody } from '../../test/catalog/ticket-body.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { useRefundingApp } from '../../test/payments/refunding.ts';
import { BUYER, buildShop, detailsAs, reserveAs, stockOf, visitor } from '../../test/shop.ts';
import { buildOrders } from '../reservations/bulk-factory.ts';
import { buildOrder } from '../reservations/factory.ts';

vi.setConfig({ testTimeout: 60_000 });
const { app, db, bank } = await useRefundingApp();
keepInvariants(db);

/** A shop with a paid ticket, and support of a fund that lets nobody in. */
async function supportedShop(attendeeDetails: 'per_ticket' | 'per_order' = 'per_ticket') {
  const shop = await buildShop(db, {
    event: { settings: { attendee_details: attendeeDetails } },
    ticket: { type: 'paid', amount: 2500, quantity: 10 },
  });
  const { accountId, eventId } = shop;
  const support = await buildTicket(db, {
    accountId,
    eventId,
    type: 'donation',
    name: 'Support',
    amount: 500,
    quantity: null,
    position: 2,
    admits: false,
  });
  return { ...shop, support, owner: app.as({ token: shop.token }) };
}

const attendeesOf = (eventId: number) =>
  db.selectFrom('attendees').select(['id', 'ticket_id', 'status']).where('event_id', '=', eventId).execute();
const mailsOf = (orderId: number) =>
  db.selectFrom('mails').select(['kind', 'subject', 'text_body']).where('order_id', '=', orderId).execute();

/** An order of tickets and support, paid with a card. */
async function paidOrder(
  shop: Awaited<ReturnType<typeof supportedShop>>,
  { tickets, support }: { tickets: number; support: number },
) {
  const client = visitor(app);
  const held = await reserveAs(client, shop.eventId, [
    ...(support > 0 ? [{ priceId: shop.support.priceId, quantity: support, donation: 700 }] : []),
    ...(tickets > 0 ? [{ priceId: shop.priceId, quantity: tickets }] : []),
  ]);
  const { shortId } = held.body.data;
  const line = held.body.data.lines.find(({ admits }) => !admits);
  await detailsAs(client, shortId);
  await client.call(startPayment, { params: { orderShortId: shortId } });
  bank.set(bank.paymentOf(shortId)?.id ?? '', 'succeeded');
  const paid = await client.call(refreshPayment, { params: { orderShortId: shortId } });
  const { id } = await db
    .selectFrom('orders')
    .select('id')
    .where('short_id', '=', shortId)
    .executeTakeFirstOrThrow();
  const params = { eventId: String(shop.eventId), orderId: String(id) };
  return {
    id,
    shortId,
    params,
    client,
    lineId: line?.id ?? 0,
    shown: paid.body.data,
    refund: (body: object) =>
      shop.owner.call(createRefund, {
        params,
        body: { cancel: true, notify: true, note: '', ...body } as never,
      }),
    refunds: async () => (await shop.owner.call(listRefunds, { params })).body.data,
    status: async () =>
      (await db.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status,
  };
}

test('a line that admits nobody asks for no person, and its units are sold', async () => {
  const shop = await supportedShop();
  const { accountId, eventId } = shop;
  const { questionId: size } = await buildQuestion(db, {
    accountId,
    eventId,
    scope: 'attendee',
    title: 'Size?',
    required: true,
  });
  const { questionId: motto } = await buildQuestion(db, {
    accountId,
    eventId,
    title: 'Motto?',
    ticketIds: [shop.support.ticketId],
    position: 2,
  });
  const client = visitor(app);
  const held = await reserveAs(client, eventId, [
    { priceId: shop.support.priceId, quantity: 3, donation: 700 },
    { priceId: shop.priceId, quantity: 1 },
  ]);
  const [support, ticket] = held.body.data.lines;
  expect([support?.admits, ticket?.admits]).toEqual([false, true]);
  expect(await stockOf(db, shop.support.counterId)).toEqual({ sold: 0, reserved: 3 });

  const params = { orderShortId: held.body.data.shortId };
  const named = (itemId = 0) => ({ itemId, firstName: 'Ana', lastName: 'Roig', email: 'ana@example.com' });
  const body = { ...BUYER, emailConfirmation: BUYER.email, sendAllToBuyer: false };
  const save = (attendees: ReturnType<typeof named>[], more: object) =>
    client.call(saveOrderDetails, { params, body: { ...body, attendees, ...more } });
  const answers = { answers: { [motto]: 'Onwards' }, attendeeAnswers: [{ [size]: 'M' }] };
  expect((await save([named(support?.id), named(ticket?.id)], answers)).problem.errors).toEqual([
    { path: 'attendees.0.itemId', code: 'not_found' },
  ]);
  // The second sheet is for a ticket that does not exist.
  const twoSheets = { ...answers, attendeeAnswers: [{ [size]: 'M' }, { [size]: 'L' }] };
  expect((await save([named(ticket?.id)], twoSheets)).problem.errors).toEqual([
    { path: 'attendeeAnswers', code: 'too_long', max: 1 },
  ]);
  const saved = await save([named(ticket?.id)], answers);
  expect(saved.status).toBe(200);
  expect(saved.body.data).toMatchObject({ step: 'payment', attendeeAnswers: [{ [size]: 'M' }] });

  await client.call(startPayment, { params });
  bank.set(bank.paymentOf(params.orderShortId)?.id ?? '', 'succeeded');
  const done = await client.call(refreshPayment, { params });
  expect(done.body.data).toMatchObject({ step: 'summary', total: 4600 });
  expect(done.body.data.tickets.map(({ firstName, ticketName }) => [firstName, ticketName])).toEqual([
    ['Ana', 'General'],
  ]);
  expect(await stockOf(db, shop.support.counterId)).toEqual({ sold: 3, reserved: 0 });
  expect(await attendeesOf(eventId)).toEqual([
    { id: expect.any(Number), ticket_id: shop.ticketId, status: 'active' },
  ]);
  const listed = await shop.owner.call(listAttendees, { params: { eventId: String(eventId) } });
  expect(listed.body.meta.total).toBe(1);
  const orders = await shop.owner.call(listOrders, { params: { eventId: String(eventId) } });
  expect(orders.body.data).toMatchObject([{ ticketCount: 1 }]);
  // The totals count people. The support stays with its own ticket, and its money with the event.
  const stats = (await shop.owner.call(getEventStats, { params: { eventId: String(eventId) } })).body.data;
  expect(stats).toMatchObject({ ticketsSold: 1, ticketsTotal: 10, grossSales: 4600 });
  expect(stats.tickets).toMatchObject([{ sold: 1 }, { sold: 3, total: null, gross: 2100 }]);
  const events = (await shop.owner.call(listEvents, {})).body.data;
  expect(events.find(({ id }) => id === eventId)).toMatchObject({ ticketsSold: 1, ticketsTotal: 10 });
});

test('an order of support alone has no ticket, no code, and a mail that does not speak of tickets', async () => {
  const shop = await supportedShop();
  await buildQuestion(db, { ...shop, scope: 'attendee', title: 'Size?', required: true });
  const client = visitor(app);
  const held = await reserveAs(client, shop.eventId, [
    { priceId: shop.support.priceId, quantity: 1, donation: 700 },
  ]);
  const params = { orderShortId: held.body.data.shortId };
  const shown = (await client.call(getOrder, { params })).body.data;
  expect(shown.questions).toEqual([]);
  // The form of an event that asks for each person sends no person.
  const about = { ...BUYER, emailConfirmation: BUYER.email, locale: 'en' as const };
  const body = { ...about, sendAllToBuyer: false, attendees: [] };
  expect((await client.call(saveOrderDetails, { params, body })).status).toBe(200);
  await client.call(startPayment, { params });
  bank.set(bank.paymentOf(params.orderShortId)?.id ?? '', 'succeeded');
  const done = (await client.call(refreshPayment, { params })).body.data;
  expect(done).toMatchObject({
    step: 'summary',
    tickets: [],
    lines: [{ admits: false, isCancelled: false }],
  });
  expect(await attendeesOf(shop.eventId)).toEqual([]);
  const pdf = await client.send({
    method: 'GET',
    url: `/api/public/orders/${params.orderShortId}/tickets.pdf`,
  });
  expect(pdf.statusCode).toBe(404);
  await app.runJobs();
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('short_id', '=', params.orderShortId)
    .executeTakeFirstOrThrow();
  const mails = await mailsOf(order.id);
  const confirmation = mails.find(({ kind }) => kind === 'order_confirmation');
  expect(confirmation?.subject).toBe('Your order for Noche de Luz');
  expect(confirmation?.text_body).toContain('1 × Support');
  expect(confirmation?.text_body).not.toMatch(/ticket/i);
  expect(mails.find(({ kind }) => kind === 'new_order')?.text_body).toContain('without a ticket');
});

test('the refund that cancels an order of support alone does not speak of tickets', async () => {
  const order = await paidOrder(await supportedShop(), { tickets: 0, support: 2 });
  expect((await order.refund({ amount: 1400 })).status).toBe(201);
  await app.runJobs();
  expect(await order.status()).toBe('cancelled');
  const mail = (await mailsOf(order.id)).find(({ kind }) => kind === 'refunded');
  expect(mail?.text_body).toContain('Tu pedido está cancelado.');
  expect(mail?.text_body).not.toMatch(/entrada/i);
});

test('such a line is refunded and cancelled as a whole, once, and by itself', async () => {
  const shop = await supportedShop();
  const order = await paidOrder(shop, { tickets: 2, support: 3 });
  const { lineId } = order;
  expect((await order.refunds()).lines).toEqual([
    {
      id: lineId,
      ticketName: 'Support',
      priceLabel: '',
      quantity: 3,
      total: 2100,
      isCancelled: false,
      isRefunded: false,
    },
  ]);
  const ticketLine = order.shown.lines.find(({ admits }) => admits)?.id ?? 0;
  expect((await order.refund({ lineIds: [lineId, ticketLine] })).problem.errors).toEqual([
    { path: 'lineIds.1', code: 'not_found' },
  ]);
  expect((await order.refund({ lineIds: [lineId, lineId] })).problem.errors).toEqual([
    { path: 'lineIds', code: 'duplicate' },
  ]);
  expect((await order.refund({ lineIds: [lineId], amount: 5 })).problem.errors).toEqual([
    { path: 'amount', code: 'unknown_field' },
  ]);
  expect((await order.refund({ lineIds: [lineId] })).body.data).toMatchObject({
    badge: 'REFUND_PENDING',
    lines: [{ id: lineId, isCancelled: true, isRefunded: true }],
    refunds: [{ amount: 2100, attendeeIds: [], lineIds: [lineId], cancels: true }],
  });
  expect(await stockOf(db, shop.support.counterId)).toEqual({ sold: 0, reserved: 0 });
  expect(await stockOf(db, shop.counterId)).toEqual({ sold: 2, reserved: 0 });
  await app.runJobs();
  expect(await order.status()).toBe('completed');
  expect((await order.refund({ lineIds: [lineId] })).problem).toMatchObject({
    code: 'LINE_ALREADY_REFUNDED',
    params: { lineId },
  });
  // Nobody's ticket was cancelled, so the mail about the money says nothing of tickets that are not valid.
  await app.runJobs();
  const mail = (await mailsOf(order.id)).find(({ kind }) => kind === 'refunded');
  expect(mail?.text_body).not.toMatch(/cancelled/);
  const detail = (await shop.owner.call(getOrderDetail, { params: order.params })).body.data;
  expect(detail.history).toContainEqual(expect.objectContaining({ kind: 'attendees_cancelled', count: 3 }));
  expect(detail.lines).toContainEqual(expect.objectContaining({ id: lineId, isCancelled: true }));

  // The tickets that are left are all that is left of the order.
  const people = (await attendeesOf(shop.eventId)).map(({ id }) => id);
  await order.refund({ attendeeIds: people });
  await app.runJobs();
  expect(await order.status()).toBe('cancelled');
});

test('an order is cancelled with its last place, also if that is a line that admits nobody', async () => {
  const shop = await supportedShop();
  const order = await paidOrder(shop, { tickets: 1, support: 2 });
  const people = (await attendeesOf(shop.eventId)).map(({ id }) => id);
  await order.refund({ attendeeIds: people });
  await app.runJobs();
  expect(await order.status()).toBe('completed');
  expect(await stockOf(db, shop.support.counterId)).toEqual({ sold: 2, reserved: 0 });
  await order.refund({ lineIds: [order.lineId] });
  await app.runJobs();
  expect(await order.status()).toBe('cancelled');
  expect(await stockOf(db, shop.support.counterId)).toEqual({ sold: 0, reserved: 0 });

  const whole = await paidOrder(shop, { tickets: 1, support: 2 });
  await whole.refund({ amount: whole.shown.total });
  await app.runJobs();
  expect(await whole.status()).toBe('cancelled');
  expect((await whole.refunds()).lines).toMatchObject([{ isCancelled: true }]);
  expect(await stockOf(db, shop.support.counterId)).toEqual({ sold: 0, reserved: 0 });
});

test('tickets and lines are refunded together', async () => {
  const shop = await supportedShop();
  const order = await paidOrder(shop, { tickets: 2, support: 1 });
  const [first] = await attendeesOf(shop.eventId);
  const reply = await order.refund({ attendeeIds: [first?.id], lineIds: [order.lineId], cancel: false });
  expect(reply.body.data.refunds).toMatchObject([{ amount: 3200 }]);
  expect(reply.body.data.lines).toMatchObject([{ isRefunded: true, isCancelled: false }]);
  await app.runJobs();
});

test('its units come and go with a capacity assignment', async () => {
  const shop = await supportedShop();
  const { accountId, eventId, support } = shop;
  const pool = await buildCapacity(db, { accountId, eventId, ticketIds: [shop.ticketId], quantity: 50 });
  await paidOrder(shop, { tickets: 1, support: 4 });
  const gone = await paidOrder(shop, { tickets: 0, support: 5 });
  await gone.refund({ lineIds: [gone.lineId] });
  await app.runJobs();
  await reserveAs(visitor(app), eventId, [{ priceId: support.priceId, quantity: 2 }]);
  const params = { eventId: String(eventId), assignmentId: String(pool.capacityId) };
  const change = (ticketIds: number[], version: number) =>
    shop.owner.call(updateCapacityAssignment, {
      params,
      body: { version, name: 'Hall', capacity: 50, active: true, ticketIds } as never,
    });
  expect((await change([shop.ticketId, support.ticketId], 1)).status).toBe(200);
  expect(await stockOf(db, pool.counterId)).toEqual({ sold: 5, reserved: 2 });
  expect((await change([shop.ticketId], 2)).status).toBe(200);
  expect(await stockOf(db, pool.counterId)).toEqual({ sold: 1, reserved: 0 });
});

test('a check-in list cannot be for a ticket that lets nobody in', async () => {
  const shop = await supportedShop();
  const body = { name: 'Gate', description: '', allTickets: false, activatesAt: null, expiresAt: null };
  const create = (ticketIds: number[]) =>
    shop.owner.call(createCheckInList, {
      params: { eventId: String(shop.eventId) },
      body: { ...body, ticketIds },
    });
  expect((await create([shop.ticketId, shop.support.ticketId])).problem.errors).toEqual([
    { path: 'ticketIds.1', code: 'admits_nobody' },
  ]);
  expect((await create([shop.ticketId])).status).toBe(201);
});

test('whether a ticket lets people in is fixed once an order names it', async () => {
  const shop = await supportedShop();
  const { ticketId, priceId } = shop.support;
  const params = { eventId: String(shop.eventId), ticketId: String(ticketId) };
  const [price] = ticketBody().prices;
  const body = (version: number, admits?: boolean, name = 'Support') =>
    ({
      ...ticketBody({ type: 'donation', name }),
      prices: [{ ...price, id: priceId, amount: 500, quantity: null }],
      version,
      ...(admits !== undefined && { admits }),
    }) as never;
  expect((await shop.owner.call(updateTicket, { params, body: body(1, true) })).body.data.admits).toBe(true);
  expect((await shop.owner.call(updateTicket, { params, body: body(2, false) })).body.data.admits).toBe(
    false,
  );
  await reserveAs(visitor(app), shop.eventId, [{ priceId, quantity: 1 }]);
  expect((await shop.owner.call(updateTicket, { params, body: body(3, true) })).problem.code).toBe(
    'TICKET_ADMITS_LOCKED',
  );
  // Absent, it stays as it is.
  expect(
    (await shop.owner.call(updateTicket, { params, body: body(3, undefined, 'Fund') })).body.data.admits,
  ).toBe(false);
});

test('the factories of tests and of the demo issue nothing for it either', async () => {
  const shop = await supportedShop();
  const items = [
    { priceId: shop.support.priceId, quantity: 2 },
    { priceId: shop.priceId, quantity: 1 },
  ];
  const people = [{ firstName: 'Ana', lastName: 'Roig', email: 'ana@example.com' }];
  const one = await buildOrder(db, { eventId: shop.eventId, items, attendees: people });
  expect(one.attendees).toHaveLength(1);
  const [bulk] = await buildOrders(db, [{ eventId: shop.eventId, items, attendees: people }]);
  expect(bulk?.attendeeIds).toHaveLength(1);
});
