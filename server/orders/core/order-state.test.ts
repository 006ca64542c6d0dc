import type { OrderStatus, PaymentStatus } from '@entrada/contract/orders';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moveState, nextState, ORDER_TRANSITIONS, type OrderEvent } from './order-state.ts';
import { stepOf } from './step.ts';

const EVENTS = Object.keys(ORDER_TRANSITIONS) as OrderEvent[];

test('whatever happens in whatever order, money and admission go together and the end is never left for a hold', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...EVENTS), { maxLength: 40 }), (events) => {
      let state: { status: OrderStatus; payment: PaymentStatus } = { status: 'reserved', payment: 'none' };
      for (const event of events) {
        const next = nextState(state, event);
        if (!next) continue;
        if (state.status === 'completed') expect([event, next.status]).toEqual(['cancelled', 'cancelled']);
        if (state.status === 'cancelled') throw new Error(`cancelled was left by ${event}`);
        if (state.status === 'expired') expect(['expired', 'completed']).toContain(next.status);
        state = next;
        if (state.status === 'completed') expect(['paid', 'not_required']).toContain(state.payment);
        if (state.status === 'reserved') expect(['paid', 'not_required']).not.toContain(state.payment);
        if (state.status === 'cancelling') expect(state.payment).not.toBe('paid');
      }
    }),
    { numRuns: 2000 },
  );
});

test('what cannot happen is refused', () => {
  expect(nextState({ status: 'completed', payment: 'paid' }, 'expired')).toBeNull();
  expect(nextState({ status: 'reserved', payment: 'awaiting' }, 'expired')).toBeNull();
  expect(nextState({ status: 'reserved', payment: 'none' }, 'completed_paid')).toBeNull();
  expect(nextState({ status: 'cancelled', payment: 'none' }, 'completed_late')).toBeNull();
  expect(nextState({ status: 'cancelled', payment: 'paid' }, 'cancelled')).toBeNull();
  expect(nextState({ status: 'expired', payment: 'paid' }, 'cancelled')).toBeNull();
  expect(nextState({ status: 'reserved', payment: 'none' }, 'cancelled')).toBeNull();
  expect(() => moveState({ status: 'expired', payment: 'none' }, 'payment_started')).toThrow('cannot be');
});

const hold = {
  status: 'reserved',
  paymentStatus: 'none',
  refundStatus: 'none',
  hasBuyer: true,
  total: 100,
  secondsLeft: 60,
} as const;

test.each([
  [{ ...hold, hasBuyer: false }, 'details'],
  [hold, 'payment'],
  [{ ...hold, total: 0 }, 'details'],
  [{ ...hold, paymentStatus: 'awaiting' }, 'payment'],
  [{ ...hold, paymentStatus: 'failed' }, 'payment'],
  [{ ...hold, paymentStatus: 'processing' }, 'processing'],
  [{ ...hold, secondsLeft: 0 }, 'expired'],
  [{ ...hold, secondsLeft: -5, paymentStatus: 'awaiting' }, 'processing'],
  [{ ...hold, status: 'cancelling', paymentStatus: 'awaiting' }, 'processing'],
  [{ ...hold, status: 'completed', paymentStatus: 'paid', secondsLeft: null }, 'summary'],
  [
    { ...hold, status: 'completed', paymentStatus: 'paid', refundStatus: 'partial', secondsLeft: null },
    'summary',
  ],
  [
    { ...hold, status: 'completed', paymentStatus: 'paid', refundStatus: 'full', secondsLeft: null },
    'refunded',
  ],
  [{ ...hold, status: 'expired', secondsLeft: null }, 'expired'],
  [{ ...hold, status: 'expired', paymentStatus: 'failed', secondsLeft: null }, 'failed'],
  [
    { ...hold, status: 'expired', paymentStatus: 'paid', refundStatus: 'full', secondsLeft: null },
    'refunded',
  ],
  [{ ...hold, status: 'cancelled', secondsLeft: null }, 'cancelled'],
] as const)('%j belongs to %s', (facts, step) => {
  expect(stepOf(facts)).toBe(step);
});
