import {
  chooseOfflinePayment,
  extendOrder,
  saveOrderDetails,
  startPayment,
} from '@entrada/contract/sales/checkout';
import { markOrderPaid } from '@entrada/contract/sales/orders';
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { createFakeProvider } from '../../test/payments/fake-provider.ts';
import { BUYER, buildShop, detailsAs, reserveAs, stockOf, visitor } from '../../test/shop.ts';
import { sweepHolds } from '../reservations/jobs.ts';
import { sweepOverdue } from '../reservations/sweep.ts';
import { findStuckEnding } from './queries.ts';

vi.setConfig({ testTimeout: 60_000 });
const bank = createFakeProvider();
const app = await buildTestApp({ provider: bank.provider });
const { db, jobCtx: ctx } = app;
keepInvariants(db);
afterEach(() => app.travel(0));

/** Stops the database's clock at a deadline of an order, plus an offset. */
async function stopAt(shortId: string, column: 'expires_at' | 'offline_due_at', offset = '0') {
  const { rows } = await sql<{ at: string }>`
    select (${sql.ref(column)} + ${offset}::interval)::text as at from app.orders where short_id = ${shortId}`.execute(
    db,
  );
  const at = rows[0]?.at ?? '';
  await sql
    .raw(`create or replace function app.now() returns timestamptz language sql stable parallel safe
      as 'select timestamptz ''${at}'''`)
    .execute(db);
}
const orderOf = (shortId: string) =>
  db.selectFrom('orders').selectAll().where('short_id', '=', shortId).executeTakeFirstOrThrow();

async function holding() {
  const shop = await buildShop(db, { ticket: { type: 'paid', amount: 2500, quantity: 1 } });
  await db
    .updateTable('event_settings')
    .set({ offline_payments: true })
    .where('event_id', '=', shop.eventId)
    .execute();
  const client = visitor(app);
  const held = await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
  const { shortId } = held.body.data;
  await detailsAs(client, shortId);
  return { shop, client, shortId, params: { orderShortId: shortId } };
}
type Holding = Awaited<ReturnType<typeof holding>>;

/** The error codes of all calls that need a live hold. */
async function tryAll({ client, params }: Holding): Promise<(string | undefined)[]> {
  const body = { ...BUYER, emailConfirmation: BUYER.email, sendAllToBuyer: true, attendees: [] };
  const replies = [
    await client.call(extendOrder, { params }),
    await client.call(saveOrderDetails, { params, body }),
    await client.call(startPayment, { params }),
    await client.call(chooseOfflinePayment, { params }),
  ];
  return replies.map((reply) => reply.problem.code);
}
const EXPIRED = Array.from({ length: 4 }, () => 'ORDER_EXPIRED');

test.each([
  ['at its deadline', '0', EXPIRED, 'expired'],
  ['in its last second', '-1 millisecond', EXPIRED, 'reserved'],
])(
  'a hold %s is over for its buyer before its place can be anybody else’s',
  async (_, offset, told, status) => {
    const hold = await holding();
    await stopAt(hold.shortId, 'expires_at', offset);
    expect(await tryAll(hold)).toEqual(told);
    await sweepOverdue(ctx);
    expect((await orderOf(hold.shortId)).status).toBe(status);
    expect((await stockOf(db, hold.shop.counterId)).reserved).toBe(status === 'reserved' ? 1 : 0);
  },
);

test('a second before its deadline everything is possible, and then it has ten minutes and a second', async () => {
  const hold = await holding();
  await stopAt(hold.shortId, 'expires_at', '-1 second');
  const extended = await hold.client.call(extendOrder, { params: hold.params });
  expect(extended.body.data.secondsLeft).toBe(601);
  expect((await hold.client.call(extendOrder, { params: hold.params })).problem.code).toBe(
    'ORDER_ALREADY_EXTENDED',
  );
  expect((await hold.client.call(startPayment, { params: hold.params })).status).toBe(200);
});

test('a payment that cannot be ended is given up after two minutes, and not a moment before', async () => {
  const hold = await holding();
  await hold.client.call(startPayment, { params: hold.params });
  const { id, expires_at: deadline } = await orderOf(hold.shortId);
  await stopAt(hold.shortId, 'expires_at');
  bank.broken.add('cancel');
  await sweepOverdue(ctx);
  expect(await orderOf(hold.shortId)).toMatchObject({ status: 'cancelling', expires_at: deadline });
  await stopAt(hold.shortId, 'expires_at', '2 minutes');
  expect(await findStuckEnding(db)).toEqual([]);
  await stopAt(hold.shortId, 'expires_at', '2 minutes 1 millisecond');
  expect(await findStuckEnding(db)).toEqual([id]);
  bank.broken.clear();
  await app.travel(0);
  await sweepHolds(ctx);
});

test.each([
  ['a moment before', '-1 millisecond', 'awaiting_offline_payment'],
  ['when', '0', 'cancelled'],
])('an order that is to be paid without a card %s it is due', async (_, offset, status) => {
  const hold = await holding();
  await hold.client.call(chooseOfflinePayment, { params: hold.params });
  const { id } = await orderOf(hold.shortId);
  await stopAt(hold.shortId, 'offline_due_at', offset);
  await sweepHolds(ctx);
  expect((await orderOf(hold.shortId)).status).toBe(status);
  await app.travel(0);
  const params = { eventId: String(hold.shop.eventId), orderId: String(id) };
  const marked = await app.as({ token: hold.shop.token }).call(markOrderPaid, { params });
  expect(marked.status === 200 ? 'paid' : marked.problem.code).toBe(
    status === 'cancelled' ? 'ORDER_CANCELLED' : 'paid',
  );
});
