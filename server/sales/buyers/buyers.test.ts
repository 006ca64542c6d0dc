import type { InputOf } from '@entrada/contract/endpoint';
import { changeBuyer } from '@entrada/contract/sales/buyers';
import { cancelOrder } from '@entrada/contract/sales/cancellations';
import { correctOrderEmail } from '@entrada/contract/sales/email-corrections';
import { getOrderDetail } from '@entrada/contract/sales/orders';
import { expect, test, vi } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { buildFreeOrder } from '../../test/free-order.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { BUYER, buildShop, detailsAs, reserveAs, visitor } from '../../test/shop.ts';

vi.setConfig({ testTimeout: 60_000 });
const app = await buildTestApp();
const { db } = app;
keepInvariants(db);

type Wish = Partial<InputOf<typeof changeBuyer>['body']>;
const AS_BOUGHT = { ...BUYER, locale: 'es', version: 1, resend: false } as const;

async function boughtOrder(quantity = 2) {
  const order = await buildFreeOrder({ app, db }, quantity);
  await app.runJobs();
  const change = (wish: Wish, client = order.owner) =>
    client.call(changeBuyer, { params: order.params, body: { ...AS_BOUGHT, ...wish } });
  const mails = async () => {
    await app.runJobs();
    return db
      .selectFrom('mails')
      .select(['kind', 'to_address', 'status', 'text_body'])
      .where('order_id', '=', order.orderId)
      .where('kind', 'in', ['order_confirmation', 'order_email_corrected'])
      .orderBy('id')
      .offset(1)
      .execute();
  };
  const audited = () =>
    db
      .selectFrom('audit_entries')
      .select(['before', 'after'])
      .where('action', '=', 'order.buyer_changed')
      .where('target_id', '=', order.orderId)
      .execute();
  return { ...order, change, mails, audited };
}

test('a corrected address gets the order, its attendees follow, and the old address is told', async () => {
  const order = await boughtOrder();
  const reply = await order.change({ email: 'lucia@example.org', resend: true });
  expect(reply.body.data.buyer).toEqual({ ...BUYER, email: 'lucia@example.org', locale: 'es', version: 2 });
  const mails = await order.mails();
  expect(mails.map(({ kind, to_address: to, status }) => [kind, to, status])).toEqual([
    ['order_confirmation', 'lucia@example.org', 'sent'],
    ['order_email_corrected', BUYER.email, 'sent'],
  ]);
  expect(mails[1]?.text_body).not.toContain('lucia@example.org');
  expect(mails[1]?.text_body).not.toContain('holds the link');
  const attendees = await db
    .selectFrom('attendees')
    .select(['email', 'code_version'])
    .where('order_id', '=', order.orderId)
    .execute();
  expect(attendees).toEqual([
    { email: 'lucia@example.org', code_version: 1 },
    { email: 'lucia@example.org', code_version: 1 },
  ]);
  expect(await order.audited()).toEqual([
    {
      before: { email: BUYER.email },
      after: { email: 'lucia@example.org', attendees: order.attendees.map(({ id }) => id) },
    },
  ]);
  expect(reply.body.data.history.at(-1)).toMatchObject({ kind: 'buyer_changed', by: 'Nuria Vidal' });
});

test('names and language change without a mail; the next mail speaks the new language', async () => {
  const order = await boughtOrder();
  const reply = await order.change({ firstName: 'Lucia', lastName: '', locale: 'de' });
  expect(reply.body.data.buyer).toMatchObject({ firstName: 'Lucia', lastName: '', locale: 'de' });
  expect(await order.mails()).toEqual([]);
  await order.change({ firstName: 'Lucia', lastName: '', locale: 'de', version: 2, resend: true });
  expect(await order.mails()).toMatchObject([{ text_body: expect.stringContaining('Bestellung') }]);
  expect(await order.audited()).toHaveLength(1);
});

test('who saves second gets 409, also when the buyer was first; the same values change nothing', async () => {
  const order = await boughtOrder();
  expect((await order.change({})).body.data.buyer.version).toBe(1);
  expect(await order.audited()).toEqual([]);
  await order.buyer.call(correctOrderEmail, {
    params: { orderShortId: order.shortId },
    body: { email: 'own@example.org' },
  });
  expect((await order.change({ firstName: 'L.' })).problem.code).toBe('STALE_VERSION');
  const now = await order.owner.call(getOrderDetail, { params: order.params });
  expect(now.body.data.buyer).toMatchObject({ email: 'own@example.org', version: 2 });
  const both = await Promise.all([
    order.change({ firstName: 'A', version: 2 }),
    order.change({ firstName: 'B', version: 2 }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('the limit for each person counts for a changed address too', async () => {
  const shop = await buildShop(db, { ticket: { quantity: 10, maxPerOrder: 2, maxIsPerPerson: true } });
  const bought = async (email: string) => {
    const buyer = visitor(app);
    const held = await reserveAs(buyer, shop.eventId, [{ priceId: shop.priceId, quantity: 2 }]);
    const { shortId } = held.body.data;
    await detailsAs(buyer, shortId, { ...BUYER, email });
    return db.selectFrom('orders').select('id').where('short_id', '=', shortId).executeTakeFirstOrThrow();
  };
  await bought('one@example.org');
  const second = await bought('two@example.org');
  const reply = await app.as({ token: shop.token }).call(changeBuyer, {
    params: { eventId: String(shop.eventId), orderId: String(second.id) },
    body: { ...AS_BOUGHT, email: 'One@example.org' },
  });
  expect(reply.problem.errors).toMatchObject([{ path: 'email', code: 'too_many_per_person' }]);
});

test('a cancelled order keeps a buyer who can be corrected; a hold and another account do not', async () => {
  const order = await boughtOrder();
  await order.owner.call(cancelOrder, { params: order.params, body: { notify: false } });
  expect((await order.change({ lastName: 'Marquez' })).body.data.buyer.lastName).toBe('Marquez');
  expect((await order.change({ version: 2, resend: true })).problem.code).toBe('ORDER_CANCELLED');
  const stranger = app.as({ token: (await buildAccount(db)).token });
  expect((await order.change({}, stranger)).status).toBe(404);
  await db.updateTable('orders').set({ status: 'expired' }).where('id', '=', order.orderId).execute();
  expect((await order.change({ version: 2 })).problem.code).toBe('ORDER_EXPIRED');
  await db.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', order.orderId).execute();
});

test('what is wrong with a field is said by its name', async () => {
  const order = await boughtOrder();
  const reply = await order.change({ firstName: ' ', email: 'nobody' });
  expect(reply.problem.errors?.map(({ path }) => path).sort()).toEqual(['email', 'firstName']);
});
