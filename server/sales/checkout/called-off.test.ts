import { getPublicEvent, listPublicEvents } from '@entrada/contract/catalog/shop';
import { chooseOfflinePayment, startPayment } from '@entrada/contract/sales/checkout';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { createFakeProvider } from '../../test/payments/fake-provider.ts';
import { buildShop, detailsAs, reserveAs, stockOf, visitor } from '../../test/shop.ts';
import { findPaymentByProviderId } from '../payments/queries.ts';
import { sweepHolds } from '../reservations/jobs.ts';
import { reconcile } from './webhooks.ts';

vi.setConfig({ testTimeout: 60_000 });
const bank = createFakeProvider();
const app = await buildTestApp({ provider: bank.provider });
const { db, jobCtx: ctx } = app;
keepInvariants(db);

const callOff = ({ eventId }: { eventId: number }) =>
  sql`update app.events set called_off_at = app.now() where id = ${eventId}`.execute(db);

async function held(type: 'free' | 'paid') {
  const shop = await buildShop(db, { ticket: { type, amount: type === 'paid' ? 2500 : 0, quantity: 5 } });
  const client = visitor(app);
  const reply = await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
  const { shortId } = reply.body.data;
  const order = () =>
    db.selectFrom('orders').selectAll().where('short_id', '=', shortId).executeTakeFirstOrThrow();
  return { shop, client, shortId, order, params: { orderShortId: shortId } };
}

test('nothing of an event that was called off can be reserved, and its page says so', async () => {
  const { shop, client } = await held('free');
  await callOff(shop);
  const reply = await reserveAs(visitor(app), shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
  expect([reply.status, reply.problem.code]).toEqual([409, 'EVENT_NOT_AVAILABLE']);
  const seen = await client.call(getPublicEvent, { params: { eventId: String(shop.eventId) } });
  expect(seen.body.data).toMatchObject({ isCalledOff: true, movedFrom: null });
  expect(seen.body.data.tickets.map(({ availability }) => availability)).toEqual(['ended']);
  const listed = await client.call(listPublicEvents, { query: { per_page: '100' } });
  expect(listed.body.data.map(({ id }) => id)).not.toContain(shop.eventId);
});

test('a free order that was held before cannot be completed any more', async () => {
  const { shop, client, shortId, order } = await held('free');
  await callOff(shop);
  const reply = await detailsAs(client, shortId);
  expect([reply.status, reply.problem.code]).toEqual([409, 'EVENT_CALLED_OFF']);
  expect((await order()).status).toBe('reserved');
});

test('an order that was held before can be paid neither by card nor by hand', async () => {
  const { shop, client, shortId, params } = await held('paid');
  await detailsAs(client, shortId);
  await callOff(shop);
  const card = await client.call(startPayment, { params });
  const byHand = await client.call(chooseOfflinePayment, { params });
  expect([card, byHand].map(({ problem }) => problem.code)).toEqual(['EVENT_CALLED_OFF', 'EVENT_CALLED_OFF']);
});

async function paying(end: 'held' | 'ending' | 'expired') {
  const { shop, client, shortId, params, order } = await held('paid');
  await detailsAs(client, shortId);
  await client.call(startPayment, { params });
  const remote = bank.paymentOf(shortId);
  const payment = remote && (await findPaymentByProviderId(db, 'test_bank', remote.id));
  if (!remote || !payment) throw new Error('The payment was not begun');
  if (end !== 'held') {
    bank.broken.add('cancel');
    const ago = end === 'ending' ? '1 second' : '5 minutes';
    await sql`update app.orders set expires_at = app.now() - ${ago}::text::interval where short_id = ${shortId}`.execute(
      db,
    );
    await sweepHolds(ctx);
    if (end === 'expired') await sweepHolds(ctx);
    bank.broken.clear();
  }
  return { shop, shortId, order, remote, payment };
}

test.each(['held', 'ending', 'expired'] as const)(
  'money for an order that is %s goes back if the event was called off meanwhile',
  async (end) => {
    const { shop, shortId, order, remote, payment } = await paying(end);
    await callOff(shop);
    bank.set(remote.id, 'succeeded');
    await reconcile(ctx, bank.provider, payment.id);
    await app.runJobs();
    expect(await order()).toMatchObject({ status: 'expired', refund_status: 'full' });
    expect(bank.paymentOf(shortId)).toMatchObject({ amount: 2500, refunded: 2500 });
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 0 });
    const mails = await db
      .selectFrom('mails')
      .select(['kind', 'text_body'])
      .where('order_id', '=', payment.orderId)
      .execute();
    expect(mails.map(({ kind }) => kind)).toEqual(['paid_but_expired']);
    expect(mails[0]?.text_body).toContain('se cancelara');
  },
);
