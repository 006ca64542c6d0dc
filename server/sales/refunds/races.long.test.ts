import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { ProviderDispute } from '../../payment-providers/port.ts';
import { findBroken, keepInvariants } from '../../test/invariants.ts';
import { type PaidOrder, useRefundingApp } from '../../test/payments/refunding.ts';
import { stockOf } from '../../test/shop.ts';
import { applyDispute } from './dispute-settle.ts';
import { settleRefund } from './provider-calls.ts';

vi.setConfig({ testTimeout: 600_000 });
const { app, db, bank, ctx, paidOrder } = await useRefundingApp();
keepInvariants(db);

const remoteRefunds = (paid: PaidOrder) =>
  [...bank.refunds.values()].filter((refund) => refund.paymentId === paid.remoteId);
const refundIds = async (paid: PaidOrder) => (await paid.refunds()).refunds.map((refund) => refund.id);
const codesOf = (replies: { status: number; problem: { code?: string } }[]) =>
  replies.map((reply) => (reply.status === 201 ? 'accepted' : reply.problem.code)).sort();

function dispute(paid: PaidOrder, status: ProviderDispute['status'], amount = 2500): ProviderDispute {
  return {
    id: `dp_${paid.remoteId}`,
    paymentId: paid.remoteId,
    status,
    amount,
    currency: 'EUR',
    reason: 'fraudulent',
    respondBy: null,
  };
}

test('20 refunds of one order at once: one is accepted', async () => {
  const paid = await paidOrder(1);
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, at) => paid.refund({ amount: 100 + at, cancel: at % 2 === 0 })),
  );
  expect(codesOf(replies)).toEqual([...Array.from({ length: 19 }, () => 'REFUND_PENDING'), 'accepted']);
  await app.runJobs();
  expect(remoteRefunds(paid)).toHaveLength(1);
  expect(await findBroken(db)).toEqual({});
});

test('all of it and a part at once, by two people: one is accepted, and no more than was paid goes back', async () => {
  for (let round = 0; round < 10; round += 1) {
    const paid = await paidOrder(2);
    const [one = 0] = paid.attendeeIds;
    const replies = await Promise.all([
      paid.refund({ amount: 5000, cancel: true }),
      paid.refund({ attendeeIds: [one], cancel: true }),
    ]);
    expect(codesOf(replies)).toEqual(['REFUND_PENDING', 'accepted']);
    for (const id of await refundIds(paid)) {
      await Promise.all([settleRefund(ctx, bank.provider, id), settleRefund(ctx, bank.provider, id)]);
    }
    const rest = await paid.refund({ amount: 5000 });
    expect(rest.problem.code).toBe('REFUND_ABOVE_REMAINING');
    expect(remoteRefunds(paid)).toHaveLength(1);
    const order = await paid.order();
    expect([`cancelled full 5000`, `completed partial 2500`]).toContain(await paid.state());
    expect((await stockOf(db, paid.shop.counterId)).sold).toBe(order.status === 'cancelled' ? 0 : 1);
  }
});

test('a refund and a dispute at once: the refund is either written first or refused', async () => {
  const seen = new Set<string>();
  for (let round = 0; round < 12; round += 1) {
    const paid = await paidOrder(1);
    const [reply] = await Promise.all([
      paid.refund({ amount: 2500, cancel: true }),
      applyDispute(ctx, paid.payment, dispute(paid, 'needs_response')),
    ]);
    seen.add(String(reply.status));
    if (reply.status !== 201) expect(reply.problem.code).toBe('PAYMENT_DISPUTED');
    const shown = await paid.refunds();
    expect(shown.disputes).toMatchObject([{ status: 'needs_response', amount: 2500 }]);
    expect(shown.refunds).toHaveLength(reply.status === 201 ? 1 : 0);
    expect(shown.obstacle).toBe('PAYMENT_DISPUTED');
    expect(await paid.order()).toMatchObject({ status: reply.status === 201 ? 'cancelled' : 'completed' });
  }
  expect(seen.size).toBeGreaterThan(0);
  expect(await findBroken(db)).toEqual({});
});

