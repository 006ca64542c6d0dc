import { resendOrder } from '@entrada/contract/sales/resends';
import { expect, test, vi } from 'vitest';
import { keepInvariants } from '../../test/invariants.ts';
import { useOfflinePayments } from '../../test/payments/offline.ts';
import { buildShop, detailsAs, reserveAs, visitor } from '../../test/shop.ts';

vi.setConfig({ testTimeout: 60_000 });
const { app, db, offlineShop, awaiting } = await useOfflinePayments();
keepInvariants(db);

type Wish = { attendeeId?: number; email?: string };

/** A complete order of free tickets. All tickets have the buyer's address. */
async function freeOrder(quantity = 2) {
  const shop = await buildShop(db, { ticket: { quantity: 10 } });
  const buyer = visitor(app);
  const held = await reserveAs(buyer, shop.eventId, [{ priceId: shop.priceId, quantity }]);
  const { shortId } = held.body.data;
  await detailsAs(buyer, shortId);
  await app.runJobs();
  const find = db.selectFrom('orders').select('id').where('short_id', '=', shortId);
  const { id: orderId } = await find.executeTakeFirstOrThrow();
  const attendees = await db
    .selectFrom('attendees')
    .select(['id', 'reference'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
  const params = { eventId: String(shop.eventId), orderId: String(orderId) };
  const owner = app.as({ token: shop.token });
  const resend = (body: Wish = {}, key?: string) =>
    owner.call(resendOrder, { params, body }, key === undefined ? {} : { idempotencyKey: key });
  return { shop, orderId, params, attendees, owner, resend };
}

const mailsOf = (orderId: number) =>
  db
    .selectFrom('mails')
    .select(['kind', 'to_address', 'text_body', 'status'])
    .where('order_id', '=', orderId)
    .where('kind', 'in', ['order_confirmation', 'attendee_ticket', 'order_awaiting_payment'])
    .orderBy('id')
    .execute();

test('the whole order goes to the buyer once more, as often as it is wanted', async () => {
  const order = await freeOrder();
  expect((await order.resend()).body.data).toEqual({ to: 'lucia@example.com' });
  expect((await order.resend()).status).toBe(200);
  await app.runJobs();
  const mails = await mailsOf(order.orderId);
  expect(mails.map(({ kind, to_address: to, status }) => [kind, to, status])).toEqual(
    Array.from({ length: 3 }, () => ['order_confirmation', 'lucia@example.com', 'sent']),
  );
  expect(mails[2]?.text_body).toBe(mails[0]?.text_body);
});

test('a repeated request sends one mail', async () => {
  const order = await freeOrder();
  const key = app.key();
  for (const _ of [1, 2, 3]) expect((await order.resend({}, key)).status).toBe(200);
  expect(await mailsOf(order.orderId)).toHaveLength(2);
});

test('one ticket goes alone to another address, and nothing on record changes', async () => {
  const order = await freeOrder(2);
  const [first, second] = order.attendees;
  const reply = await order.resend({ attendeeId: first?.id ?? 0, email: 'Jordi@example.org' });
  expect(reply.body.data).toEqual({ to: 'Jordi@example.org' });
  await app.runJobs();
  const mail = (await mailsOf(order.orderId)).at(-1);
  expect(mail).toMatchObject({ kind: 'attendee_ticket', to_address: 'Jordi@example.org', status: 'sent' });
  expect(mail?.text_body).toContain(first?.reference);
  expect(mail?.text_body).not.toContain(second?.reference);
  const addresses = await db
    .selectFrom('attendees')
    .select('email')
    .where('order_id', '=', order.orderId)
    .execute();
  expect(addresses.map(({ email }) => email)).toEqual(['lucia@example.com', 'lucia@example.com']);
});

test('an order that awaits its payment is mailed with how to pay, without tickets', async () => {
  const shop = await offlineShop();
  const { params, orderId } = await awaiting(shop);
  const { id } = await db
    .selectFrom('attendees')
    .select('id')
    .where('order_id', '=', orderId)
    .limit(1)
    .executeTakeFirstOrThrow();
  const resend = (body: Wish) => shop.organizer.call(resendOrder, { params, body });
  expect((await resend({})).status).toBe(200);
  expect((await mailsOf(orderId)).map(({ kind }) => kind)).toEqual([
    'order_awaiting_payment',
    'order_awaiting_payment',
  ]);
  expect((await resend({ attendeeId: id })).problem.code).toBe('ORDER_NOT_COMPLETE');
});

test('a cancelled order or ticket, a ticket of another order, and no address are refused', async () => {
  const [order, other] = [await freeOrder(2), await freeOrder(1)];
  const cancelled = order.attendees[0]?.id ?? 0;
  await db
    .updateTable('attendees')
    .set({ status: 'cancelled', cancelled_at: new Date() })
    .where('id', '=', cancelled)
    .execute();
  expect((await order.resend({ attendeeId: cancelled })).problem.code).toBe('ATTENDEE_CANCELLED');
  const foreign = await order.resend({ attendeeId: other.attendees[0]?.id ?? 0 });
  expect(foreign.problem.errors).toMatchObject([{ path: 'attendeeId', code: 'not_found' }]);
  expect((await order.resend({ email: 'nobody' })).problem.errors).toMatchObject([
    { path: 'email', code: 'invalid_email' },
  ]);
  await db
    .updateTable('attendees')
    .set({ status: 'active', cancelled_at: null })
    .where('id', '=', cancelled)
    .execute();
  expect(await mailsOf(order.orderId)).toHaveLength(1);
});

test('nobody fills an inbox: one address gets ten an hour', async () => {
  const order = await freeOrder(1);
  const email = `full-${app.key()}@example.org`;
  const statuses: number[] = [];
  for (let nth = 0; nth < 11; nth += 1) statuses.push((await order.resend({ email })).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
});
