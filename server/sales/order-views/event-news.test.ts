import { setEventStatus } from '@entrada/contract/catalog/events';
import { getOrder } from '@entrada/contract/sales/checkout';
import { getOwnTickets } from '@entrada/contract/sales/own-tickets/changes';
import { resendOrder } from '@entrada/contract/sales/resends';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { buildSoldTicket } from '../../test/sold/ticket.ts';

vi.setConfig({ testTimeout: 60_000 });
const app = await buildTestApp();
const { db } = app;

const PLANNED = { state: 'planned', movedFrom: null, movedFromPlace: null };

async function bought() {
  const sold = await buildSoldTicket(app, 1);
  const params = { orderShortId: sold.orderShortId };
  const news = async () => (await app.as().call(getOrder, { params })).body.data.eventNews;
  const event = { params: { eventId: String(sold.shop.eventId) } };
  const put = (status: 'draft' | 'archived') =>
    sold.owner.call(setEventStatus, { ...event, body: { status } });
  return { ...sold, news, put, own: { params } };
}

test('an event that is only archived was not called off, and its tickets cannot be changed', async () => {
  const order = await bought();
  expect(await order.news()).toEqual(PLANNED);
  expect((await order.put('archived')).status).toBe(200);
  expect(await order.news()).toEqual(PLANNED);
  const { body } = await app.as().call(getOwnTickets, order.own);
  expect(body.data.tickets[0]).toMatchObject({ correct: 'EVENT_ARCHIVED', passOn: 'EVENT_ARCHIVED' });
});

test('an order says that its event was called off', async () => {
  const order = await bought();
  await sql`update app.events set called_off_at = app.now() where id = ${order.shop.eventId}`.execute(db);
  expect(await order.news()).toEqual({ ...PLANNED, state: 'called_off' });
  const { body } = await app.as().call(getOwnTickets, order.own);
  expect(body.data.tickets[0]).toMatchObject({ correct: 'EVENT_CALLED_OFF', passOn: 'EVENT_CALLED_OFF' });
});

test('an event that is called off is offered for no calendar, and its files take it out of them', async () => {
  const order = await bought();
  const { id: orderId } = await db
    .selectFrom('orders')
    .select('id')
    .where('short_id', '=', order.orderShortId)
    .executeTakeFirstOrThrow();
  const eventId = String(order.shop.eventId);
  const resent = async () => {
    const params = { eventId, orderId: String(orderId) };
    await order.owner.call(resendOrder, { params, body: {} }, { idempotencyKey: app.key() });
    await app.runJobs();
    const { text_body } = await db
      .selectFrom('mails')
      .select('text_body')
      .where('order_id', '=', orderId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return text_body;
  };
  expect(await resent()).toContain('calendar.ics');
  await sql`update app.events set called_off_at = app.now() where id = ${eventId}`.execute(db);
  const after = await resent();
  expect(after).toContain(order.orderShortId);
  expect(after).not.toContain('calendar.ics');
  for (const path of [`orders/${order.orderShortId}`, `events/${eventId}`]) {
    const file = await app.as().send({ method: 'GET', url: `/api/public/${path}/calendar.ics` });
    expect(file.body).toContain('METHOD:CANCEL');
    expect(file.body).toContain('STATUS:CANCELLED');
  }
});

test('an order names the start that it was bought with, if the event has another one', async () => {
  const order = await bought();
  const { starts_at: before } = await db
    .selectFrom('events')
    .select('starts_at')
    .where('id', '=', order.shop.eventId)
    .executeTakeFirstOrThrow();
  await sql`update app.events set starts_at = starts_at + interval '7 days', ends_at = ends_at + interval '7 days'
    where id = ${order.shop.eventId}`.execute(db);
  expect(await order.news()).toEqual({ ...PLANNED, movedFrom: before.toISOString() });
});
