import { abandonOrder, refreshPayment, startPayment } from '@entrada/contract/sales/checkout';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import type { ProviderPaymentStatus } from '../../payment-providers/port.ts';
import { queueMail } from '../../platform/mail/mailer.ts';
import { buildTestApp } from '../../test/app.ts';
import { findBroken, keepInvariants } from '../../test/invariants.ts';
import { createFakeProvider } from '../../test/payments/fake-provider.ts';
import { permutations } from '../../test/payments/permutations.ts';
import { buildShop, detailsAs, reserveAs, stockOf, visitor } from '../../test/shop.ts';
import * as queries from '../orders/queries.ts';
import { findPaymentByProviderId } from '../payments/queries.ts';
import { settleRefund } from '../refunds/provider-calls.ts';
import { sweepHolds } from '../reservations/jobs.ts';
import { applyPayment } from './settle.ts';
import { reconcile } from './webhooks.ts';

vi.setConfig({ testTimeout: 120_000 });
const bank = createFakeProvider();
const app = await buildTestApp({ provider: bank.provider });
const { db } = app;
const ctx = app.jobCtx;
keepInvariants(db);

/** An order for the only place, with a payment that was begun at the provider. */
async function paying() {
  const shop = await buildShop(db, { ticket: { type: 'paid', amount: 2500, quantity: 1 } });
  const client = visitor(app);
  const held = await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
  const { shortId } = held.body.data;
  await detailsAs(client, shortId);
  const params = { orderShortId: shortId };
  expect((await client.call(startPayment, { params })).status).toBe(200);
  const remote = bank.paymentOf(shortId);
  const payment = remote && (await findPaymentByProviderId(db, 'test_bank', remote.id));
  if (!payment || !remote) throw new Error('The payment is not there');
  return { shop, client, shortId, params, payment, remote };
}

const sets: [string, ProviderPaymentStatus[], string][] = [
  ['succeeded', ['requires_payment', 'requires_action', 'processing', 'succeeded'], 'completed'],
  ['failed', ['requires_payment', 'processing', 'failed'], 'reserved'],
];

test.each(sets)(
  'answers that end in %s, in any order and twice, end in one state',
  async (final, statuses, expected) => {
    const ends = new Set<string>();
    for (const order of permutations(statuses)) {
      for (const sequence of [order, order.flatMap((status) => [status, status]), [...order, ...order]]) {
        const { payment, remote, shortId } = await paying();
        // After a final status the provider answers no other status. An older status in this sequence is a stale
        // answer.
        for (const status of sequence) await applyPayment(ctx, payment, { ...remote, status });
        const found = await queries.findByShortId(db, shortId);
        const now = await findPaymentByProviderId(db, 'test_bank', remote.id);
        ends.add(`${found?.status} ${found?.paymentStatus} ${now?.status}`);
        if (final === 'failed') await visitor(app).call(abandonOrder, { params: { orderShortId: shortId } });
      }
    }
    expect([...ends]).toEqual([`${expected} ${final === 'failed' ? 'failed failed' : 'paid succeeded'}`]);
    // The fake provider does not know these statuses, so nothing here may ask it again.
    expect(await findBroken(db)).toEqual({});
  },
);

/** The events that can happen, in any order, to an order whose time runs out while it is being paid. */
const HAPPENINGS = ['pay', 'deadline', 'sweep', 'webhook', 'rival'] as const;

