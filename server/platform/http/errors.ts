import type { ErrorCode, Problem } from '@entrada/contract/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../../db/client.ts';
import { AppError, ERROR_MEANINGS, fail } from '../errors.ts';

/** PostgreSQL codes that come from what the caller sent and not from a fault of ours. */
const BAD_VALUE_CODES = new Set(['22003', '22007', '22008', '22021', '22P02', '22P05']);

/** Deadlock, serialization failure, a lock not had in time. */
const ROLLED_BACK_CODES = new Set(['40P01', '40001', '55P03']);

function fromFastify(error: FastifyError): ErrorCode | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return 'UNSUPPORTED_MEDIA_TYPE';
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
      return 'BODY_TOO_LARGE';
    case 'FST_ERR_NOT_FOUND':
      return 'NOT_FOUND';
    default:
      return error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
        ? 'MALFORMED_REQUEST'
        : undefined;
  }
}

/** A caller who went away within the body: the same code as a lost database has, and no fault of ours. */
const isHangUp = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'ECONNRESET' &&
  'statusCode' in error &&
  error.statusCode === 400;

/** Makes an AppError of anything that was thrown; what nobody expected becomes INTERNAL. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isHangUp(error)) return fail('MALFORMED_REQUEST', { cause: error });
  if (isDatabaseUnavailable(error)) return fail('UNAVAILABLE', { retryAfter: 2, cause: error });
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    if (BAD_VALUE_CODES.has(error.code)) return fail('MALFORMED_REQUEST', { cause: error });
    if (error.code === '57014') return fail('UNAVAILABLE', { retryAfter: 5, cause: error });
    // Rolled back whole, for no fault of the request: the same again will do.
    if (ROLLED_BACK_CODES.has(error.code)) return fail('UNAVAILABLE', { retryAfter: 1, cause: error });
    const code = fromFastify(error as FastifyError);
    if (code) return fail(code, { cause: error });
  }
  return fail('INTERNAL', { cause: error });
}

/** More are not told: an answer must not be many times what was sent. */
const MAX_ERRORS = 1000;

/** The problem document of an error, with its status. Nothing of a cause leaks. */
export function toProblem(error: AppError, requestId: string): Problem {
  const { status, detail } = ERROR_MEANINGS[error.code];
  return {
    type: `about:blank#${error.code.toLowerCase()}`,
    title: error.code.toLowerCase().replaceAll('_', ' '),
    status,
    code: error.code,
    detail,
    requestId,
    ...(error.errors && { errors: error.errors.slice(0, MAX_ERRORS) }),
    ...((error.params || error.retryAfter !== undefined) && {
      params: {
        ...error.params,
        ...(error.retryAfter !== undefined && { retryAfter: Math.ceil(error.retryAfter) }),
      },
    }),
  };
}

/** Sends an error as a problem document and logs what is our fault. */
export async function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const known = toAppError(error);
  const problem = toProblem(known, request.id);
  if (problem.status >= 500)
    request.log.error({ err: known.cause ?? known, code: known.code }, 'request failed');
  else request.log.info({ code: known.code }, 'request refused');
  if (known.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(known.retryAfter)));
  await reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem));
}

/** Makes every error below this instance a problem document, unknown addresses included. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler((request, reply) => sendError(fail('NOT_FOUND'), request, reply));
}
