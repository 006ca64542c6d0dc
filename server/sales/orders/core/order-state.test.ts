import type { OrderStatus, PaymentStatus } from '@entrada/contract/sales/orders';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkoutPageOf } from './checkout-page.ts';
import { moveState, nextState, ORDER_TRANSITIONS, type OrderEvent } from './order-state.ts';

const EVENTS = Object.keys(ORDER_TRANSITIONS) as OrderEvent[];

test('whatever happens in whatever order, money and admission go together and the end is never left for a hold', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...EVENTS), { maxLength: 40 }), (events) => {
      let state: { status: OrderStatus; payment: PaymentStatus } = { status: 'reserved', payment: 'none' };
      for (const event of events) {
        const next = nextState(state, event);
        if (!next) continue;
        if (state.status === 'completed') expect([event, next.status]).toEqual(['cancelled', 'cancelled']);
        if (state.status === 'cancelled') expect([event, next.status]).toEqual(['reactivated', 'completed']);
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

test('an impossible step is refused', () => {
  expect(nextState({ status: 'completed', payment: 'paid' }, 'expired')).toBeNull();
  expect(nextState({ status: 'reserved', payment: 'awaiting' }, 'expired')).toBeNull();
  expect(nextState({ status: 'reserved', payment: 'none' }, 'completed_paid')).toBeNull();
  expect(nextState({ status: 'cancelled', payment: 'none' }, 'completed_late')).toBeNull();
  expect(nextState({ status: 'cancelled', payment: 'paid' }, 'cancelled')).toBeNull();
  expect(nextState({ status: 'expired', payment: 'paid' }, 'cancelled')).toBeNull();
  expect(nextState({ status: 'reserved', payment: 'none' }, 'cancelled')).toBeNull();
  expect(() => moveState({ status: 'expired', payment: 'none' }, 'payment_started')).toThrow('cannot be');
});

/**
 * Every step of an order, written a second time, from status/payment to status/payment. All other steps are impossible.
 * This list prevents accidental changes of the state machine.
 */
const STEPS: Readonly<Record<OrderEvent, string>> = {
  payment_started: 'reserved/none>reserved/awaiting reserved/failed>reserved/awaiting',
  payment_processing: 'reserved/awaiting>reserved/processing cancelling/awaiting>cancelling/processing',
  payment_open_again: 'reserved/processing>reserved/awaiting cancelling/processing>cancelling/awaiting',
  payment_failed:
    'reserved/awaiting>reserved/failed reserved/processing>reserved/failed cancelling/awaiting>cancelling/failed cancelling/processing>cancelling/failed expired/awaiting>expired/failed expired/processing>expired/failed',
  payment_cancelled:
    'reserved/awaiting>reserved/none reserved/processing>reserved/none cancelling/awaiting>cancelling/none cancelling/processing>cancelling/none expired/awaiting>expired/none expired/processing>expired/none',
  completed_free: 'reserved/none>completed/not_required',
  added_free: 'reserved/none>completed/not_required',
  added_paid: 'reserved/none>completed/paid',
  completed_paid:
    'reserved/awaiting>completed/paid reserved/processing>completed/paid cancelling/awaiting>completed/paid cancelling/processing>completed/paid',
  completed_late: 'expired/awaiting>completed/paid expired/processing>completed/paid',
  offline_chosen: 'reserved/none>awaiting_offline_payment/none reserved/failed>awaiting_offline_payment/none',
  completed_offline: 'awaiting_offline_payment/none>completed/paid',
  offline_cancelled: 'awaiting_offline_payment/none>cancelled/none',
  offline_unpaid: 'awaiting_offline_payment/none>cancelled/none',
  ending: 'reserved/awaiting>cancelling/awaiting reserved/processing>cancelling/processing',
  expired:
    'reserved/none>expired/none reserved/failed>expired/failed cancelling/none>expired/none cancelling/failed>expired/failed',
  given_up: 'cancelling/awaiting>expired/awaiting cancelling/processing>expired/processing',
  cancelled: 'completed/paid>cancelled/paid completed/not_required>cancelled/not_required',
  reactivated: 'cancelled/paid>completed/paid cancelled/not_required>completed/not_required',
  paid_too_late:
    'expired/awaiting>expired/paid expired/processing>expired/paid cancelled/awaiting>cancelled/paid cancelled/processing>cancelled/paid',
};

const STATUSES: readonly OrderStatus[] = [
  'reserved',
  'cancelling',
  'awaiting_offline_payment',
  'completed',
  'cancelled',
  'expired',
];
const PAYMENTS: readonly PaymentStatus[] = [
  'none',
  'not_required',
  'awaiting',
  'processing',
  'paid',
  'failed',
];

test.each(EVENTS)('%s happens in its own states only, and leads to its own', (event) => {
  const steps = STATUSES.flatMap((status) =>
    PAYMENTS.flatMap((payment) => {
      const next = nextState({ status, payment }, event);
      return next ? [`${status}/${payment}>${next.status}/${next.payment}`] : [];
    }),
  );
  expect(steps.sort()).toEqual(STEPS[event].split(' ').sort());
});

const hold = {
  status: 'reserved',
  paymentStatus: 'none',
  refundStatus: 'none',
  endedReason: null,
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
  [{ ...hold, status: 'expired', endedReason: 'timeout', secondsLeft: null }, 'expired'],
  [{ ...hold, status: 'expired', endedReason: 'abandoned', secondsLeft: null }, 'cancelled'],
  [{ ...hold, status: 'expired', endedReason: 'replaced', secondsLeft: null }, 'cancelled'],
  [{ ...hold, status: 'expired', paymentStatus: 'failed', secondsLeft: null }, 'failed'],
  [
    { ...hold, status: 'expired', paymentStatus: 'paid', refundStatus: 'full', secondsLeft: null },
    'refunded',
  ],
  [{ ...hold, status: 'cancelled', secondsLeft: null }, 'cancelled'],
] as const)('%j belongs to %s', (facts, step) => {
  expect(checkoutPageOf(facts)).toBe(step);
});
