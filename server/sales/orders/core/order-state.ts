import type { OrderStatus, PaymentStatus } from '@entrada/contract/sales/orders';

export type OrderState = { status: OrderStatus; payment: PaymentStatus };

export type OrderEvent =
  | 'payment_started'
  | 'payment_processing'
  | 'payment_open_again'
  | 'payment_failed'
  | 'payment_cancelled'
  | 'completed_free'
  | 'added_free'
  | 'added_paid'
  | 'completed_paid'
  | 'completed_late'
  | 'offline_chosen'
  | 'completed_offline'
  | 'offline_cancelled'
  | 'offline_unpaid'
  | 'ending'
  | 'expired'
  | 'given_up'
  | 'cancelled'
  | 'reactivated'
  | 'paid_too_late';

type Rule = { from: readonly OrderStatus[]; payment: readonly PaymentStatus[]; to: Partial<OrderState> };

/**
 * Every event that can happen to an order after it is held. All other events are impossible. A hold whose payment may
 * still succeed ends through `cancelling`: the stock stays held while the provider is asked first.
 */
export const ORDER_TRANSITIONS: Readonly<Record<OrderEvent, Rule>> = {
  payment_started: { from: ['reserved'], payment: ['none', 'failed'], to: { payment: 'awaiting' } },
  payment_processing: {
    from: ['reserved', 'cancelling'],
    payment: ['awaiting'],
    to: { payment: 'processing' },
  },
  payment_open_again: {
    from: ['reserved', 'cancelling'],
    payment: ['processing'],
    to: { payment: 'awaiting' },
  },
  payment_failed: {
    from: ['reserved', 'cancelling', 'expired'],
    payment: ['awaiting', 'processing'],
    to: { payment: 'failed' },
  },
  payment_cancelled: {
    from: ['reserved', 'cancelling', 'expired'],
    payment: ['awaiting', 'processing'],
    to: { payment: 'none' },
  },
  completed_free: {
    from: ['reserved'],
    payment: ['none'],
    to: { status: 'completed', payment: 'not_required' },
  },
  // A person adds it by hand, complete and with what was paid for it.
  added_free: { from: ['reserved'], payment: ['none'], to: { status: 'completed', payment: 'not_required' } },
  added_paid: { from: ['reserved'], payment: ['none'], to: { status: 'completed', payment: 'paid' } },
  completed_paid: {
    from: ['reserved', 'cancelling'],
    payment: ['awaiting', 'processing'],
    to: { status: 'completed', payment: 'paid' },
  },
  completed_late: {
    from: ['expired'],
    payment: ['awaiting', 'processing'],
    to: { status: 'completed', payment: 'paid' },
  },
  // Only possible without a payment that may still succeed. The provider must end such a payment first.
  offline_chosen: {
    from: ['reserved'],
    payment: ['none', 'failed'],
    to: { status: 'awaiting_offline_payment', payment: 'none' },
  },
  completed_offline: {
    from: ['awaiting_offline_payment'],
    payment: ['none'],
    to: { status: 'completed', payment: 'paid' },
  },
  offline_cancelled: {
    from: ['awaiting_offline_payment'],
    payment: ['none'],
    to: { status: 'cancelled' },
  },
  offline_unpaid: { from: ['awaiting_offline_payment'], payment: ['none'], to: { status: 'cancelled' } },
  ending: { from: ['reserved'], payment: ['awaiting', 'processing'], to: { status: 'cancelling' } },
  expired: { from: ['reserved', 'cancelling'], payment: ['none', 'failed'], to: { status: 'expired' } },
  // The provider could not be asked in time, or gave no final answer in time. The stock is given back and the payment
  // is still watched.
  given_up: { from: ['cancelling'], payment: ['awaiting', 'processing'], to: { status: 'expired' } },
  // People cancel an order with or without a refund. A refund has its own status.
  cancelled: { from: ['completed'], payment: ['paid', 'not_required'], to: { status: 'cancelled' } },
  // Only an order that was complete before. Its places are taken again first.
  reactivated: { from: ['cancelled'], payment: ['paid', 'not_required'], to: { status: 'completed' } },
  paid_too_late: {
    from: ['expired', 'cancelled'],
    payment: ['awaiting', 'processing'],
    to: { payment: 'paid' },
  },
};

/** The state of an order as the state machine takes it. */
export const stateOf = (order: { status: OrderStatus; paymentStatus: PaymentStatus }): OrderState => ({
  status: order.status,
  payment: order.paymentStatus,
});

/** Whether an order has a payment that may still succeed. */
export const isPaying = ({ paymentStatus }: { paymentStatus: PaymentStatus }): boolean =>
  paymentStatus === 'awaiting' || paymentStatus === 'processing';

/** The state after an event; null if the event cannot happen. */
export function nextState(state: OrderState, event: OrderEvent): OrderState | null {
  const rule = ORDER_TRANSITIONS[event];
  if (!rule.from.includes(state.status) || !rule.payment.includes(state.payment)) return null;
  return { status: rule.to.status ?? state.status, payment: rule.to.payment ?? state.payment };
}

/**
 * Like `nextState`, for events that the caller has already checked. Throws if the event cannot happen, which is a
 * defect.
 */
export function moveState(state: OrderState, event: OrderEvent): OrderState {
  const next = nextState(state, event);
  if (!next)
    throw new Error(`An order that is ${state.status} with payment ${state.payment} cannot be ${event}`);
  return next;
}
