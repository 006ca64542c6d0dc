import { startPayment } from '@entrada/contract/sales/checkout';
import { createRefund, listRefunds } from '@entrada/contract/sales/refunds';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ProviderRefund, ProviderRefundStatus } from '../../payment-providers/port.ts';
import { findBroken, keepInvariants } from '../../test/invariants.ts';
import type { FakeFault } from '../../test/payments/fake-provider.ts';
import { permutations } from '../../test/payments/permutations.ts';
import { type PaidOrder, useRefundingApp } from '../../test/payments/refunding.ts';
import { detailsAs, reserveAs, visitor } from '../../test/shop.ts';
import { each } from '../../test/virtual-time.ts';
import { processWebhook, reconcile } from '../checkout/webhooks.ts';
import { findPaymentByProviderId } from '../payments/queries.ts';
import { receiveWebhook } from '../payments/service.ts';
import { sweepHolds } from '../reservations/jobs.ts';
import { applyRefundNews, settleRefund } from './provider-calls.ts';
import { applyRefund } from './settle.ts';

vi.setConfig({ testTimeout: 300_000 });
const { app, db, bank, ctx, paidShop, paidOrder } = await useRefundingApp();
keepInvariants(db);
beforeEach(() => {
  bank.behaviour.refund = 'succeeded';
  bank.broken.clear();
});

const remoteRefunds = (paid: { remoteId: string }) =>
  [...bank.refunds.values()].filter((refund) => refund.paymentId === paid.remoteId);
const settle = (refundId: number) => settleRefund(ctx, bank.provider, refundId);

/** An order with a refund that was written but not made yet. */
async function refunding(amount = 1000, shop?: PaidOrder['shop']) {
  const paid = await paidOrder(1, shop);
  const [refund] = (await paid.refund({ amount, notify: true })).body.data.refunds;
  if (!refund) throw new Error('The refund was not written down');
  return { paid, refundId: refund.id };
}

let events = 0;
/** Reports a refund as a webhook does and applies it. Answers the outcome. */
async function hear(paid: PaidOrder, providerRefundId: string | null, change = {}): Promise<string | null> {
  events += 1;
  const eventId = `evt_refund_${events}`;
  const event = {
    eventId,
    type: 'refund.updated',
    subject: 'refund' as const,
    providerPaymentId: paid.remoteId as string | null,
    providerRefundId,
    providerDisputeId: null,
    account: null as string | null,
    createdAt: new Date(),
    ...change,
  };
  await receiveWebhook(ctx, 'test_bank', event, {});
  const kept = db.selectFrom('webhook_inbox').select(['id', 'outcome']).where('event_id', '=', eventId);
  await processWebhook(ctx, bank.provider, (await kept.executeTakeFirstOrThrow()).id);
  return (await kept.executeTakeFirstOrThrow()).outcome;
}

const FAULTS: FakeFault[] = [
  { kind: 'timeout', when: 'before' },
  { kind: 'timeout', when: 'after' },
  { kind: 'unknown', when: 'before' },
  { kind: 'unknown', when: 'after' },
  { kind: 'unavailable', when: 'before' },
  { kind: 'rejected', when: 'before', status: 401 },
];
const named = FAULTS.map((fault) => [`${fault.kind} ${fault.when} the effect`, fault] as const);

