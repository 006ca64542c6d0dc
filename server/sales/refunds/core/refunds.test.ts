import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  mayReplaceDisputeStatus,
  nextAsking,
  obstacleOf,
  type Refund,
  refundableOf,
  refundStateOf,
} from './refunds.ts';

type Facts = Pick<Refund, 'paymentId' | 'amount' | 'status' | 'reason' | 'replacedBy'>;
const refund = (status: Refund['status'], amount: number, more: Partial<Facts> = {}): Facts => ({
  paymentId: 1,
  amount,
  status,
  reason: 'requested',
  replacedBy: null,
  ...more,
});

test.each<[string, Facts[], string, number]>([
  ['nothing', [], 'none', 0],
  ['one under way', [refund('pending', 100)], 'pending', 0],
  ['a part', [refund('succeeded', 30)], 'partial', 30],
  ['all at once', [refund('succeeded', 100)], 'full', 100],
  ['all in parts', [refund('succeeded', 30), refund('succeeded', 70)], 'full', 100],
  ['a part, another under way', [refund('succeeded', 30), refund('pending', 70)], 'pending', 30],
  ['a failure', [refund('failed', 100)], 'failed', 0],
  ['a failure after a part', [refund('succeeded', 30), refund('failed', 70)], 'failed', 30],
  ['an earlier part that came back', [refund('failed', 30), refund('succeeded', 40)], 'failed', 40],
  [
    'a failure that was tried again',
    [refund('failed', 30, { replacedBy: 2 }), refund('succeeded', 30)],
    'partial',
    30,
  ],
  ['a failure made good elsewhere', [refund('failed', 100), refund('succeeded', 100)], 'full', 100],
  [
    'a second payment sent back',
    [refund('succeeded', 100, { paymentId: 2, reason: 'duplicate' })],
    'none',
    0,
  ],
])('%s', (_, refunds, status, refundedTotal) => {
  expect(refundStateOf(refunds, 100)).toEqual({ status, refundedTotal });
});

test('the state does not depend on the order in which refunds were learned of', () => {
  const anyRefund = fc.record({
    paymentId: fc.constant(1),
    amount: fc.integer({ min: 1, max: 60 }),
    status: fc.constantFrom('pending' as const, 'succeeded' as const, 'failed' as const),
    reason: fc.constantFrom('requested' as const, 'provider' as const),
    replacedBy: fc.constantFrom(null, 9),
  });
  fc.assert(
    fc.property(fc.array(anyRefund, { maxLength: 6 }), fc.integer({ min: 1, max: 200 }), (refunds, total) => {
      const facts = refunds.map((one) => (one.status === 'failed' ? one : { ...one, replacedBy: null }));
      expect(refundStateOf([...facts].reverse(), total)).toEqual(refundStateOf(facts, total));
    }),
  );
});

describe('what remains', () => {
  test.each([
    [[], [], 100],
    [[refund('pending', 30), refund('succeeded', 30), refund('failed', 40)], [], 40],
    [[refund('succeeded', 30)], [{ amount: 50, status: 'lost' as const }], 20],
    [[refund('succeeded', 30)], [{ amount: 100, status: 'won' as const }], 70],
    [[refund('succeeded', 60)], [{ amount: 100, status: 'lost' as const }], 0],
  ])('of 100 after %j and %j: %d', (refunds, disputes, left) => {
    expect(refundableOf(100, refunds, disputes)).toBe(left);
  });

  const fine = {
    isManual: false,
    isPaidOnline: true,
    hasProvider: true,
    refunds: [],
    disputes: [],
    refundable: 100,
  };
  test.each([
    [{}, null],
    [{ isManual: true }, 'ORDER_IS_MANUAL'],
    [{ isPaidOnline: false }, 'ORDER_NOT_PAID_ONLINE'],
    [{ hasProvider: false }, 'PAYMENTS_NOT_SET_UP'],
    [{ disputes: [{ status: 'needs_response' as const }] }, 'PAYMENT_DISPUTED'],
    [{ disputes: [{ status: 'under_review' as const }] }, 'PAYMENT_DISPUTED'],
    [{ disputes: [{ status: 'warning' as const }, { status: 'won' as const }] }, null],
    [{ refunds: [refund('pending', 1)] }, 'REFUND_PENDING'],
    [{ refundable: 0 }, 'REFUND_ABOVE_REMAINING'],
  ])('%j is refused with %s', (change, code) => {
    expect(obstacleOf({ ...fine, ...change })).toBe(code);
  });
});

test('the provider is asked soon, then rarely, and for a month after a success', () => {
  expect(nextAsking('pending', 0)).toBe(5);
  expect(nextAsking('pending', 60)).toBe(60);
  expect(nextAsking('pending', 10_000_000)).toBe(3600);
  expect(nextAsking('succeeded', 10)).toBe(86_400);
  expect(nextAsking('succeeded', 31 * 86_400)).toBeNull();
  expect(nextAsking('failed', 10)).toBeNull();
});

test('a dispute goes forward only and its end is final', () => {
  expect(mayReplaceDisputeStatus('warning', 'needs_response')).toBe(true);
  expect(mayReplaceDisputeStatus('under_review', 'needs_response')).toBe(false);
  expect(mayReplaceDisputeStatus('needs_response', 'won')).toBe(true);
  expect(mayReplaceDisputeStatus('won', 'lost')).toBe(false);
  expect(mayReplaceDisputeStatus('lost', 'won')).toBe(false);
});
