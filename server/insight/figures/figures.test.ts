import {
  getAccountFigures,
  getEventFigures,
  getEventForecast,
  listPastEvents,
} from '@entrada/contract/insight/figures';
import { cancelOrder } from '@entrada/contract/sales/cancellations';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildEvent } from '../../catalog/events/factory.ts';
import { buildTicket } from '../../catalog/tickets/factory.ts';
import type { ProviderDispute } from '../../payment-providers/port.ts';
import { applyDispute } from '../../sales/refunds/dispute-settle.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { type PaidOrder, useRefundingApp } from '../../test/payments/refunding.ts';

const { app, db, ctx, paidShop, paidOrder } = await useRefundingApp();
keepInvariants(db);

const figuresOf = async ({ owner, params: { eventId } }: PaidOrder, query: Record<string, string> = {}) => {
  const reply = await owner.call(getEventFigures, { params: { eventId }, query });
  expect(reply.status).toBe(200);
  return reply.body.data;
};

/** Moves everything that happened to an order so many days back. */
async function daysAgo(orderId: number, days: number) {
  const by = sql`make_interval(days => ${days})`;
  await sql`update app.orders set completed_at = completed_at - ${by} where id = ${orderId}`.execute(db);
  await sql`update app.attendees set created_at = created_at - ${by} where order_id = ${orderId}`.execute(db);
}

test('a sale, a refund, a lost dispute and a cancellation are on their days', async () => {
  const shop = await paidShop();
  const early = await paidOrder(2, shop);
  const late = await paidOrder(1, shop);
  await daysAgo(early.payment.orderId, 3);
  await early.refund({ amount: 1001 });
  await app.runJobs();
  const dispute = {
    id: 'dp_1',
    paymentId: late.payment.providerPaymentId ?? '',
    amount: 2500,
    currency: 'EUR',
  };
  const lost: ProviderDispute = { ...dispute, status: 'lost', reason: 'fraudulent', respondBy: null };
  expect(await applyDispute(ctx, late.payment, lost)).toBe('applied');
  await late.owner.call(cancelOrder, { params: late.params, body: { notify: false } });

  const all = await figuresOf(early);
  expect(all.figures).toMatchObject({
    gross: 7500,
    net: 7500,
    refunded: 3501,
    orders: 2,
    ownOrders: 2,
    tickets: 3,
    cancelled: 1,
  });
  expect(all.days.map(({ gross, refunded, tickets }) => [gross, refunded, tickets])).toEqual([
    [5000, 0, 2],
    [0, 0, 0],
    [0, 0, 0],
    [2500, 3501, 1],
  ]);
  expect(all).toMatchObject({ firstDay: all.from, to: all.today, before: null, pastEvent: null });
  expect(all.sources).toMatchObject([{ kind: 'direct', orders: 2, gross: 7500 }]);

  const two = await figuresOf(early, { from: all.days[2]?.day ?? '', to: all.days[3]?.day ?? '' });
  expect(two.figures.gross).toBe(2500);
  expect(two.before).toMatchObject({ from: all.from, figures: { gross: 5000, orders: 1 } });
});

test('folding and another zone change no sum, and the zone decides the day', async () => {
  const paid = await paidOrder(1);
  const { eventId } = paid.params;
  await sql`update app.orders set completed_at = '2026-03-01T23:30:00Z' where id = ${paid.payment.orderId}`.execute(
    db,
  );
  const dayOfSale = async () => {
    const { days } = await figuresOf(paid, { from: '2026-02-25', to: '2026-03-05' });
    return days.find(({ orders }) => orders > 0)?.day;
  };
  await sql`update app.events set timezone = 'UTC' where id = ${eventId}`.execute(db);
  expect(await dayOfSale()).toBe('2026-03-01');
  await sql`select app.fold_figures(${eventId}::bigint)`.execute(db);
  expect(await dayOfSale()).toBe('2026-03-01');
  await sql`update app.events set timezone = 'Europe/Madrid' where id = ${eventId}`.execute(db);
  expect(await dayOfSale()).toBe('2026-03-02');
  await sql`update app.events set timezone = 'America/Lima' where id = ${eventId}`.execute(db);
  expect(await dayOfSale()).toBe('2026-03-01');
});

