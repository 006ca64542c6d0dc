import { NOT_REACHED, ProviderError, type ProviderErrorKind } from '../port.ts';

/**
 * The fields of an SDK error that are needed here. They are read by their shape, so that this file does not
 * load the SDK.
 */
type SdkError = {
  type?: unknown;
  rawType?: unknown;
  code?: unknown;
  decline_code?: unknown;
  statusCode?: unknown;
  headers?: Record<string, unknown>;
  detail?: unknown;
  message: string;
};

/** The Node.js code of a failed connection (`ETIMEDOUT`). Stripe's own codes are not searched here. */
const networkCodeOf = (value: unknown): string | null => {
  const code = typeof value === 'object' && value !== null ? (value as { code?: unknown }).code : undefined;
  return typeof code === 'string' ? code : null;
};

function connectionKind(detail: unknown): ProviderErrorKind {
  if (networkCodeOf(detail) === 'ETIMEDOUT') return 'timeout';
  const cause = detail instanceof Error ? networkCodeOf(detail.cause) : null;
  return cause !== null && NOT_REACHED.has(cause) ? 'unavailable' : 'unknown';
}

/**
 * A temporary refusal without effect: too many requests, or another call with the same key is running. The
 * call is repeated later.
 */
const isRefusedForNow = (error: SdkError) =>
  error.statusCode === 429 ||
  error.statusCode === 409 ||
  error.code === 'rate_limit' ||
  error.code === 'lock_timeout' ||
  error.code === 'idempotency_key_in_use';

function kindOf(error: SdkError): ProviderErrorKind {
  if (error.type === 'StripeConnectionError') return connectionKind(error.detail);
  if (isRefusedForNow(error)) return 'unavailable';
  const status = error.statusCode;
  // 424: a request that Stripe made itself failed, and nobody knows how far it got.
  if (typeof status === 'number' && status >= 400 && status < 500 && status !== 424) return 'rejected';
  return 'unknown';
}

/**
 * Whether Stripe keeps this server error under the idempotency key and repeats it. The same key then never
 * succeeds.
 */
export function isKeptFailure(error: unknown): boolean {
  const { statusCode, headers } = error as Partial<SdkError>;
  return typeof statusCode === 'number' && statusCode >= 500 && headers?.['idempotent-replayed'] === 'true';
}

/**
 * Converts an error of the SDK, or of reading its answer, to a ProviderError. A ProviderError stays as it is.
 */
export function toProviderError(error: unknown, operation: string): ProviderError {
  if (error instanceof ProviderError) return error;
  const known = error instanceof Error ? (error as SdkError) : { message: String(error) };
  const status = typeof known.statusCode === 'number' ? known.statusCode : undefined;
  const wait = Number(known.headers?.['retry-after'] ?? Number.NaN);
  const code = known.decline_code || known.code || known.rawType;
  return new ProviderError(kindOf(known), `Stripe did not carry out ${operation}: ${known.message}`, {
    provider: 'stripe',
    operation,
    status,
    code: typeof code === 'string' ? code : undefined,
    retryAfterSeconds: Number.isFinite(wait) ? wait : undefined,
    cause: error,
  });
}
