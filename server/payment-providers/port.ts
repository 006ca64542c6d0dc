/**
 * What Entrada needs from a payment provider. Amounts are integer minor units with the currency's ISO 4217
 * exponent. An adapter converts amounts if its provider counts differently. Times are instants.
 */

export type PaymentProviderName = 'test_bank' | 'stripe';

/**
 * `requires_payment`: the payment waits for a card. `failure` then says why the last attempt failed. The same
 * payment takes the next attempt, so that an order never has two open payments. `requires_action`: the buyer
 * must confirm with the bank. `processing`: the bank has not decided. `succeeded`, `failed` and `cancelled`
 * are final. Nobody can pay a failed payment any more, so another attempt needs a new payment. Stripe:
 * `requires_payment_method` and `requires_confirmation` become `requires_payment`. Stripe has no final
 * failure.
 */
export type ProviderPaymentStatus =
  | 'requires_payment'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'failed'
  | 'cancelled';

export type PaymentFailureCode =
  | 'declined'
  | 'insufficient_funds'
  | 'expired_card'
  | 'incorrect_cvc'
  | 'authentication_failed'
  | 'processing_error';

export type PaymentFailure = {
  code: PaymentFailureCode;
  /** In English, for logs and organizers. The interface translates the code. */
  message: string;
};

export type ProviderPayment = {
  id: string;
  status: ProviderPaymentStatus;
  amount: number;
  currency: string;
  /** Sum of the refunds that have not failed. Pending refunds count. */
  refunded: number;
  /** Lets only the buyer's browser pay this payment. Never logged. */
  clientToken: string;
  /** Why the last attempt failed. Set with `requires_payment` and `failed`, otherwise null. */
  failure: PaymentFailure | null;
  card: { brand: string; last4: string } | null;
  metadata: { orderShortId: string };
};

/** `succeeded` may become `failed` days later, if the buyer's bank sends the money back. */
export type ProviderRefundStatus = 'pending' | 'succeeded' | 'failed';

export type ProviderRefund = {
  id: string;
  paymentId: string;
  status: ProviderRefundStatus;
  amount: number;
  currency: string;
  failure: { code: string; message: string } | null;
};

/**
 * `warning`: the bank only asks and takes no money. `needs_response` and `under_review`: the bank has taken
 * the money until the decision. `won` and `lost` are final.
 */
export type ProviderDisputeStatus = 'warning' | 'needs_response' | 'under_review' | 'won' | 'lost';

export type ProviderDispute = {
  id: string;
  paymentId: string;
  status: ProviderDisputeStatus;
  amount: number;
  currency: string;
  /** The provider's own name of the reason, for example `fraudulent`. */
  reason: string;
  /** The deadline for evidence. Null if the provider asks for no more evidence. */
  respondBy: Date | null;
};

export type CreatePaymentInput = {
  /** Stored before the call. The same key with the same input returns the same payment. */
  idempotencyKey: string;
  amount: number;
  currency: string;
  orderShortId: string;
  /** What the buyer buys, as the buyer's statement and receipt may show it. */
  description: string;
  /** The seller, as the bank's page shows it. */
  merchantName?: string | null;
  receiptEmail: string | null;
  /** Absolute URL on the installation's own origin. The bank's page sends the buyer back to it. */
  returnUrl: string;
  /** The connected account that receives the payment. Null for the installation's own account. */
  account: string | null;
  /** The installation's share of a charge on a connected account. */
  applicationFee?: number;
};

type PaymentReference = { providerPaymentId: string; account: string | null };

export type RefundInput = PaymentReference & {
  idempotencyKey: string;
  amount: number;
  /**
   * The currency of the payment. If it is left out and the provider counts differently, the adapter looks it
   * up.
   */
  currency?: string;
  reason?: 'requested_by_customer' | 'late_payment' | 'duplicate';
  /**
   * The installation's share of the payment. If it is above 0, it is returned in proportion to the refund.
   */
  applicationFee?: number;
};

export type RefundReference = { providerRefundId: string; account: string | null };

export type DisputeReference = { providerDisputeId: string; account: string | null };

export type WebhookInput = {
  /** The exact bytes of the body, because the signature covers them. */
  rawBody: Buffer;
  headers: Record<string, string | string[] | undefined>;
  now: Date;
};

export type WebhookFailureCode =
  | 'signature_missing'
  | 'signature_malformed'
  | 'signature_wrong'
  | 'timestamp_too_far'
  | 'body_malformed';

/**
 * A webhook event says only which object changed. The receiver stores each `eventId` once and fetches the
 * object again, because events come late, twice and out of order.
 */
export type WebhookEvent = {
  eventId: string;
  /** The provider's own name of the event type, for the record. */
  type: string;
  subject: 'payment' | 'refund' | 'dispute' | 'other';
  providerPaymentId: string | null;
  providerRefundId: string | null;
  providerDisputeId: string | null;
  account: string | null;
  createdAt: Date;
};

export type WebhookResult = { ok: true; event: WebhookEvent } | { ok: false; code: WebhookFailureCode };

