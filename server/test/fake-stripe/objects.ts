import type { BankDispute } from '../../payment-providers/test-bank/ledger/disputes.ts';
import { FAILURE_MESSAGES } from '../../payment-providers/test-bank/ledger/model.ts';
import type { FakeAccount, FakePayment, FakeRefund } from './state.ts';

const STATUS: Record<FakePayment['status'], string> = {
  requires_payment: 'requires_payment_method',
  requires_action: 'requires_action',
  processing: 'processing',
  succeeded: 'succeeded',
  failed: 'requires_payment_method',
  cancelled: 'canceled',
};

const FAILURE: Record<NonNullable<FakePayment['failureCode']>, { code: string; decline_code?: string }> = {
  declined: { code: 'card_declined', decline_code: 'generic_decline' },
  insufficient_funds: { code: 'card_declined', decline_code: 'insufficient_funds' },
  expired_card: { code: 'expired_card' },
  incorrect_cvc: { code: 'incorrect_cvc' },
  authentication_failed: { code: 'payment_intent_authentication_failure' },
  processing_error: { code: 'processing_error' },
};

const cardOf = (payment: FakePayment) =>
  payment.card && { brand: payment.card.brand, last4: payment.card.last4 };

/** A charge exists only if money was moved or is being moved. */
const hasCharge = (payment: FakePayment) => payment.status === 'succeeded' || payment.status === 'processing';

export function chargeObject(payment: FakePayment) {
  return {
    id: payment.chargeId,
    object: 'charge',
    amount: payment.amount,
    amount_refunded: payment.refunded,
    currency: payment.currency,
    payment_intent: payment.id,
    paid: payment.status === 'succeeded',
    refunded: payment.refunded === payment.amount,
    payment_method_details: payment.card ? { type: 'card', card: cardOf(payment) } : null,
    application_fee_amount: payment.applicationFee || null,
  };
}

function lastError(payment: FakePayment) {
  if (payment.failureCode === null) return null;
  return {
    type: 'card_error',
    ...FAILURE[payment.failureCode],
    message: FAILURE_MESSAGES[payment.failureCode],
    payment_method: { id: 'pm_fake', object: 'payment_method', type: 'card', card: cardOf(payment) },
  };
}

/** `base`: the address of the fake, for the page of the buyer's bank. */
export function intentObject(payment: FakePayment, options: { base: string; expandsCharge: boolean }) {
  const url = `${options.base}/3ds/${payment.challengeId}`;
  const charge = options.expandsCharge ? chargeObject(payment) : payment.chargeId;
  return {
    id: payment.id,
    object: 'payment_intent',
    amount: payment.amount,
    amount_received: payment.status === 'succeeded' ? payment.amount : 0,
    application_fee_amount: payment.applicationFee || null,
    automatic_payment_methods: { enabled: true, allow_redirects: 'always' },
    client_secret: payment.clientSecret,
    created: payment.created,
    currency: payment.currency,
    description: payment.description,
    last_payment_error: lastError(payment),
    latest_charge: hasCharge(payment) ? charge : null,
    livemode: false,
    metadata: payment.metadata,
    next_action:
      payment.status === 'requires_action'
        ? { type: 'redirect_to_url', redirect_to_url: { url, return_url: payment.returnUrl } }
        : null,
    receipt_email: payment.receiptEmail,
    status: STATUS[payment.status],
  };
}

export function refundObject(refund: FakeRefund, payment: FakePayment) {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    charge: payment.chargeId,
    created: payment.created,
    currency: payment.currency,
    failure_reason: refund.status === 'failed' ? 'declined' : undefined,
    metadata: refund.metadata,
    payment_intent: payment.id,
    reason: refund.reason,
    status: refund.status,
  };
}

const DISPUTE: Record<BankDispute['status'], string> = {
  warning: 'warning_needs_response',
  needs_response: 'needs_response',
  under_review: 'under_review',
  won: 'won',
  lost: 'lost',
};

export function disputeObject(dispute: BankDispute, payment: FakePayment) {
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amount,
    charge: payment.chargeId,
    currency: payment.currency,
    evidence_details: { due_by: dispute.respondBy && Math.floor(dispute.respondBy.getTime() / 1000) },
    livemode: false,
    payment_intent: payment.id,
    reason: dispute.reason,
    status: DISPUTE[dispute.status],
  };
}

export function accountObject(account: FakeAccount) {
  return {
    id: account.id,
    object: 'account',
    charges_enabled: account.chargesEnabled,
    payouts_enabled: account.payoutsEnabled,
    details_submitted: account.detailsSubmitted,
    country: account.country,
    email: account.email,
    type: 'none',
  };
}
