import type { PaymentFailure, PaymentFailureCode, ProviderPaymentStatus } from '../../port.ts';
import { isFinalPayment } from '../../port.ts';

/** How payments with a card are disputed: the money is taken immediately, or the bank only asks at first. */
type DisputeBehaviour = 'dispute_later' | 'inquiry_later';

/**
 * How a card behaves: whether the bank asks the buyer to confirm, how it then decides, and how refunds
 * behave. If the result is a failure code, the attempt fails with it.
 */
export type CardBehaviour = {
  challenge: boolean;
  result: 'approve' | 'approve_later' | 'decline_later' | PaymentFailureCode;
  refund: 'at_once' | 'succeeds_later' | 'fails_later';
  dispute?: DisputeBehaviour;
};

export type BankCard = { brand: string; last4: string; behaviour: CardBehaviour };

export type BankPayment = {
  id: string;
  account: string | null;
  orderShortId: string;
  description: string;
  merchantName: string | null;
  receiptEmail: string | null;
  returnUrl: string;
  amount: number;
  currency: string;
  applicationFee: number;
  status: ProviderPaymentStatus;
  /** Number of attempts with a card. */
  attempts: number;
  failureCode: PaymentFailureCode | null;
  card: BankCard | null;
  /**
   * The last 3-D Secure page of this payment. It is kept after the decision, so that the page can show it.
   */
  challengeId: string | null;
  /** When the bank decides a processing payment. */
  settleAt: Date | null;
  refunded: number;
};

/** What a payment knows when it is opened: nothing was tried, paid or refunded. */
export const OPENED = {
  status: 'requires_payment',
  attempts: 0,
  failureCode: null,
  card: null,
  challengeId: null,
  settleAt: null,
  refunded: 0,
} as const satisfies Partial<BankPayment>;

export type BankRefund = {
  id: string;
  paymentId: string;
  amount: number;
  status: 'pending' | 'succeeded' | 'failed';
  /** When and how a refund changes by itself. Both are null if it will not change. */
  settleAt: Date | null;
  settlesTo: 'succeeded' | 'failed' | null;
};

type BankEventType =
  | 'payment.requires_action'
  | 'payment.processing'
  | 'payment.succeeded'
  | 'payment.attempt_failed'
  | 'payment.failed'
  | 'payment.cancelled'
  | 'refund.created'
  | 'refund.succeeded'
  | 'refund.failed';

export type BankRefusal =
  | 'PAYMENT_ENDED'
  | 'CHALLENGE_ENDED'
  | 'PAYMENT_NOT_REFUNDABLE'
  | 'PAYMENT_DISPUTED'
  | 'REFUND_EXCEEDS_PAYMENT';

export type Change = { payment: BankPayment; refund: BankRefund | null; events: BankEventType[] };
export type Step = ({ ok: true } & Change) | { ok: false; code: BankRefusal };

/**
 * `maxAttempts`: after this many refused attempts the payment fails finally, so that nobody can try many
 * cards.
 */
export type Rules = { now: Date; settleDelayMs: number; maxAttempts: number };

export const FAILURE_MESSAGES: Record<PaymentFailureCode, string> = {
  declined: 'The bank declined the card.',
  insufficient_funds: 'The card has insufficient funds.',
  expired_card: 'The card has expired.',
  incorrect_cvc: 'The security code is incorrect.',
  authentication_failed: 'The buyer did not confirm the payment with the bank.',
  processing_error: 'The bank could not process the card.',
};

/** Why the last attempt failed, as the port shows it, or null. */
export function failureOf(payment: BankPayment): PaymentFailure | null {
  return payment.failureCode !== null
    ? { code: payment.failureCode, message: FAILURE_MESSAGES[payment.failureCode] }
    : null;
}

function unchanged(payment: BankPayment, refund: BankRefund | null = null): Step {
  return { ok: true, payment, refund, events: [] };
}

function moved(payment: BankPayment, events: BankEventType[]): Step {
  return { ok: true, payment, refund: null, events };
}

/**
 * A buyer pays with a card. A repeated confirmation changes nothing if the payment is decided, in progress,
 * or waiting for the same card's challenge. So a double click never makes two attempts.
 */
export function confirmPayment(
  payment: BankPayment,
  input: Rules & { card: BankCard; challengeId: string },
): Step {
  if (payment.status === 'cancelled' || payment.status === 'failed')
    return { ok: false, code: 'PAYMENT_ENDED' };
  if (payment.status === 'succeeded' || payment.status === 'processing') return unchanged(payment);
  const sameCard = payment.card?.last4 === input.card.last4 && payment.card.brand === input.card.brand;
  if (payment.status === 'requires_action' && sameCard) return unchanged(payment);

  const attempt: BankPayment = {
    ...payment,
    attempts: payment.attempts + 1,
    card: input.card,
    failureCode: null,
    challengeId: null,
    settleAt: null,
  };
  if (input.card.behaviour.challenge) {
    return moved({ ...attempt, status: 'requires_action', challengeId: input.challengeId }, [
      'payment.requires_action',
    ]);
  }
  return decide(attempt, input.card.behaviour, input);
}

