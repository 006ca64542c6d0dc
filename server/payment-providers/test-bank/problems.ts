import type { FastifyInstance, FastifyReply } from 'fastify';
import type { z } from 'zod';
import { isDatabaseUnavailable } from '../../db/errors.ts';

export type CardFieldCode =
  | 'required'
  | 'card_number_invalid'
  | 'card_number_not_a_test_number'
  | 'card_expiry_invalid'
  | 'card_expired'
  | 'card_cvc_invalid'
  | 'invalid_characters'
  | 'invalid_choice'
  | 'invalid_format'
  | 'too_long'
  | 'unknown_field';

export type BankFieldError = { path: string; code: CardFieldCode };

const PROBLEMS = {
  MALFORMED_REQUEST: [400, 'The request cannot be read'],
  UNAUTHENTICATED: [401, 'The key is missing or wrong'],
  NOT_FOUND: [404, 'There is no such object on this account'],
  PAYMENT_ENDED: [409, 'This payment was cancelled or has failed for good; a new one is needed'],
  CHALLENGE_ENDED: [409, 'This confirmation has ended'],
  BODY_TOO_LARGE: [413, 'The body is too large'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'The body must be JSON'],
  VALIDATION_FAILED: [422, 'Some fields were refused'],
  IDEMPOTENCY_KEY_REUSED: [422, 'This idempotency key came with another request before'],
  RETURN_URL_NOT_ALLOWED: [422, 'The return URL must be on our own origin'],
  CURRENCY_NOT_SUPPORTED: [422, 'This currency cannot be charged'],
  AMOUNT_TOO_SMALL: [422, 'The amount is below the smallest charge'],
  AMOUNT_TOO_LARGE: [422, 'The amount is above the largest charge'],
  AMOUNT_NOT_A_MULTIPLE: [422, 'The amount must be a multiple of 10 in this currency'],
  PAYMENT_NOT_REFUNDABLE: [422, 'Only a succeeded payment can be refunded'],
  PAYMENT_DISPUTED: [422, 'The payment is disputed, so it cannot be refunded'],
  DISPUTE_ENDED: [409, 'This dispute is decided'],
  REFUND_EXCEEDS_PAYMENT: [422, 'The refund is larger than what is left of the payment'],
  RATE_LIMITED: [429, 'Too many requests'],
  INTERNAL: [500, 'Something went wrong at the bank'],
  UNAVAILABLE: [503, 'The bank cannot answer at the moment'],
} as const satisfies Record<string, readonly [number, string]>;

export type BankProblemCode = keyof typeof PROBLEMS;

/** Sends a problem document (RFC 9457). */
export function sendProblem(
  reply: FastifyReply,
  code: BankProblemCode,
  errors?: BankFieldError[],
): FastifyReply {
  const [status, title] = PROBLEMS[code];
  return reply
    .status(status)
    .type('application/problem+json')
    .send(
      JSON.stringify({ type: 'about:blank', title, status, code, detail: title, ...(errors && { errors }) }),
    );
}

const CUSTOM: ReadonlySet<string> = new Set<CardFieldCode>([
  'required',
  'card_number_invalid',
  'card_number_not_a_test_number',
  'card_expiry_invalid',
  'card_expired',
  'card_cvc_invalid',
  'invalid_characters',
  'invalid_choice',
]);

/** The first refusal of each field. The message of an issue is its code if it is one of the bank's codes. */
export function fieldErrors(error: z.ZodError): BankFieldError[] {
  const found = new Map<string, CardFieldCode>();
  for (const issue of error.issues) {
    const paths =
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => [...issue.path, key].join('.'))
        : [issue.path.join('.')];
    for (const path of paths) if (!found.has(path)) found.set(path, fieldCodeOf(issue));
  }
  return [...found].map(([path, code]) => ({ path, code }));
}

function fieldCodeOf(issue: z.core.$ZodIssue): CardFieldCode {
  if (CUSTOM.has(issue.message)) return issue.message as CardFieldCode;
  if (issue.code === 'unrecognized_keys') return 'unknown_field';
  if (issue.code === 'too_big') return 'too_long';
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'required';
  return 'invalid_format';
}

/** Turns every error below this scope into a problem document. The detail is left out above 499. */
export function answerProblems(scope: FastifyInstance): void {
  scope.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status === 413) return sendProblem(reply, 'BODY_TOO_LARGE');
    if (status === 415) return sendProblem(reply, 'UNSUPPORTED_MEDIA_TYPE');
    if (status === 429) return sendProblem(reply, 'RATE_LIMITED');
    if (status >= 400 && status < 500) return sendProblem(reply, 'MALFORMED_REQUEST');
    request.log.error({ err: error }, 'test bank');
    return sendProblem(reply, isDatabaseUnavailable(error) ? 'UNAVAILABLE' : 'INTERNAL');
  });
}