describe.each(named)('%s', (_, fault) => {
  test('of the refund, twice: one refund in the end, with its own key', async () => {
    const { paid, refundId } = await refunding();
    bank.addFault('refund', fault);
    bank.addFault('refund', fault);
    await expect(settle(refundId)).rejects.toThrow('a fault of the test');
    expect(await paid.state()).toBe('completed pending 0');
    expect((await paid.refund({ amount: 1 })).problem.code).toBe('REFUND_PENDING');
    await expect(settle(refundId)).rejects.toThrow('a fault of the test');
    await settle(refundId);
    expect(await paid.state()).toBe('completed partial 1000');
    expect(remoteRefunds(paid)).toHaveLength(1);
  });

  test('of asking how it stands: asked again, and settled', async () => {
    bank.behaviour.refund = 'pending';
    const { paid, refundId } = await refunding();
    await settle(refundId);
    const [remote] = remoteRefunds(paid);
    bank.setRefund(remote?.id ?? '', 'succeeded');
    bank.addFault('lookUpRefund', fault);
    await expect(settle(refundId)).rejects.toThrow('a fault of the test');
    expect(await paid.state()).toBe('completed pending 0');
    await settle(refundId);
    expect(await paid.state()).toBe('completed partial 1000');
    expect(remoteRefunds(paid)).toHaveLength(1);
  });

  test('of the refund, and its webhook comes first: it is recognized as ours', async () => {
    const { paid, refundId } = await refunding();
    bank.addFault('refund', fault);
    await expect(settle(refundId)).rejects.toThrow();
    const [made] = remoteRefunds(paid);
    // Our refund was settled meanwhile, so the webhook itself has nothing left to change.
    if (made) expect(await hear(paid, made.id)).toBe('unchanged');
    else await settle(refundId);
    expect(await paid.refunds()).toMatchObject({
      badge: 'PARTIALLY_REFUNDED',
      refunds: [{ id: refundId, reason: 'requested', status: 'succeeded' }],
    });
    expect(remoteRefunds(paid)).toHaveLength(1);
  });
});

test('a crash between the answer and its effect is caught up with', async () => {
  const { paid, refundId } = await refunding();
  const made = bank.refundElsewhere(paid.remoteId, 1000);
  await sql`update app.provider_calls set status = 'done', provider_id = ${made.id}
    where id = (select provider_call_id from app.refunds where id = ${refundId})`.execute(db);
  await settle(refundId);
  expect(await paid.state()).toBe('completed partial 1000');
  expect(remoteRefunds(paid)).toHaveLength(1);
});

test('after so long that a key may be forgotten, nothing is sent twice', async () => {
  const { paid, refundId } = await refunding();
  bank.addFault('refund', { kind: 'timeout', when: 'after' });
  await expect(settle(refundId)).rejects.toThrow();
  for (const [key, refund] of [...bank.refunds]) {
    if (refund.paymentId !== paid.remoteId) continue;
    bank.refunds.delete(key);
    bank.refunds.set(`forgotten ${key}`, refund);
  }
  await sql`update app.refunds set created_at = created_at - interval '21 hours' where id = ${refundId}`.execute(
    db,
  );
  await settle(refundId);
  expect(remoteRefunds(paid)).toHaveLength(1);
  expect(await paid.state()).toBe('completed pending 0');

  const unmade = await refunding();
  bank.addFault('refund', { kind: 'timeout', when: 'before' });
  await expect(settle(unmade.refundId)).rejects.toThrow();
  await sql`update app.refunds set created_at = created_at - interval '21 hours' where id = ${unmade.refundId}`.execute(
    db,
  );
  await settle(unmade.refundId);
  expect(await unmade.paid.state()).toBe('completed partial 1000');
});

test('a refused refund has failed, people are told and can try again', async () => {
  const { paid, refundId } = await refunding();
  bank.addFault('refund', { kind: 'rejected', when: 'before' });
  await settle(refundId);
  await settle(refundId);
  expect(await paid.refunds()).toMatchObject({
    badge: 'REFUND_FAILED',
    refundable: 2500,
    obstacle: null,
    refunds: [{ status: 'failed', failureCode: 'rejected' }],
  });
  await app.runJobs();
  const mails = () =>
    db
      .selectFrom('mails')
      .select(['kind', 'to_address', 'status'])
      .where('order_id', '=', paid.payment.orderId)
      .where('kind', 'in', ['refunded', 'refund_failed'])
      .orderBy('id')
      .execute();
  const failed = { kind: 'refund_failed', to_address: 'hola@example.org', status: 'sent' };
  expect(await mails()).toEqual([failed]);
  const again = await paid.refund({ amount: 1000, notify: true });
  expect(again.body.data.badge).toBe('REFUND_PENDING');
  await app.runJobs();
  await app.runJobs();
  expect(await paid.state()).toBe('completed partial 1000');
  expect(await mails()).toEqual([
    failed,
    { kind: 'refunded', to_address: 'lucia@example.com', status: 'sent' },
  ]);
  const keys = await db
    .selectFrom('provider_calls')
    .select('idempotency_key')
    .where('payment_id', '=', paid.payment.id)
    .where('kind', '=', 'refund')
    .execute();
  expect(new Set(keys.map((one) => one.idempotency_key)).size).toBe(2);
});