test('answers about a dispute in any order end in one state; a lost one leaves nothing, a won one all', async () => {
  for (const [end, refundable] of [
    ['lost', 0],
    ['won', 2500],
  ] as const) {
    const answers = ['warning', 'needs_response', 'under_review', end] as const;
    for (const order of [answers, [...answers].reverse(), [answers[2], answers[3], answers[0], answers[1]]]) {
      const paid = await paidOrder(1);
      for (const status of [...order, ...order]) {
        await applyDispute(ctx, paid.payment, dispute(paid, status ?? end));
      }
      expect(await paid.refunds()).toMatchObject({ disputes: [{ status: end }], refundable });
      const mails = await db
        .selectFrom('mails')
        .select('id')
        .where('order_id', '=', paid.payment.orderId)
        .where('kind', '=', 'dispute_opened')
        .execute();
      expect(mails).toHaveLength(order[0] === end ? 0 : 1);
      const reply = await paid.refund({ amount: 1 });
      expect(reply.status).toBe(end === 'won' ? 201 : 409);
    }
  }
});

test('a dispute of another amount, currency or payment changes nothing', async () => {
  const paid = await paidOrder(1);
  const right = dispute(paid, 'needs_response');
  for (const wrong of [{ amount: 2501 }, { currency: 'USD' }, { paymentId: 'somebody-elses' }]) {
    expect(await applyDispute(ctx, paid.payment, { ...right, ...wrong })).toBe('mismatch');
  }
  expect((await paid.refunds()).disputes).toEqual([]);
});

/** The events that can happen to the money of an order, in any order and number. */
type Happening =
  | { kind: 'refund'; amount: number; cancel: boolean }
  | { kind: 'attendee'; at: number; cancel: boolean }
  | { kind: 'settle' }
  | { kind: 'decide'; status: 'succeeded' | 'failed' }
  | { kind: 'come back' }
  | { kind: 'elsewhere'; amount: number };

const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      amount: fc.integer({ min: 1, max: 9000 }),
      cancel: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('attendee' as const),
      at: fc.integer({ min: 0, max: 2 }),
      cancel: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('settle' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      status: fc.constantFrom('succeeded' as const, 'failed' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('come back' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('elsewhere' as const),
      amount: fc.integer({ min: 1, max: 4000 }),
    }),
  },
);

const total = (all: readonly { amount: number; status: string }[], ...statuses: string[]) =>
  all.filter((one) => statuses.includes(one.status)).reduce((sum, one) => sum + one.amount, 0);

test('whatever is refunded in parts, the sums agree with the provider and never exceed what was paid', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 25 }), async (happenings) => {
      bank.behaviour.refund = 'pending';
      const paid = await paidOrder(3);
      const settleAll = async () => {
        for (const id of await refundIds(paid)) await settleRefund(ctx, bank.provider, id);
      };
      for (const one of happenings) {
        const before = await paid.refunds();
        const left = 7500 - total(before.refunds, 'pending', 'succeeded');
        if (one.kind === 'refund') {
          const reply = await paid.refund({ amount: one.amount, cancel: one.cancel });
          const isFree = !before.refunds.some((refund) => refund.status === 'pending');
          expect(reply.status === 201, JSON.stringify(reply.problem)).toBe(isFree && one.amount <= left);
        }
        if (one.kind === 'attendee') {
          await paid.refund({ attendeeIds: [paid.attendeeIds[one.at] ?? 0], cancel: one.cancel });
        }
        if (one.kind === 'settle') await settleAll();
        if (one.kind === 'decide') {
          for (const refund of remoteRefunds(paid)) {
            if (refund.status === 'pending') bank.setRefund(refund.id, one.status);
          }
          await settleAll();
        }
        if (one.kind === 'come back') {
          const sent = remoteRefunds(paid).find((refund) => refund.status === 'succeeded');
          if (sent) bank.setRefund(sent.id, 'failed');
        }
        if (one.kind === 'elsewhere') {
          const open = 7500 - total(remoteRefunds(paid), 'pending', 'succeeded');
          if (one.amount <= open) bank.refundElsewhere(paid.remoteId, one.amount);
        }
        const order = await paid.order();
        expect(order.refunded_total).toBe(total((await paid.refunds()).refunds, 'succeeded'));
        expect(order.refunded_total).toBeLessThanOrEqual(7500);
        expect(total(remoteRefunds(paid), 'pending', 'succeeded')).toBeLessThanOrEqual(7500);
      }
      await settleAll();
      const ours = (await paid.refunds()).refunds.length;
      const theirs = remoteRefunds(paid).filter((refund) => !bank.isElsewhere(refund.id));
      expect(theirs.length).toBeLessThanOrEqual(ours);
      expect(total(theirs, 'succeeded')).toBe((await paid.order()).refunded_total);
    }),
    { numRuns: 40 },
  );
  bank.behaviour.refund = 'succeeded';
  expect(await findBroken(db)).toEqual({});
});
