import { getEvent, listEventImages } from '@entrada/contract/catalog/events';
import { deleteEvent, eventDeletion } from '@entrada/contract/catalog/lifecycle';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { buildAccount, buildUserIn } from '../../accounts/factory.ts';
import { newShortId } from '../../platform/secrets.ts';
import { buildTestApp } from '../../test/app.ts';
import { buildEvent } from '../events/factory.ts';
import { buildCapacity, buildPromoCode, buildSale, buildTaxOrFee, buildTicket } from '../tickets/factory.ts';

const app = await buildTestApp();
const owner = await buildAccount(app.db);
const stranger = await buildAccount(app.db);
const { accountId } = owner;

const remove = (eventId: number, actor: { token?: string } = owner) =>
  app.as(actor).call(deleteEvent, { params: { eventId: String(eventId) } });
const exists = async (eventId: number) =>
  (await app.as(owner).call(getEvent, { params: { eventId: String(eventId) } })).status === 200;

test.each(['draft', 'public', 'archived'] as const)(
  '%s: an event is deleted with everything that belongs to it',
  async (status) => {
    const { eventId } = await buildEvent(app.db, { accountId, status });
    const tax = await buildTaxOrFee(app.db, { accountId });
    const { ticketId } = await buildTicket(app.db, { accountId, eventId, taxesAndFees: [tax.id] });
    await buildCapacity(app.db, { accountId, eventId, ticketIds: [ticketId] });
    await buildPromoCode(app.db, { accountId, eventId, ticketIds: [ticketId] });
    const own = { account_id: accountId, event_id: eventId };
    await app.db
      .insertInto('check_in_lists')
      .values({ ...own, short_id: newShortId('cl'), name: 'Puerta' })
      .execute();
    await app.db
      .insertInto('questions')
      .values({ ...own, scope: 'order', type: 'text', title: 'Q', position: 1 })
      .execute();
    expect((await remove(eventId)).status).toBe(204);
    expect(await exists(eventId)).toBe(false);
    for (const table of [
      'counters',
      'tickets',
      'promo_codes',
      'check_in_lists',
      'questions',
      'event_settings',
    ] as const) {
      const left = await app.db
        .selectFrom(table)
        .select('account_id')
        .where('event_id', '=', eventId)
        .execute();
      expect(left, table).toEqual([]);
    }
    const tax2 = await app.db.selectFrom('taxes_and_fees').select('id').where('id', '=', tax.id).execute();
    expect(tax2).toHaveLength(1);
    const entry = await app.db
      .selectFrom('audit_entries')
      .select(['action', 'before'])
      .where('target_id', '=', eventId)
      .where('target_type', '=', 'event')
      .executeTakeFirst();
    expect(entry).toMatchObject({ action: 'event.deleted', before: { title: 'Noche de Luz', status } });
    expect((await remove(eventId)).status).toBe(404);
  },
);

test('a job deletes its pictures', async () => {
  const { eventId } = await buildEvent(app.db, { accountId });
  const picture = await sharp({ create: { width: 600, height: 300, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();
  const part = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"`;
  await app.as(owner).send({
    method: 'POST',
    url: `/api/events/${eventId}/images`,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: Buffer.concat([
      Buffer.from(`${part('type')}\r\n\r\nEVENT_COVER\r\n${part('image')}; filename="a.png"\r\n\r\n`),
      picture,
      Buffer.from('\r\n--b--\r\n'),
    ]),
  });
  const params = { eventId: String(eventId) };
  const [image] = (await app.as(owner).call(listEventImages, { params })).body.data;
  const urls = [image?.original.url ?? '', image?.sources[0]?.url ?? ''];
  expect((await remove(eventId)).status).toBe(204);
  await app.runJobs();
  for (const url of urls) expect((await app.as().send({ method: 'GET', url })).statusCode).toBe(404);
});

test('an event with an order stays, whatever became of the order', async () => {
  for (const status of ['completed', 'cancelled'] as const) {
    const { eventId } = await buildEvent(app.db, { accountId });
    const ticket = await buildTicket(app.db, { accountId, eventId });
    const { orderId } = await buildSale(app.db, { accountId, eventId, ...ticket });
    await app.db.updateTable('orders').set({ status }).where('id', '=', orderId).execute();
    const reply = await remove(eventId);
    expect(reply.problem).toMatchObject({
      status: 409,
      code: 'EVENT_HAS_ORDERS',
      params: { orders: 1, holds: 0 },
    });
    expect(await exists(eventId)).toBe(true);
  }
});

test('an event stays while somebody is in its checkout; ended orders without a buyer are deleted with it', async () => {
  const { eventId } = await buildEvent(app.db, { accountId });
  const ticket = await buildTicket(app.db, { accountId, eventId });
  const { orderId } = await buildSale(app.db, { accountId, eventId, ...ticket });
  const set = (values: object) =>
    app.db.updateTable('orders').set(values).where('id', '=', orderId).execute();
  await app.db.deleteFrom('attendees').where('order_id', '=', orderId).execute();
  await set({
    status: 'reserved',
    email: null,
    completed_at: null,
    expires_at: new Date(Date.now() + 60_000),
  });
  expect((await remove(eventId)).problem).toMatchObject({
    code: 'EVENT_HAS_ORDERS',
    params: { orders: 0, holds: 1 },
  });
  await set({ status: 'expired', expires_at: null });
  expect((await remove(eventId)).status).toBe(204);
});

test('before anything is deleted, it says what would go and what keeps the event', async () => {
  const { eventId } = await buildEvent(app.db, { accountId });
  const ask = (actor: { token?: string } = owner) =>
    app.as(actor).call(eventDeletion, { params: { eventId: String(eventId) } });
  const ticket = await buildTicket(app.db, { accountId, eventId });
  await buildPromoCode(app.db, { accountId, eventId, ticketIds: [ticket.ticketId] });
  const parts = { tickets: 1, promoCodes: 1, questions: 0, checkInLists: 0 };
  expect((await ask()).body.data).toEqual({ ...parts, orders: 0, holds: 0 });
  await buildSale(app.db, { accountId, eventId, ...ticket });
  expect((await ask()).body.data).toEqual({ ...parts, orders: 1, holds: 0 });
  expect(await exists(eventId)).toBe(true);
  expect((await ask(stranger)).status).toBe(404);
  expect((await ask({})).status).toBe(401);
});

test('the role organizer may, another account 404, nobody 401', async () => {
  const { eventId } = await buildEvent(app.db, { accountId });
  expect((await remove(eventId, stranger)).status).toBe(404);
  expect((await remove(eventId, {})).status).toBe(401);
  expect((await remove(eventId, await buildUserIn(app.db, accountId, 'organizer'))).status).toBe(204);
});
