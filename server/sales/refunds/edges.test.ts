import { sql } from 'kysely';
import { beforeEach, expect, test, vi } from 'vitest';
import type { PaymentProvider } from '../../payment-providers/port.ts';
import { findBroken, keepInvariants } from '../../test/invariants.ts';
import { type PaidOrder, useRefundingApp } from '../../test/payments/refunding.ts';
import { buildShop, stockOf } from '../../test/shop.ts';
import { processWebhook } from '../checkout/webhooks.ts';
import { findProviderCall } from '../payments/queries.ts';
import { receiveWebhook, sendRefund } from '../payments/service.ts';
import { settleRefund } from './provider-calls.ts';
import { findRefund } from './queries.ts';
import { applyRefusedRefund } from './settle.ts';

vi.setConfig({ testTimeout: 60_000 });
const { app, db, bank, ctx, paidOrder } = await useRefundingApp();
keepInvariants(db);
beforeEach(() => {
  bank.behaviour.refund = 'succeeded';
});

const remoteRefunds = (paid: PaidOrder) =>
  [...bank.refunds.values()].filter((refund) => refund.paymentId === paid.remoteId);

/** An order with a refund of 1000 that was written but not made yet. */
async function refunding() {
  const paid = await paidOrder(1);
  const [refund] = (await paid.refund({ amount: 1000 })).body.data.refunds;
  if (!refund) throw new Error('The refund was not written down');
  const { provider_call_id: callId } = await db
    .selectFrom('refunds')
    .select('provider_call_id')
    .where('id', '=', refund.id)
    .executeTakeFirstOrThrow();
  const call = callId === null ? null : await findProviderCall(db, callId);
  if (!call) throw new Error('The refund has no call');
  return { paid, refundId: refund.id, call };
}
const makeOld = (refundId: number) =>
  sql`update app.refunds set created_at = created_at - interval '21 hours' where id = ${refundId}`.execute(
    db,
  );

test('killed during the call and down for a day: what was made is not made again', async () => {
  const { paid, refundId } = await refunding();
  // The provider made the refund and has forgotten its key since. The killed process could not record its call.
  bank.refundElsewhere(paid.remoteId, 1000);
  await makeOld(refundId);
  await settleRefund(ctx, bank.provider, refundId);
  expect(remoteRefunds(paid)).toHaveLength(1);
  expect(await paid.state()).toBe('completed pending 0');
});

test('down for a day before the call: it is made then', async () => {
  const { paid, refundId } = await refunding();
  await makeOld(refundId);
  await settleRefund(ctx, bank.provider, refundId);
  expect(remoteRefunds(paid)).toHaveLength(1);
  expect(await paid.state()).toBe('completed partial 1000');
});

test.each(['unavailable', 'timeout', 'rejected'] as const)(
  'what one worker has done stays done, though another’s try at the same time ends as %s',
  async (kind) => {
    const { paid, refundId, call } = await refunding();
    bank.addFault('refund', { kind, when: 'before' });
    await expect(sendRefund(ctx, bank.provider, call, paid.payment)).rejects.toThrow();
    await sendRefund(ctx, bank.provider, call, paid.payment);
    bank.addFault('refund', { kind, when: 'before' });
    await expect(sendRefund(ctx, bank.provider, call, paid.payment)).rejects.toThrow();
    const [made] = remoteRefunds(paid);
    expect(await findProviderCall(db, call.id)).toMatchObject({ status: 'done', providerId: made?.id });
    await settleRefund(ctx, bank.provider, refundId);
    expect(await paid.state()).toBe('completed partial 1000');
  },
);