test('what had succeeded comes back days later: the total goes back, and the badge says so', async () => {
  const { paid, refundId } = await refunding(2500);
  await settle(refundId);
  expect(await paid.state()).toBe('completed full 2500');
  const [remote] = remoteRefunds(paid);
  bank.setRefund(remote?.id ?? '', 'failed');
  // No webhook comes: the application asks the provider again after a day.
  await app.travel(2 * 86_400);
  try {
    await sweepHolds(ctx);
    await app.runJobs();
  } finally {
    await app.travel(0);
  }
  expect(await paid.state()).toBe('completed failed 0');
  expect(await hear(paid, remote?.id ?? '')).toBe('unchanged');
  expect((await paid.refund({ amount: 2500 })).status).toBe(201);
  await app.runJobs();
  expect(await paid.state()).toBe('completed full 2500');
});

describe('a refund made in the provider’s own dashboard', () => {
  test('is learned of by its webhook, once, and counts', async () => {
    const paid = await paidOrder(1);
    const made = bank.refundElsewhere(paid.remoteId, 400);
    expect(await hear(paid, made.id)).toBe('applied');
    expect(await hear(paid, made.id)).toBe('unchanged');
    expect(await hear(paid, made.id, { providerPaymentId: null })).toBe('unchanged');
    expect(await paid.refunds()).toMatchObject({
      badge: 'PARTIALLY_REFUNDED',
      refunded: 400,
      refundable: 2100,
      refunds: [{ reason: 'provider', status: 'succeeded', createdBy: null }],
    });
    expect((await paid.refund({ amount: 2101 })).problem.code).toBe('REFUND_ABOVE_REMAINING');
  });

  test('is asked for until it is decided', async () => {
    const paid = await paidOrder(1);
    const made = bank.refundElsewhere(paid.remoteId, 2500, 'pending');
    await hear(paid, made.id);
    expect(await paid.state()).toBe('completed pending 0');
    expect((await paid.refund({ amount: 1 })).problem.code).toBe('REFUND_PENDING');
    bank.setRefund(made.id, 'succeeded');
    await app.travel(7200);
    try {
      await sweepHolds(ctx);
      await app.runJobs();
    } finally {
      await app.travel(0);
    }
    expect(await paid.state()).toBe('completed full 2500');
  });

  test('while ours comes back unheard: ours is asked for first, and no more is on record than was paid', async () => {
    const { paid, refundId } = await refunding(2500);
    await settle(refundId);
    const [ours] = remoteRefunds(paid);
    bank.setRefund(ours?.id ?? '', 'failed');
    const made = bank.refundElsewhere(paid.remoteId, 2500);
    expect(await hear(paid, made.id)).toBe('applied');
    expect(await paid.refunds()).toMatchObject({
      badge: 'REFUNDED',
      refunded: 2500,
      refunds: [{ status: 'failed' }, { status: 'succeeded', reason: 'provider' }],
    });
  });

  test('at the same time as ours: the bank gives it back once, and ours has failed', async () => {
    const { paid, refundId } = await refunding(2500);
    const made = bank.refundElsewhere(paid.remoteId, 2500);
    await Promise.all([hear(paid, made.id), settle(refundId)]);
    expect(await paid.state()).toBe('completed full 2500');
  });

  test('of another payment, amount or currency, or of another account, changes nothing', async () => {
    const paid = await paidOrder(1);
    const other = await paidOrder(1);
    const made = bank.refundElsewhere(other.remoteId, 400);
    expect(await hear(paid, made.id)).toBe('mismatch');
    expect(await hear(paid, made.id, { account: 'acct_b' })).toBe('account_mismatch');
    const fetched: ProviderRefund = { ...made, paymentId: paid.remoteId };
    for (const wrong of [{ currency: 'USD' }, { amount: 2501 }, { amount: 0 }]) {
      expect(await applyRefund(ctx, paid.payment.id, { ...fetched, ...wrong })).toBe('mismatch');
    }
    expect(await paid.state()).toBe('completed none 0');
    const reference = { providerRefundId: made.id, account: null };
    expect(await applyRefundNews(ctx, bank.provider, other.payment, reference)).toBe('applied');
  });
});

