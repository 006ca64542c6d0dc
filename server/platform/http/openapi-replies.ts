import type { ErrorCode } from '@entrada/contract/errors';
import { PERMISSIONS } from '@entrada/contract/permissions';
import { z } from 'zod';
import { ERROR_MEANINGS } from '../errors.ts';
import type { Described } from './declared.ts';

type Json = Record<string, unknown>;

/** The codes that a call can be refused with before its own rules count, by what the call takes and who may make it. */
function refusalsOf({ endpoint, options }: Described): ErrorCode[] {
  const { access, method, idempotent, multipart } = endpoint;
  const isPublic = access === 'public' || access === 'self';
  const has = (schema: z.ZodType) => !(schema instanceof z.ZodUndefined);
  const hasBody = has(endpoint.body) || multipart;
  const isLimited =
    (isPublic && method === 'GET') ||
    options.limits ||
    options.softLimits ||
    options.limitPer ||
    options.misses;
  return [
    ...(hasBody ? (['MALFORMED_REQUEST', 'UNSUPPORTED_MEDIA_TYPE', 'BODY_TOO_LARGE'] as const) : []),
    ...(isPublic ? [] : (['UNAUTHENTICATED'] as const)),
    ...(access in PERMISSIONS ? (['FORBIDDEN'] as const) : []),
    ...(isPublic || method === 'GET' ? [] : (['XSRF_MISMATCH'] as const)),
    ...(has(endpoint.params) ? (['NOT_FOUND'] as const) : []),
    ...(options.misses?.codes ?? []),
    ...(hasBody || has(endpoint.query) || idempotent ? (['VALIDATION_FAILED'] as const) : []),
    ...(idempotent ? (['IDEMPOTENCY_KEY_REUSED'] as const) : []),
    ...(isLimited ? (['RATE_LIMITED'] as const) : []),
    ...(options.proof ? (['PROOF_REQUIRED'] as const) : []),
    'UNAVAILABLE',
  ];
}

const problem = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
const retryAfter = {
  'Retry-After': { description: 'Seconds until another try makes sense.', schema: { type: 'integer' } },
};

/** The refusals of a call by their status, each with its codes. `default` stands for the call's own rules. */
export function refusedReplies(described: Described): Record<string, Json> {
  const codes = [...new Set(refusalsOf(described))];
  const byStatus = Map.groupBy(codes, (code) => ERROR_MEANINGS[code].status);
  const replies = [...byStatus].map(([status, some]) => [
    String(status),
    {
      description: some.map((code) => `\`${code}\`: ${ERROR_MEANINGS[code].detail}`).join('\n\n'),
      ...((status === 429 || status === 503) && { headers: retryAfter }),
      content: problem,
    },
  ]);
  const own =
    'Refused by a rule of this call. `code` says which; the summary and the list of codes explain it.';
  return { ...Object.fromEntries(replies), default: { description: own, content: problem } };
}
