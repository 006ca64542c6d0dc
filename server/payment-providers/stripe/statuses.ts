import type { Stripe } from 'stripe';
import {
  type PaymentFailure,
  type PaymentFailureCode,
  type ProviderDispute,
  type ProviderDisputeStatus,
  ProviderError,
  type ProviderPayment,
  type ProviderPaymentStatus,
  type ProviderRefund,
  type ProviderRefundStatus,
} from '../port.ts';
import { fromStripeAmount } from './amounts.ts';

/**
 * The metadata keys at Stripe for the short id of the order and for the idempotency key that created the
 * object.
 */
export const ORDER_KEY = 'order_short_id';
export const REQUEST_KEY = 'entrada_key';

const PAYMENT: Readonly<Record<string, ProviderPaymentStatus>> = {
  requires_payment_method: 'requires_payment',
  requires_confirmation: 'requires_payment',
  requires_action: 'requires_action',
  // Entrada never uses manual capture. If somebody else set it, the payment is not decided yet.
  requires_capture: 'processing',
  processing: 'processing',
  succeeded: 'succeeded',
  canceled: 'cancelled',
};

const REFUND: Readonly<Record<string, ProviderRefundStatus>> = {
  pending: 'pending',
  requires_action: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

const DISPUTE: Readonly<Record<string, ProviderDisputeStatus>> = {
  warning_needs_response: 'warning',
  warning_under_review: 'warning',
  // The bank only asked and closed the inquiry. No money was taken.
  warning_closed: 'won',
  needs_response: 'needs_response',
  appeal_needs_response: 'needs_response',
  under_review: 'under_review',
  appeal_under_review: 'under_review',
  won: 'won',
  lost: 'lost',
  // The dispute was settled before it began, because the money was given back.
  prevented: 'lost',
};

const FAILURES: Readonly<Record<string, PaymentFailureCode>> = {
  insufficient_funds: 'insufficient_funds',
  withdrawal_count_limit_exceeded: 'insufficient_funds',
  card_velocity_exceeded: 'insufficient_funds',
  expired_card: 'expired_card',
  invalid_expiry_month: 'expired_card',
  invalid_expiry_year: 'expired_card',
  incorrect_cvc: 'incorrect_cvc',
  invalid_cvc: 'incorrect_cvc',
  authentication_required: 'authentication_failed',
  payment_intent_authentication_failure: 'authentication_failed',
  payment_intent_payment_attempt_expired: 'authentication_failed',
  processing_error: 'processing_error',
  issuer_not_available: 'processing_error',
  try_again_later: 'processing_error',
  reenter_transaction: 'processing_error',
  payment_method_provider_timeout: 'processing_error',
};

const unreadable = (operation: string, what: string) =>
  new ProviderError('unknown', `Stripe answered ${operation} with ${what}`, {
    provider: 'stripe',
    operation,
  });

const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);

function failureOf(intent: Stripe.PaymentIntent): PaymentFailure | null {
  const error = intent.last_payment_error;
  if (!error || intent.status !== 'requires_payment_method') return null;
  const code =
    FAILURES[error.decline_code ?? ''] ??
    FAILURES[error.code ?? ''] ??
    (error.type === 'api_error' ? 'processing_error' : 'declined');
  return { code, message: error.message ?? code };
}

function cardOf(intent: Stripe.PaymentIntent): ProviderPayment['card'] {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const card = charge?.payment_method_details?.card ?? intent.last_payment_error?.payment_method?.card;
  return card?.brand && card.last4 ? { brand: card.brand, last4: card.last4 } : null;
}

/** Converts a payment intent, with its latest charge expanded, to a ProviderPayment. */
export function toPayment(intent: Stripe.PaymentIntent, operation: string): ProviderPayment {
  const status = PAYMENT[intent.status];
  if (!status) throw unreadable(operation, `the unknown status ${intent.status}`);
  if (!intent.client_secret) throw unreadable(operation, 'a payment without its client secret');
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  // The received amount counts. If it is less than requested, it must appear as a different amount.
  const amount = status === 'succeeded' ? intent.amount_received : intent.amount;
  const { minor, currency } = fromStripeAmount(amount, intent.currency);
  return {
    id: intent.id,
    status,
    amount: minor,
    currency,
    refunded: fromStripeAmount(charge?.amount_refunded ?? 0, intent.currency).minor,
    clientToken: intent.client_secret,
    failure: failureOf(intent),
    card: cardOf(intent),
    metadata: { orderShortId: intent.metadata[ORDER_KEY] ?? '' },
  };
}

/** Converts a refund to a ProviderRefund. */
export function toRefund(refund: Stripe.Refund, operation: string): ProviderRefund {
  const status = REFUND[refund.status ?? ''];
  if (!status) throw unreadable(operation, `the unknown status ${refund.status}`);
  const paymentId = idOf(refund.payment_intent);
  if (paymentId === null) throw unreadable(operation, 'a refund of no payment');
  const { minor, currency } = fromStripeAmount(refund.amount, refund.currency);
  const code = refund.failure_reason ?? 'canceled';
  return {
    id: refund.id,
    paymentId,
    status,
    amount: minor,
    currency,
    failure: status === 'failed' ? { code, message: `The refund failed: ${code}` } : null,
  };
}

/** Converts a dispute to a ProviderDispute. */
export function toDispute(dispute: Stripe.Dispute, operation: string): ProviderDispute {
  const status = DISPUTE[dispute.status];
  if (!status) throw unreadable(operation, `the unknown status ${dispute.status}`);
  const paymentId = idOf(dispute.payment_intent);
  if (paymentId === null) throw unreadable(operation, 'a dispute of no payment');
  const { minor, currency } = fromStripeAmount(dispute.amount, dispute.currency);
  const dueBy = dispute.evidence_details.due_by;
  const isAsked = dispute.status.endsWith('needs_response');
  return {
    id: dispute.id,
    paymentId,
    status,
    amount: minor,
    currency,
    reason: dispute.reason,
    respondBy: isAsked && dueBy ? new Date(dueBy * 1000) : null,
  };
}