test('money that came too late and whose return failed is shown, and sent back by people', async () => {
  const shop = await paidShop(1);
  const buyer = visitor(app);
  const held = await reserveAs(buyer, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
  const { shortId } = held.body.data;
  await detailsAs(buyer, shortId);
  await buyer.call(startPayment, { params: { orderShortId: shortId } });
  bank.broken.add('cancel');
  await sql`update app.orders set expires_at = app.now() - interval '5 minutes' where short_id = ${shortId}`.execute(
    db,
  );
  await sweepHolds(ctx);
  await sweepHolds(ctx);
  bank.broken.clear();
  await reserveAs(visitor(app), shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
  const remote = bank.paymentOf(shortId);
  bank.set(remote?.id ?? '', 'succeeded');
  const payment = await findPaymentByProviderId(db, 'test_bank', remote?.id ?? '');
  await reconcile(ctx, bank.provider, payment?.id ?? 0);
  bank.addFault('refund', { kind: 'rejected', when: 'before' });
  await app.runJobs();
  const owner = app.as({ token: shop.token });
  const params = { eventId: String(shop.eventId), orderId: String(payment?.orderId) };
  expect((await owner.call(listRefunds, { params })).body.data).toMatchObject({
    badge: 'REFUND_FAILED',
    refundable: 2500,
    obstacle: null,
    refunds: [{ reason: 'late_payment', status: 'failed', createdBy: null }],
  });
  const body = { amount: 2500, cancel: true, notify: true, note: '' };
  expect((await owner.call(createRefund, { params, body })).status).toBe(201);
  await app.runJobs();
  expect((await owner.call(listRefunds, { params })).body.data).toMatchObject({
    badge: 'REFUNDED',
    refunds: [{ status: 'failed' }, { status: 'succeeded' }],
  });
});

test.each<[ProviderRefundStatus, string]>([
  ['succeeded', 'completed partial 1300'],
  ['failed', 'completed failed 300'],
])(
  'answers about two refunds, one of them made elsewhere, ending in %s: one state in every order',
  async (last, end) => {
    const ends = new Set<string>();
    const statuses: ProviderRefundStatus[] = ['pending', 'succeeded', last];
    const news = [...new Set(statuses)].map((status) => ({ ours: true, status }));
    const all = [
      ...news,
      { ours: false, status: 'pending' as const },
      { ours: false, status: 'succeeded' as const },
    ];
    const orders = permutations(all);
    const shop = await paidShop(orders.length);
    await each(orders, async (order) => {
      const { paid, refundId } = await refunding(1000, shop);
      const tell = async ({ ours, status }: (typeof all)[number]) => {
        const fetched: ProviderRefund = {
          id: `${ours ? 'ours' : 'theirs'}_${paid.remoteId}`,
          paymentId: paid.remoteId,
          status,
          amount: ours ? 1000 : 300,
          currency: 'EUR',
          failure: null,
        };
        return applyRefund(ctx, paid.payment.id, fetched, ours ? refundId : null);
      };
      // While our refund has no id, the answer for an unknown refund is `unresolved`, and the webhook comes again.
      const waiting: typeof all = [];
      for (const one of [...order, ...order]) {
        if ((await tell(one)) === 'unresolved') waiting.push(one);
      }
      for (const one of waiting) await tell(one);
      ends.add(await paid.state());
    });
    expect([...ends]).toEqual([end]);
    expect(await findBroken(db)).toEqual({});
  },
);