test('a worker that was taken for dead comes back with its answer: one refund, told once', async () => {
  const paid = await paidOrder(1);
  const [refund] = (await paid.refund({ amount: 2500, notify: true })).body.data.refunds;
  const refundId = refund?.id ?? 0;
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow: PaymentProvider = {
    ...bank.provider,
    refund: async (input) => {
      const made = await bank.provider.refund(input);
      reached.resolve();
      await released.promise;
      // This answer is out of date by then.
      return { ...made, status: 'pending' };
    },
  };
  const first = settleRefund(ctx, slow, refundId);
  await reached.promise;
  await settleRefund(ctx, bank.provider, refundId);
  expect(await paid.state()).toBe('completed full 2500');
  released.resolve();
  await first;
  expect(await paid.state()).toBe('completed full 2500');
  expect(remoteRefunds(paid)).toHaveLength(1);
  const mails = db.selectFrom('mails').select('kind').where('order_id', '=', paid.payment.orderId);
  expect(await mails.where('kind', '=', 'refunded').execute()).toHaveLength(1);
});

test('a refusal that comes after the refund was made, by another worker, undoes nothing', async () => {
  for (const [status, state] of [
    ['pending', 'completed pending 0'],
    ['succeeded', 'completed partial 1000'],
  ] as const) {
    bank.behaviour.refund = status;
    const { paid, refundId } = await refunding();
    const asked = await findRefund(db, refundId);
    await settleRefund(ctx, bank.provider, refundId);
    if (asked) await applyRefusedRefund(ctx, asked, 'charge_already_refunded');
    expect(await paid.state()).toBe(state);
  }
});

test('pending and failed unheard, then pending again from the dashboard: never more on record than was paid', async () => {
  const paid = await paidOrder(1);
  const hear = async (providerRefundId: string) => {
    const eventId = `evt_${providerRefundId}`;
    await receiveWebhook(
      ctx,
      'test_bank',
      {
        eventId,
        type: 'refund.updated',
        subject: 'refund',
        providerPaymentId: paid.remoteId,
        providerRefundId,
        providerDisputeId: null,
        account: null,
        createdAt: new Date(),
      },
      {},
    );
    const kept = db.selectFrom('webhook_inbox').select(['id', 'outcome']).where('event_id', '=', eventId);
    await processWebhook(ctx, bank.provider, (await kept.executeTakeFirstOrThrow()).id);
    return (await kept.executeTakeFirstOrThrow()).outcome;
  };
  const first = bank.refundElsewhere(paid.remoteId, 2500, 'pending');
  expect(await hear(first.id)).toBe('applied');
  bank.setRefund(first.id, 'failed');
  const second = bank.refundElsewhere(paid.remoteId, 2000, 'pending');
  expect(await hear(second.id)).toBe('applied');
  expect(await findBroken(db)).toEqual({});
  expect((await paid.refunds()).refunds.map(({ status, amount }) => [status, amount])).toEqual([
    ['failed', 2500],
    ['pending', 2000],
  ]);
});

test('what the provider cannot express is refused when it is asked for, and cancels nothing', async () => {
  // The currency has three decimals, but cards carry only two. One ticket alone cannot be refunded, two can.
  const shop = await buildShop(db, {
    event: { currency: 'KWD' },
    ticket: { type: 'paid', amount: 1005, quantity: 10 },
  });
  const paid = await paidOrder(2, shop);
  const [one = 0] = paid.attendeeIds;
  const pathsOf = async (body: Parameters<typeof paid.refund>[0]) => {
    const { status, problem } = await paid.refund({ ...body, cancel: true });
    return [status, problem.errors?.map((error) => `${error.path} ${error.code}`)];
  };
  expect(await pathsOf({ attendeeIds: [one] })).toEqual([422, ['attendeeIds invalid_format']]);
  expect(await pathsOf({ amount: 1005 })).toEqual([422, ['amount invalid_format']]);
  expect(await pathsOf({ amount: 1 })).toEqual([422, ['amount invalid_format']]);
  expect(await paid.state()).toBe('completed none 0');
  expect(await stockOf(db, shop.counterId)).toEqual({ sold: 2, reserved: 0 });
  // This is less than the smallest charge, but a refund has no minimum amount.
  expect((await paid.refund({ amount: 10 })).status).toBe(201);
  await app.runJobs();
  expect(await paid.state()).toBe('completed partial 10');
  expect((await paid.refund({ amount: 2000, cancel: true })).status).toBe(201);
  await app.runJobs();
  expect(await paid.state()).toBe('cancelled full 2010');
});
