import { z } from 'zod';
import { errorCodeOf } from '../../db/errors.ts';
import {
  NOT_REACHED,
  type PaymentProvider,
  type ProviderDispute,
  ProviderError,
  type ProviderErrorKind,
  type ProviderPayment,
  type ProviderRefund,
  type WebhookResult,
} from '../port.ts';
import { ACCOUNT_HEADER } from './api-routes.ts';
import { checkAmount } from './ledger/amounts.ts';
import { checkSignature, deriveKeys, SIGNATURE_HEADER } from './signature.ts';

type TestBankProviderOptions = {
  /** The bank's address, for example `http://127.0.0.1:3000`. A function if the port is known only later. */
  baseUrl: string | (() => string);
  secret: string;
  fetch?: typeof fetch;
  timeoutMs?: number;
};

const amount = z.number().int().min(0);

const paymentSchema = z.object({
  id: z.string(),
  status: z.enum(['requires_payment', 'requires_action', 'processing', 'succeeded', 'failed', 'cancelled']),
  amount,
  currency: z.string(),
  refunded: amount,
  clientToken: z.string(),
  failure: z
    .object({
      code: z.enum([
        'declined',
        'insufficient_funds',
        'expired_card',
        'incorrect_cvc',
        'authentication_failed',
        'processing_error',
      ]),
      message: z.string(),
    })
    .nullable(),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  metadata: z.object({ orderShortId: z.string() }),
}) satisfies z.ZodType<ProviderPayment>;

const refundSchema = z.object({
  id: z.string(),
  paymentId: z.string(),
  status: z.enum(['pending', 'succeeded', 'failed']),
  amount,
  currency: z.string(),
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
}) satisfies z.ZodType<ProviderRefund>;

const disputeSchema = z.object({
  id: z.string(),
  paymentId: z.string(),
  status: z.enum(['warning', 'needs_response', 'under_review', 'won', 'lost']),
  amount,
  currency: z.string(),
  reason: z.string(),
  respondBy: z.iso
    .datetime()
    .transform((at) => new Date(at))
    .nullable(),
}) satisfies z.ZodType<ProviderDispute>;

const problemSchema = z.object({ code: z.string(), detail: z.string() });

const webhookSchema = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(100),
  account: z.string().nullable(),
  createdAt: z.iso.datetime(),
  data: z.object({
    payment: z.object({ id: z.string().min(1).max(255) }),
    refund: z.object({ id: z.string().min(1).max(255) }).nullable(),
    dispute: z
      .object({ id: z.string().min(1).max(255) })
      .nullable()
      .default(null),
  }),
});

function failedCall(error: unknown, operation: string): ProviderError {
  const at = { provider: 'test_bank', operation, cause: error } as const;
  if (error instanceof ProviderError) return error;
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')) {
    return new ProviderError('timeout', `The test bank did not answer ${operation} in time`, at);
  }
  const cause = error instanceof Error ? errorCodeOf(error.cause) : '';
  const kind: ProviderErrorKind = NOT_REACHED.has(cause) ? 'unavailable' : 'unknown';
  return new ProviderError(kind, `The connection to the test bank failed during ${operation}`, at);
}

async function refusedCall(answer: Response, operation: string): Promise<ProviderError> {
  const parsed = problemSchema.safeParse(await answer.json().catch(() => null));
  const { status } = answer;
  const kind: ProviderErrorKind =
    status === 429 ? 'unavailable' : status >= 400 && status < 500 ? 'rejected' : 'unknown';
  const wait = Number(answer.headers.get('retry-after') ?? Number.NaN);
  return new ProviderError(
    kind,
    `The test bank answered ${operation} with ${status}: ${parsed.data?.detail ?? 'no detail'}`,
    {
      provider: 'test_bank',
      operation,
      status,
      code: parsed.data?.code,
      retryAfterSeconds: Number.isFinite(wait) ? wait : undefined,
    },
  );
}

/**
 * Entrada's client of the test bank. It knows only the bank's address and secret, and does not use its
 * tables.
 */