type AmountRefusalCode =
  | 'CURRENCY_NOT_SUPPORTED'
  | 'AMOUNT_TOO_SMALL'
  | 'AMOUNT_TOO_LARGE'
  | 'AMOUNT_NOT_A_MULTIPLE';

export type AmountCheck =
  | { ok: true }
  /**
   * `bound` is in minor units: the smallest amount, the largest amount, or the number that divides every
   * allowed amount.
   */
  | { ok: false; code: AmountRefusalCode; bound: number | null };

/** Connects an organizer's own account. Null if the provider supports only the installation's account. */
export type AccountConnection = {
  /** Starts or resumes the provider's onboarding. Returns the URL for the organizer. */
  begin(input: {
    idempotencyKey: string;
    account: string | null;
    email: string;
    country: string | null;
    returnUrl: string;
    refreshUrl: string;
  }): Promise<{ account: string; url: string }>;
  lookUp(input: { account: string }): Promise<{
    account: string;
    chargesEnabled: boolean;
    payoutsEnabled: boolean;
    detailsSubmitted: boolean;
  }>;
  /** A fee in this currency must be a multiple of this number of minor units. */
  feeUnit(currency: string): number;
};

/**
 * Every call may throw a `ProviderError`. Never call it inside a database transaction. Each call ends within
 * 10 seconds.
 */
export type PaymentProvider = {
  name: PaymentProviderName;
  createPayment(input: CreatePaymentInput): Promise<ProviderPayment>;
  lookUp(input: PaymentReference): Promise<ProviderPayment>;
  /**
   * Safe to repeat. If a payment cannot be cancelled any more, its state is returned: `succeeded` or
   * `processing`.
   */
  cancel(input: PaymentReference): Promise<ProviderPayment>;
  refund(input: RefundInput): Promise<ProviderRefund>;
  lookUpRefund(input: RefundReference): Promise<ProviderRefund>;
  lookUpDispute(input: DisputeReference): Promise<ProviderDispute>;
  parseWebhook(input: WebhookInput): WebhookResult;
  /**
   * Checks the provider's own limits. Called when a price is entered and again before a payment is created.
   */
  checkAmount(input: { minor: number; currency: string }): AmountCheck;
  connect: AccountConnection | null;
  /** The key for the provider's own script in the browser. Null if the script needs none. */
  publishableKey: string | null;
};

/**
 * `timeout`: no answer in time. `unknown`: broken connection, 5xx or an unreadable answer. After both the
 * call may have had its effect: repeat it with the same key, or look it up. `unavailable`: the call failed
 * before any effect (no connection, or too many requests): repeat it later. `rejected`: the provider
 * understood and refused. Repeating changes nothing.
 */
export type ProviderErrorKind = 'timeout' | 'unavailable' | 'rejected' | 'unknown';

type ProviderErrorDetail = {
  provider: PaymentProviderName;
  operation: string;
  /** The provider's own code of a refusal. */
  code?: string | undefined;
  status?: number | undefined;
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
};

export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly kind: ProviderErrorKind;
  readonly provider: PaymentProviderName;
  readonly operation: string;
  readonly code: string | null;
  readonly status: number | null;
  readonly retryAfterSeconds: number | null;

  constructor(kind: ProviderErrorKind, message: string, detail: ProviderErrorDetail) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.kind = kind;
    this.provider = detail.provider;
    this.operation = detail.operation;
    this.code = detail.code ?? null;
    this.status = detail.status ?? null;
    this.retryAfterSeconds = detail.retryAfterSeconds ?? null;
  }
}

/** Connection failures before any byte of the request was sent. The call had no effect. */
export const NOT_REACHED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Whether a failed call may still have had its effect. Any unexpected error counts as "may have". */
export function mayHaveHappened(error: unknown): boolean {
  return !(error instanceof ProviderError) || error.kind === 'timeout' || error.kind === 'unknown';
}

/** Statuses of a payment that the provider cannot change any more. */
export function isFinalPayment(status: ProviderPaymentStatus): boolean {
  return status === 'succeeded' || status === 'failed' || status === 'cancelled';
}

/**
 * Whether a newly fetched status may replace the recorded one. A final status is never replaced, so answers
 * in any order lead to the same final status. Among the other statuses the latest answer counts.
 */
export function mayReplacePaymentStatus(
  recorded: ProviderPaymentStatus,
  fetched: ProviderPaymentStatus,
): boolean {
  return recorded !== fetched && !isFinalPayment(recorded);
}

const REFUND_ORDER: Record<ProviderRefundStatus, number> = { pending: 0, succeeded: 1, failed: 2 };

/**
 * Whether a newly fetched refund status may replace the recorded one. The only order is pending, succeeded,
 * failed.
 */
export function mayReplaceRefundStatus(
  recorded: ProviderRefundStatus,
  fetched: ProviderRefundStatus,
): boolean {
  return REFUND_ORDER[fetched] > REFUND_ORDER[recorded];
}
