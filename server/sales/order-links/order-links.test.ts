import { getOrder } from '@entrada/contract/sales/checkout';
import { renewOrderLink } from '@entrada/contract/sales/order-links/renew';
import { expect, test, vi } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { BUYER } from '../../test/shop.ts';
import { buildSoldTicket, openDoor } from '../../test/sold/ticket.ts';

vi.setConfig({ testTimeout: 60_000 });
const app = await buildTestApp();
const { db } = app;
keepInvariants(db);

const linkOf = async (orderId: number) =>
  (await db.selectFrom('orders').select('short_id').where('id', '=', orderId).executeTakeFirstOrThrow())
    .short_id;

test('a new link is mailed to the buyer, the old one says that it was replaced, and tickets stay valid', async () => {
  const sold = await buildSoldTicket(app);
  const anyone = app.as();
  const params = { orderShortId: sold.orderShortId };
  const key = app.key();
  const reply = await anyone.call(renewOrderLink, { params }, { idempotencyKey: key });
  expect(reply.status, JSON.stringify(reply.problem)).toBe(200);
  const link = await linkOf(sold.orderId);
  expect(link).not.toBe(sold.orderShortId);
  // Whoever asked may be a stranger.
  expect(reply.body.data).toEqual({ to: BUYER.email });
  expect(JSON.stringify(reply.body)).not.toContain(link);
  const again = await anyone.call(renewOrderLink, { params }, { idempotencyKey: key });
  expect(again.body.data).toEqual(reply.body.data);
  expect(await linkOf(sold.orderId)).toBe(link);

  const old = await anyone.call(getOrder, { params });
  expect(old.problem).toMatchObject({ status: 410, code: 'ORDER_LINK_REPLACED' });
  const url = `/api/public/orders/${sold.orderShortId}/tickets.pdf`;
  expect((await anyone.send({ method: 'GET', url })).statusCode).toBe(404);
  const renewed = await anyone.call(renewOrderLink, { params });
  expect(renewed.problem.code).toBe('ORDER_LINK_REPLACED');
  const { body } = await anyone.call(getOrder, { params: { orderShortId: link } });
  expect(body.data.tickets).toHaveLength(2);
  expect(await (await openDoor(app, sold))(sold.code)).toBe('admitted');

  await app.runJobs();
  const mail = await db
    .selectFrom('mails')
    .select(['kind', 'to_address', 'text_body', 'status'])
    .where('order_id', '=', sold.orderId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(mail).toMatchObject({ kind: 'order_confirmation', to_address: BUYER.email, status: 'sent' });
  expect(mail.text_body).toContain(link);
  expect(mail.text_body).not.toContain(sold.orderShortId);
});

test('two at once make one new link', async () => {
  const sold = await buildSoldTicket(app, 1);
  const params = { orderShortId: sold.orderShortId };
  const replies = await Promise.all([1, 2, 3].map(() => app.as().call(renewOrderLink, { params })));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
});
