/**
 * What Entrada asks of a payment provider. Amounts are integer minor units with the currency's ISO 4217
 * exponent; an adapter converts where its provider counts otherwise. Times are instants.
 */

export type PaymentProviderName = 'test_bank' | 'stripe';

/**
 * `requires_payment`: waiting for a card; `failure` then tells why the last attempt failed, and the same payment
 * takes the next one, so that an order never has two payments alive. `requires_action`: the buyer must confirm with
 * the bank. `processing`: the bank has not decided. `succeeded`, `failed` and `cancelled` are final: nothing can be
 * paid with a failed payment any more, and another attempt needs a new one.
 * Stripe: `requires_payment_method` and `requires_confirmation` are `requires_payment`; it has no final failure.
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
  /** English, for logs and organizers; the interface words the code. */
  message: string;
};

export type ProviderPayment = {
  id: string;
  status: ProviderPaymentStatus;
  amount: number;
  currency: string;
  /** Sum of the refunds that have not failed, pending ones included. */
  refunded: number;
  /** Lets the buyer's browser, and nobody else, pay this payment. Never logged. */
  clientToken: string;
  /** Why the last attempt failed: with `requires_payment` and `failed`, else null. */
  failure: PaymentFailure | null;
  card: { brand: string; last4: string } | null;
  metadata: { orderShortId: string };
};

/** `succeeded` may still become `failed` days later, when the buyer's bank sends the money back. */
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
 * `warning`: the bank only asks; nothing is taken. `needs_response` and `under_review`: the money is gone until it is
 * decided. `won` and `lost` are final.
 */
export type ProviderDisputeStatus = 'warning' | 'needs_response' | 'under_review' | 'won' | 'lost';

export type ProviderDispute = {
  id: string;
  paymentId: string;
  status: ProviderDisputeStatus;
  amount: number;
  currency: string;
  /** The provider's own word for why, as `fraudulent`. */
  reason: string;
  /** Until when evidence is taken; null when none is asked for any more. */
  respondBy: Date | null;
};

export type CreatePaymentInput = {
  /** Persisted before the call; the same key with the same input answers the same payment. */
  idempotencyKey: string;
  amount: number;
  currency: string;
  orderShortId: string;
  /** What is bought, as the buyer's statement and receipt may show it. */
  description: string;
  /** Who sells, as the bank's page shows it. */
  merchantName?: string | null;
  receiptEmail: string | null;
  /** Absolute URL on our own origin to which the bank's page sends the buyer back. */
  returnUrl: string;
  /** The connected account that is charged; null for the installation's own. */
  account: string | null;
  /** Our share of a charge on a connected account. */
  applicationFee?: number;
};

type PaymentReference = { providerPaymentId: string; account: string | null };

export type RefundInput = PaymentReference & {
  idempotencyKey: string;
  amount: number;
  /** The payment's own; looked up where it is left out and the provider counts otherwise. */
  currency?: string;
  reason?: 'requested_by_customer' | 'late_payment' | 'duplicate';
  /** Our share of the payment: what is above 0 goes back in proportion to the refund. */
  applicationFee?: number;
};

export type RefundReference = { providerRefundId: string; account: string | null };

export type DisputeReference = { providerDisputeId: string; account: string | null };

export type WebhookInput = {
  /** The body exactly as received: the signature covers its bytes. */
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
 * Only says that something changed and where: the receiver stores it once by `eventId` and fetches the
 * object again, since events come late, twice and out of order.
 */
export type WebhookEvent = {
  eventId: string;
  /** The provider's own name, for the record. */
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
  /** `bound` in minor units: the smallest, the largest, or the number that divides an allowed amount. */
  | { ok: false; code: AmountRefusalCode; bound: number | null };

/** Connecting an organizer's own account; null at a provider that has only the installation's. */
export type AccountConnection = {
  /** Starts or resumes the provider's onboarding and answers where to send the organizer. */
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
  /** What a fee in this currency must be a multiple of, in minor units. */
  feeUnit(currency: string): number;
};

/**
 * Every call may throw a `ProviderError`. None may be made inside a database transaction. Each answers
 * within 10 seconds or throws.
 */
export type PaymentProvider = {
  name: PaymentProviderName;
  createPayment(input: CreatePaymentInput): Promise<ProviderPayment>;
  lookUp(input: PaymentReference): Promise<ProviderPayment>;
  /** Safe to repeat. A payment that cannot be cancelled any more answers its state, `succeeded` or `processing`. */
  cancel(input: PaymentReference): Promise<ProviderPayment>;
  refund(input: RefundInput): Promise<ProviderRefund>;
  lookUpRefund(input: RefundReference): Promise<ProviderRefund>;
  lookUpDispute(input: DisputeReference): Promise<ProviderDispute>;
  parseWebhook(input: WebhookInput): WebhookResult;
  /** The provider's own limits, asked when a price is entered and again before a payment is created. */
  checkAmount(input: { minor: number; currency: string }): AmountCheck;
  connect: AccountConnection | null;
  /** What the provider's own script in the browser is started with; null where it needs none. */
  publishableKey: string | null;
};

/**
 * `timeout`: no answer in time. `unknown`: broken connection, 5xx or an unreadable answer. In both the
 * effect may have happened: repeat with the same key, or look it up.
 * `unavailable`: refused before any effect (not reached, or too many requests): repeat later.
 * `rejected`: the provider understood and refused; repeating changes nothing.
 */
export type ProviderErrorKind = 'timeout' | 'unavailable' | 'rejected' | 'unknown';

type ProviderErrorDetail = {
  provider: PaymentProviderName;
  operation: string;
  /** The provider's own code for a refusal. */
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

/** Failures of the connection itself, before a byte of the request was sent: nothing can have happened. */
export const NOT_REACHED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Whether the provider may have acted although the call failed. Anything unexpected counts as "may have". */
export function mayHaveHappened(error: unknown): boolean {
  return !(error instanceof ProviderError) || error.kind === 'timeout' || error.kind === 'unknown';
}

/** Nothing the provider says later may change such a payment. */
export function isFinalPayment(status: ProviderPaymentStatus): boolean {
  return status === 'succeeded' || status === 'failed' || status === 'cancelled';
}

/**
 * Whether a freshly fetched status may replace the one on record. Final ones are never left, so answers applied in
 * any order end in the same final state; among the others the latest answer counts.
 */
export function mayReplacePaymentStatus(
  recorded: ProviderPaymentStatus,
  fetched: ProviderPaymentStatus,
): boolean {
  return recorded !== fetched && !isFinalPayment(recorded);
}

const REFUND_ORDER: Record<ProviderRefundStatus, number> = { pending: 0, succeeded: 1, failed: 2 };

/** Whether a freshly fetched refund status may replace the one on record: pending, succeeded, failed, in this order only. */
export function mayReplaceRefundStatus(
  recorded: ProviderRefundStatus,
  fetched: ProviderRefundStatus,
): boolean {
  return REFUND_ORDER[fetched] > REFUND_ORDER[recorded];
}
