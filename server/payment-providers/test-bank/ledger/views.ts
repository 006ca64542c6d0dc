import type { ProviderDispute, ProviderPayment, ProviderRefund } from '../../port.ts';
import type { BankDispute } from './disputes.ts';
import { type BankPayment, type BankRefund, FAILURE_MESSAGES, failureOf } from './model.ts';

export type PaymentView = Omit<ProviderPayment, 'clientToken'> & { account: string | null };
export type RefundView = ProviderRefund;
export type DisputeView = Omit<ProviderDispute, 'respondBy'> & { respondBy: string | null };

/** A payment as the bank shows it in answers and webhooks. Only answers add the token for the browser. */
export function paymentView(payment: BankPayment): PaymentView {
  return {
    id: payment.id,
    account: payment.account,
    status: payment.status,
    amount: payment.amount,
    currency: payment.currency,
    refunded: payment.refunded,
    failure: failureOf(payment),
    card: payment.card && { brand: payment.card.brand, last4: payment.card.last4 },
    metadata: { orderShortId: payment.orderShortId },
  };
}

export function refundView(payment: BankPayment, refund: BankRefund): RefundView {
  return {
    id: refund.id,
    paymentId: payment.id,
    status: refund.status,
    amount: refund.amount,
    currency: payment.currency,
    failure: refund.status === 'failed' ? { code: 'declined', message: FAILURE_MESSAGES.declined } : null,
  };
}

export function disputeView(payment: BankPayment, dispute: BankDispute): DisputeView {
  return {
    id: dispute.id,
    paymentId: payment.id,
    status: dispute.status,
    amount: dispute.amount,
    currency: payment.currency,
    reason: dispute.reason,
    respondBy: dispute.respondBy?.toISOString() ?? null,
  };
}

/**
 * The 3-D Secure page that the buyer must visit next, as a path on the bank's origin. Null if there is none.
 */
export function nextActionPath(payment: BankPayment, locale?: string): string | null {
  if (payment.status !== 'requires_action' || payment.challengeId === null) return null;
  const query = locale === undefined ? '' : `?locale=${encodeURIComponent(locale)}`;
  return `/test-bank/3ds/${payment.challengeId}${query}`;
}