/**
 * The buyer approves or refuses on the bank's page. Only the open challenge can be decided, and only once.
 */
export function decideChallenge(
  payment: BankPayment,
  input: Rules & { challengeId: string; decision: 'approve' | 'refuse' },
): Step {
  if (
    payment.status !== 'requires_action' ||
    payment.challengeId !== input.challengeId ||
    payment.card === null
  ) {
    return { ok: false, code: 'CHALLENGE_ENDED' };
  }
  if (input.decision === 'refuse') return attemptFailed(payment, 'authentication_failed', input);
  return decide(payment, payment.card.behaviour, input);
}

/** Cancels a payment that is not decided. A processing or final payment stays as it is. */
export function cancelPayment(payment: BankPayment): Step {
  if (isFinalPayment(payment.status) || payment.status === 'processing') return unchanged(payment);
  return moved({ ...payment, status: 'cancelled', failureCode: null, settleAt: null }, ['payment.cancelled']);
}

/** Decides a processing payment that is due. Any other payment stays as it is. */
export function settlePayment(payment: BankPayment, now: Date): Change {
  const none: Change = { payment, refund: null, events: [] };
  if (payment.status !== 'processing' || payment.settleAt === null || payment.settleAt > now) return none;
  const declined = payment.card?.behaviour.result === 'decline_later';
  const step = declined ? failed(payment, 'declined') : succeeded(payment);
  return step.ok ? step : none;
}

/** Refunds part or all of the remaining amount of a succeeded payment. `amount` in minor units. */
export function openRefund(
  payment: BankPayment,
  input: Rules & { id: string; amount: number; isDisputed?: boolean },
): Step {
  if (payment.status !== 'succeeded') return { ok: false, code: 'PAYMENT_NOT_REFUNDABLE' };
  if (input.isDisputed) return { ok: false, code: 'PAYMENT_DISPUTED' };
  if (input.amount > payment.amount - payment.refunded) return { ok: false, code: 'REFUND_EXCEEDS_PAYMENT' };
  const behaviour = payment.card?.behaviour.refund ?? 'at_once';
  const later = new Date(input.now.getTime() + input.settleDelayMs);
  const pending = behaviour === 'succeeds_later';
  const refund: BankRefund = {
    id: input.id,
    paymentId: payment.id,
    amount: input.amount,
    status: pending ? 'pending' : 'succeeded',
    settleAt: behaviour === 'at_once' ? null : later,
    settlesTo: behaviour === 'at_once' ? null : pending ? 'succeeded' : 'failed',
  };
  return {
    ok: true,
    payment: { ...payment, refunded: payment.refunded + input.amount },
    refund,
    events: pending ? ['refund.created'] : ['refund.created', 'refund.succeeded'],
  };
}

/** Settles a refund that is due. The amount of a failed refund can be refunded again. */
export function settleRefund(payment: BankPayment, refund: BankRefund, now: Date): Change {
  if (refund.settlesTo === null || refund.settleAt === null || refund.settleAt > now) {
    return { payment, refund, events: [] };
  }
  const settled: BankRefund = { ...refund, status: refund.settlesTo, settleAt: null, settlesTo: null };
  return settled.status === 'failed'
    ? {
        payment: { ...payment, refunded: payment.refunded - refund.amount },
        refund: settled,
        events: ['refund.failed'],
      }
    : { payment, refund: settled, events: ['refund.succeeded'] };
}

function decide(payment: BankPayment, behaviour: CardBehaviour, rules: Rules): Step {
  switch (behaviour.result) {
    case 'approve':
      return succeeded(payment);
    case 'approve_later':
    case 'decline_later':
      return moved(
        { ...payment, status: 'processing', settleAt: new Date(rules.now.getTime() + rules.settleDelayMs) },
        ['payment.processing'],
      );
    default:
      return attemptFailed(payment, behaviour.result, rules);
  }
}

function succeeded(payment: BankPayment): Step {
  return moved({ ...payment, status: 'succeeded', failureCode: null, settleAt: null }, ['payment.succeeded']);
}

function attemptFailed(payment: BankPayment, code: PaymentFailureCode, rules: Rules): Step {
  if (payment.attempts >= rules.maxAttempts) return failed(payment, code);
  return moved({ ...payment, status: 'requires_payment', failureCode: code, settleAt: null }, [
    'payment.attempt_failed',
  ]);
}

function failed(payment: BankPayment, code: PaymentFailureCode): Step {
  return moved({ ...payment, status: 'failed', failureCode: code, settleAt: null }, ['payment.failed']);
}