test('an order that is completed while the zone changes is on the day of the new zone', async () => {
  const paid = await paidOrder(1);
  const { eventId } = paid.params;
  await sql`update app.events set timezone = 'UTC' where id = ${eventId}`.execute(db);
  const sale = await db.startTransaction().execute();
  await sql`update app.orders set completed_at = '2026-03-01T23:30:00Z' where id = ${paid.payment.orderId}`.execute(
    sale,
  );
  const moved = sql`update app.events set timezone = 'Europe/Madrid' where id = ${eventId}`.execute(db);
  let isDone = false;
  void moved.then(() => {
    isDone = true;
  });
  // It waits for the sale, which holds the key of the event.
  await expect
    .poll(async () => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from pg_locks where not granted`.execute(
        db,
      );
      return rows[0]?.n;
    })
    .toBeGreaterThan(0);
  expect(isDone).toBe(false);
  await sale.commit().execute();
  await moved;
  const { days } = await figuresOf(paid, { from: '2026-02-25', to: '2026-03-05' });
  expect(days.find(({ orders }) => orders > 0)?.day).toBe('2026-03-02');
});

test('refuses a range that ends before it begins, a very long one, and what is no day', async () => {
  const { owner, params } = await paidOrder(1);
  const { eventId } = params;
  for (const query of [
    { from: '2026-03-02', to: '2026-03-01' },
    { from: '2020-01-01', to: '2026-03-01' },
    { from: '2026-02-30' },
    { past_event: 'x' },
  ]) {
    expect((await owner.call(getEventFigures, { params: { eventId }, query })).status).toBe(422);
  }
});

test('compares with a past event of the account in the same currency, and with no other', async () => {
  const now = await paidOrder(1);
  const { eventId } = now.params;
  const accountId = now.shop.accountId;
  const past = await buildEvent(db, { accountId, startsAt: new Date('2025-06-10T18:00:00Z') });
  const ticket = await buildTicket(db, { accountId, eventId: past.eventId });
  await sql`update app.counters set sold = 7 where id = ${ticket.counterId}`.execute(db);
  const listed = (await now.owner.call(listPastEvents, { params: { eventId } })).body.data;
  expect(listed).toMatchObject([{ id: past.eventId, tickets: 7 }]);
  await sql`update app.counters set sold = 0 where id = ${ticket.counterId}`.execute(db);

  const found = await figuresOf(now, { past_event: String(past.eventId) });
  expect(found.pastEvent).toMatchObject({ id: past.eventId, figures: { gross: 0 } });
  expect(found.pastEvent?.days).toHaveLength(found.days.length);
  const foreign = await buildAccount(db);
  const theirs = await buildEvent(db, { accountId: foreign.accountId });
  for (const other of [theirs.eventId, Number(eventId), 999_999]) {
    const query = { past_event: String(other) };
    expect((await now.owner.call(getEventFigures, { params: { eventId }, query })).status).toBe(404);
    expect((await now.owner.call(getEventForecast, { params: { eventId }, query })).status).toBe(404);
  }
});

test('a forecast says what is missing, and the figures of an account stand by currency', async () => {
  const shop = await paidShop();
  const paid = await paidOrder(2, shop);
  const { eventId } = paid.params;
  const { data } = (await paid.owner.call(getEventForecast, { params: { eventId }, query: {} })).body;
  expect(data).toMatchObject({
    status: 'too_little',
    missing: { days: 14, tickets: 18 },
    sold: 2,
    expectation: null,
  });
  expect(data.soFar).toEqual([{ day: data.today, sold: 2 }]);

  const old = await paidOrder(1, shop);
  await daysAgo(old.payment.orderId, 40);
  const account = (await paid.owner.call(getAccountFigures, { query: {} })).body.data;
  const [eur] = account.currencies;
  expect(account.currencies).toHaveLength(1);
  expect(eur).toMatchObject({ currency: 'EUR', before: { gross: 2500, orders: 1 } });
  expect(eur?.figures.gross).toBeGreaterThanOrEqual(5000);
});
