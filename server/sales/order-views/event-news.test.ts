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

type Sold = Awaited<ReturnType<typeof buildSoldTicket>>;

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
  await callOff(order);
  expect(await order.news()).toEqual({ ...PLANNED, state: 'called_off' });
  const { body } = await app.as().call(getOwnTickets, order.own);
  expect(body.data.tickets[0]).toMatchObject({ correct: 'EVENT_CALLED_OFF', passOn: 'EVENT_CALLED_OFF' });
});

/** Mails the order, or its ticket alone, once more. */
async function resent({ owner, params: { eventId }, orderId }: Sold, body: { attendeeId?: number } = {}) {
  const params = { eventId, orderId: String(orderId) };
  await owner.call(resendOrder, { params, body }, { idempotencyKey: app.key() });
  await app.runJobs();
  const { id, text_body: text } = await db
    .selectFrom('mails')
    .select(['id', 'text_body'])
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const files = await db
    .selectFrom('mail_attachments')
    .select('filename')
    .where('mail_id', '=', id)
    .execute();
  return { text: text ?? '', files: files.map(({ filename }) => filename.replace(/.*[.]/, '')).sort() };
}

const callOff = ({ shop: { eventId } }: Sold) =>
  sql`update app.events set called_off_at = app.now() where id = ${eventId}`.execute(db);

test('an event that is called off is offered for no calendar, and its files take it out of them', async () => {
  const order = await bought();
  expect((await resent(order)).text).toContain('calendar.ics');
  await callOff(order);
  const after = await resent(order);
  expect(after.text).toContain(order.orderShortId);
  expect(after.text).not.toContain('calendar.ics');
  for (const path of [`orders/${order.orderShortId}`, `events/${order.shop.eventId}`]) {
    const file = await app.as().send({ method: 'GET', url: `/api/public/${path}/calendar.ics` });
    expect(file.body).toContain('METHOD:CANCEL');
    expect(file.body).toContain('STATUS:CANCELLED');
  }
});

test.each(['order', 'ticket'])(
  'the mail with the %s has neither a code nor a word of the door once the event is called off',
  async (what) => {
    const order = await bought();
    const body = what === 'ticket' ? { attendeeId: order.attendeeId } : {};
    const before = await resent(order, body);
    expect(before).toMatchObject({ text: expect.stringContaining('en la puerta'), files: ['ics', 'pdf'] });
    await callOff(order);
    const { text, files } = await resent(order, body);
    expect(files).toEqual(['ics']);
    expect(text).not.toContain('puerta');
    expect(text).toContain(`${order.shop.title}: evento cancelado`);
  },
);

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