test.each([false, true])(
  'payment, deadline, sweep, webhook and a rival in all 120 orders: money has an order or goes back (provider deaf to cancel: %s)',
  async (isDeaf) => {
    const ends = new Map<string, number>();
    const sequences = permutations(HAPPENINGS);
    for (const sequence of sequences) {
      const { shop, client, shortId, params, payment, remote } = await paying();
      if (isDeaf) bank.broken.add('cancel');
      for (const happening of sequence) {
        if (happening === 'pay') bank.set(remote.id, 'succeeded');
        if (happening === 'deadline') {
          await sql`update app.orders set expires_at = app.now() - interval '5 minutes'
            where short_id = ${shortId} and expires_at is not null`.execute(db);
        }
        if (happening === 'sweep') await sweepHolds(ctx);
        if (happening === 'webhook') await reconcile(ctx, bank.provider, payment.id);
        if (happening === 'rival') {
          await reserveAs(visitor(app), shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
        }
      }
      await sql`update app.orders set expires_at = app.now() - interval '5 minutes'
        where short_id = ${shortId} and expires_at is not null`.execute(db);
      await sweepHolds(ctx);
      await sweepHolds(ctx);
      bank.broken.clear();
      await reconcile(ctx, bank.provider, payment.id);
      await client.call(refreshPayment, { params });
      const refunds = await db
        .selectFrom('refunds')
        .select('id')
        .where('provider_call_id', 'is not', null)
        .where('payment_id', '=', payment.id)
        .execute();
      for (const { id } of refunds) await settleRefund(ctx, bank.provider, id);
      const order = await queries.findByShortId(db, shortId);
      const took = bank.paymentOf(shortId);
      const end = `${order?.status} ${order?.refundStatus}`;
      ends.set(end, (ends.get(end) ?? 0) + 1);
      if (took?.status === 'succeeded') {
        const kept = took.amount - took.refunded;
        expect([sequence, end, kept]).toEqual([sequence, end, order?.status === 'completed' ? 2500 : 0]);
      } else {
        expect([sequence, order?.status]).toEqual([sequence, 'expired']);
      }
      const { sold, reserved } = await stockOf(db, shop.counterId);
      expect(sold + reserved).toBeLessThanOrEqual(1);
    }
    expect(await findBroken(db)).toEqual({});
    expect(ends.get('completed none')).toBeGreaterThan(0);
    if (isDeaf) expect(ends.get('expired full')).toBeGreaterThan(0);
    expect([...ends.values()].reduce((sum, n) => sum + n, 0)).toBe(sequences.length);
    expect(sequences.length).toBe(120);
  },
);

test('a payment that the bank takes time for keeps its places beyond the deadline', async () => {
  const { shop, client, params, remote } = await paying();
  bank.set(remote.id, 'processing');
  const waiting = await client.call(refreshPayment, { params });
  expect(waiting.body.data).toMatchObject({ step: 'processing', badge: 'PROCESSING', secondsLeft: null });
  await app.travel(1800);
  try {
    await sweepHolds(ctx);
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 1 });
    bank.set(remote.id, 'succeeded');
    const paid = await client.call(refreshPayment, { params });
    expect(paid.body.data).toMatchObject({ step: 'summary', badge: 'COMPLETED' });
  } finally {
    await app.travel(0);
  }
});

test('a provider that refuses the refund leaves it for people to see', async () => {
  const { payment, shortId, remote, shop } = await paying();
  bank.broken.add('cancel');
  await sql`update app.orders set expires_at = app.now() - interval '5 minutes' where short_id = ${shortId}`.execute(
    db,
  );
  await sweepHolds(ctx);
  await sweepHolds(ctx);
  bank.broken.clear();
  await reserveAs(visitor(app), shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
  bank.set(remote.id, 'succeeded');
  await reconcile(ctx, bank.provider, payment.id);
  const refund = await db
    .selectFrom('refunds')
    .select('id')
    .where('provider_call_id', 'is not', null)
    .where('payment_id', '=', payment.id)
    .executeTakeFirstOrThrow();
  bank.broken.add('refund');
  await expect(settleRefund(ctx, bank.provider, refund.id)).rejects.toThrow('no answer');
  expect((await queries.findByShortId(db, shortId))?.refundStatus).toBe('pending');
  bank.broken.clear();
  await settleRefund(ctx, bank.provider, refund.id);
  expect((await queries.findByShortId(db, shortId))?.refundStatus).toBe('full');
  expect([...bank.refunds.values()].filter((refund) => refund.paymentId === remote.id)).toHaveLength(1);
});

test('a payment that was never heard of is found by its key, and an order is paid five times at most', async () => {
  const shop = await buildShop(db, { ticket: { type: 'paid', amount: 2500 } });
  const client = visitor(app);
  const held = await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
  const params = { orderShortId: held.body.data.shortId };
  await detailsAs(client, params.orderShortId);
  bank.broken.add('createPayment');
  expect((await client.call(startPayment, { params })).problem.code).toBe('PAYMENT_UNCONFIRMED');
  bank.broken.clear();
  const creating = await db
    .selectFrom('payments')
    .select('id')
    .where('status', '=', 'creating')
    .executeTakeFirstOrThrow();
  await reconcile(ctx, bank.provider, creating.id);
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    expect((await client.call(startPayment, { params })).status).toBe(200);
    const live = await db
      .selectFrom('payments')
      .select(['provider_payment_id as at'])
      .where('status', '=', 'requires_payment')
      .executeTakeFirstOrThrow();
    bank.set(live.at ?? '', 'failed');
    const shown = await client.call(refreshPayment, { params });
    expect(shown.body.data).toMatchObject({ step: 'payment', badge: 'PAYMENT_FAILED' });
  }
  expect((await client.call(startPayment, { params })).problem.code).toBe('PAYMENT_ATTEMPTS_EXHAUSTED');
});

test('writing about an order does not wait for a transaction that holds its lock', async () => {
  const { shop, shortId } = await paying();
  // In the past, three processes blocked one another here: each waited while it held what another one needed.
  await db.transaction().execute(async (working) => {
    const order = await queries.lockByShortId(working, shortId);
    await db.transaction().execute(async (writing) => {
      await sql`set local lock_timeout = '2s'`.execute(writing);
      await queueMail(writing, {
        kind: 'order_confirmation',
        dedupeKey: `beside ${shortId}`,
        accountId: shop.accountId,
        orderId: order?.id ?? 0,
        to: 'buyer@example.com',
        locale: 'en',
      });
      await sql`delete from app.mails where dedupe_key = ${`beside ${shortId}`}`.execute(writing);
    });
  });
});