export function createTestBankProvider(options: TestBankProviderOptions): PaymentProvider {
  const { timeoutMs = 10_000 } = options;
  const send = options.fetch ?? fetch;
  const keys = deriveKeys(options.secret);
  const base = () => (typeof options.baseUrl === 'function' ? options.baseUrl() : options.baseUrl);

  async function call<T>(
    operation: string,
    schema: z.ZodType<T>,
    request: { method: 'GET' | 'POST'; path: string; account: string | null; key?: string; body?: unknown },
  ): Promise<T> {
    try {
      const answer = await send(new URL(`/test-bank/v1${request.path}`, base()), {
        method: request.method,
        headers: {
          authorization: `Bearer ${keys.api}`,
          accept: 'application/json',
          ...(request.account !== null && { [ACCOUNT_HEADER]: request.account }),
          ...(request.key !== undefined && { 'idempotency-key': request.key }),
          ...(request.body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!answer.ok) throw await refusedCall(answer, operation);
      return schema.parse(await answer.json());
    } catch (error) {
      throw failedCall(error, operation);
    }
  }

  const payment = (id: string) => `/payments/${encodeURIComponent(id)}`;

  return {
    name: 'test_bank',
    connect: null,
    publishableKey: null,
    checkAmount,
    createPayment: ({ idempotencyKey, account, ...input }) =>
      call('createPayment', paymentSchema, {
        method: 'POST',
        path: '/payments',
        account,
        key: idempotencyKey,
        body: {
          amount: input.amount,
          currency: input.currency,
          orderShortId: input.orderShortId,
          description: input.description,
          merchantName: input.merchantName ?? null,
          receiptEmail: input.receiptEmail,
          returnUrl: input.returnUrl,
          applicationFee: input.applicationFee ?? 0,
        },
      }),
    lookUp: ({ providerPaymentId, account }) =>
      call('lookUp', paymentSchema, { method: 'GET', path: payment(providerPaymentId), account }),
    cancel: ({ providerPaymentId, account }) =>
      call('cancel', paymentSchema, {
        method: 'POST',
        path: `${payment(providerPaymentId)}/cancel`,
        account,
      }),
    refund: ({ idempotencyKey, providerPaymentId, account, amount, reason }) =>
      call('refund', refundSchema, {
        method: 'POST',
        path: `${payment(providerPaymentId)}/refunds`,
        account,
        key: idempotencyKey,
        body: { amount, reason: reason ?? null },
      }),
    lookUpRefund: ({ providerRefundId, account }) =>
      call('lookUpRefund', refundSchema, {
        method: 'GET',
        path: `/refunds/${encodeURIComponent(providerRefundId)}`,
        account,
      }),
    lookUpDispute: ({ providerDisputeId, account }) =>
      call('lookUpDispute', disputeSchema, {
        method: 'GET',
        path: `/disputes/${encodeURIComponent(providerDisputeId)}`,
        account,
      }),
    parseWebhook: ({ rawBody, headers, now }): WebhookResult => {
      const refusal = checkSignature({ key: keys.webhook, rawBody, header: headers[SIGNATURE_HEADER], now });
      return refusal ? { ok: false, code: refusal } : readWebhook(rawBody);
    },
  };
}

function readWebhook(rawBody: Buffer): WebhookResult {
  let said: unknown;
  try {
    said = JSON.parse(rawBody.toString('utf8'));
  } catch {
    return { ok: false, code: 'body_malformed' };
  }
  const parsed = webhookSchema.safeParse(said);
  if (!parsed.success) return { ok: false, code: 'body_malformed' };
  const { id, type, account, createdAt, data } = parsed.data;
  return {
    ok: true,
    event: {
      eventId: id,
      type,
      subject: data.dispute ? 'dispute' : data.refund ? 'refund' : 'payment',
      providerPaymentId: data.payment.id,
      providerRefundId: data.refund?.id ?? null,
      providerDisputeId: data.dispute?.id ?? null,
      account,
      createdAt: new Date(createdAt),
    },
  };
}
