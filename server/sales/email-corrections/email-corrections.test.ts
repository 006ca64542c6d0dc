import { LIMITS } from '@entrada/contract/constants';
import { getOrder, saveOrderDetails } from '@entrada/contract/sales/checkout';
import { correctOrderEmail } from '@entrada/contract/sales/email-corrections';
import { getOrderDetail } from '@entrada/contract/sales/orders';
import { expect, test } from 'vitest';
import { buildTestApp, type Client } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { BUYER, buildShop, detailsAs, reserveAs } from '../../test/shop.ts';

// The details of an order count as mails to its buyer too, so orders have different buyers where that matters.
const app = await buildTestApp({
  config: { rateLimits: { 'ticket-mails-to': { points: 6, seconds: 3600 } } },
});
const { db } = app;
keepInvariants(db);

const correct = (client: Client, orderShortId: string, email: string, idempotencyKey?: string) =>
  client.call(
    correctOrderEmail,
    { params: { orderShortId }, body: { email } },
    idempotencyKey === undefined ? {} : { idempotencyKey },
  );

/** A free order for the buyer and a friend. */
async function buildOrder(email = BUYER.email) {
  const shop = await buildShop(db);
  const client = app.as();
  const held = await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 2 }]);
  const { shortId, lines } = held.body.data;
  const itemId = lines[0]?.id ?? 0;
  const attendees = [
    { ...BUYER, email: email.toUpperCase(), itemId },
    { firstName: 'Tomás', lastName: 'Ruiz', email: `tomas-${email}`, itemId },
  ];
  const params = { orderShortId: shortId };
  await client.call(saveOrderDetails, {
    params,
    body: { ...BUYER, email, sendAllToBuyer: false, attendees },
  });
  const done = await client.call(getOrder, { params });
  return { shop, client, shortId, params, codes: done.body.data.tickets.map(({ code }) => code) };
}

const mailsAbout = (shortId: string) =>
  db
    .selectFrom('mails as m')
    .innerJoin('orders as o', 'o.id', 'm.order_id')
    .select(['m.kind', 'm.to_address', 'm.text_body as text'])
    .where('o.short_id', '=', shortId)
    .orderBy('m.id')
    .execute();

test('a corrected address gets everything, the old one is told, and the codes stay', async () => {
  const { shop, client, shortId, params, codes } = await buildOrder();
  expect((await client.call(getOrder, { params })).body.data.emailCorrectionsLeft).toBe(3);
  await app.runJobs();
  const before = (await mailsAbout(shortId)).length;

  const reply = await correct(client, shortId, 'lucia@example.org');
  expect(reply.status).toBe(200);
  expect(reply.body.data).toMatchObject({ buyer: { email: 'lucia@example.org' }, emailCorrectionsLeft: 2 });
  expect(reply.body.data.tickets.map(({ email, code }) => [email, code])).toEqual([
    ['lucia@example.org', codes[0]],
    [`tomas-${BUYER.email}`, codes[1]],
  ]);
  await app.runJobs();
  const [again, told, ...more] = (await mailsAbout(shortId)).slice(before);
  expect(more).toEqual([]);
  expect(again).toMatchObject({ kind: 'order_confirmation', to_address: 'lucia@example.org' });
  expect(told).toMatchObject({ kind: 'order_email_corrected', to_address: BUYER.email });
  expect(told?.text).toContain(reply.body.data.reference);
  // The old address may be a stranger's.
  expect(told?.text).not.toContain('lucia@example.org');
  expect(told?.text).not.toContain(shortId);

  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('short_id', '=', shortId)
    .executeTakeFirstOrThrow();
  const owner = app.as({ token: shop.token });
  const detail = await owner.call(getOrderDetail, {
    params: { eventId: String(shop.eventId), orderId: String(order.id) },
  });
  expect(detail.body.data.history.at(-1)).toMatchObject({ kind: 'email_corrected', by: null });
  const entry = await db
    .selectFrom('audit_entries')
    .select(['before', 'after'])
    .where('action', '=', 'order.email_corrected')
    .where('target_id', '=', order.id)
    .executeTakeFirstOrThrow();
  expect(entry).toMatchObject({ before: { email: BUYER.email }, after: { email: 'lucia@example.org' } });
});

test('three corrections are enough; the present address and a repeated key are none', async () => {
  const { client, shortId } = await buildOrder();
  const key = app.key();
  for (const email of ['a@example.com', 'b@example.com'])
    expect((await correct(client, shortId, email)).status).toBe(200);
  expect((await correct(client, shortId, 'B@Example.com')).body.data.emailCorrectionsLeft).toBe(1);
  const [third, repeated] = await Promise.all([
    correct(client, shortId, 'c@example.com', key),
    correct(client, shortId, 'c@example.com', key),
  ]);
  expect([third.status, repeated.status].sort()).toEqual(expect.arrayContaining([200]));
  const last = await correct(client, shortId, 'd@example.com');
  expect(last.problem).toMatchObject({ status: 409, code: 'EMAIL_CORRECTIONS_EXHAUSTED' });
  const { body } = await client.call(getOrder, { params: { orderShortId: shortId } });
  expect(body.data).toMatchObject({ buyer: { email: 'c@example.com' }, emailCorrectionsLeft: 0 });
  const kinds = (await mailsAbout(shortId)).filter(({ kind }) => kind === 'order_email_corrected');
  expect(kinds).toHaveLength(LIMITS.emailCorrections);
});

test('only an order with tickets has an address to correct, and only a valid one is taken', async () => {
  const shop = await buildShop(db);
  const client = app.as();
  const held = await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
  const { shortId } = held.body.data;
  expect((await correct(client, shortId, 'a@example.com')).problem.code).toBe('ORDER_NOT_COMPLETE');
  await detailsAs(client, shortId);
  expect((await correct(client, shortId, 'nobody')).problem).toMatchObject({
    status: 422,
    errors: [{ path: 'email', code: 'invalid_email' }],
  });
  await db.updateTable('orders').set({ status: 'cancelled' }).where('short_id', '=', shortId).execute();
  try {
    expect((await correct(client, shortId, 'a@example.com')).problem.code).toBe('ORDER_CANCELLED');
  } finally {
    await db.updateTable('orders').set({ status: 'completed' }).where('short_id', '=', shortId).execute();
  }
  expect((await correct(client, `o_${'x'.repeat(22)}`, 'a@example.com')).problem.code).toBe(
    'ORDER_NOT_FOUND',
  );
});

test('no inbox is filled by corrections: six mails an hour, whatever the orders and the callers', async () => {
  const statuses = [];
  for (let n = 0; n < 7; n += 1) {
    const { client, shortId } = await buildOrder(`buyer-${n}@example.com`);
    statuses.push((await correct(client, shortId, 'victim@example.com')).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 6 }, () => 200), 429]);
});

test('one address corrects ten times an hour', async () => {
  const { client, shortId } = await buildOrder();
  const replies = [];
  for (let n = 0; n < 11; n += 1) replies.push(await correct(client, shortId, BUYER.email));
  expect(replies.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
});
