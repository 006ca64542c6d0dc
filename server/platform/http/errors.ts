import type { ErrorCode, Problem } from '@entrada/contract/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorCodeOf, isDatabaseUnavailable, SQLSTATE } from '../../db/errors.ts';
import { AppError, ERROR_MEANINGS, fail } from '../errors.ts';
import { createThrottle } from '../log-throttle.ts';

/** PostgreSQL codes that the caller's input causes, and not a fault of the server. */
const BAD_VALUE_CODES = new Set<string>([
  SQLSTATE.numericValueOutOfRange,
  SQLSTATE.invalidDatetimeFormat,
  SQLSTATE.datetimeFieldOverflow,
  SQLSTATE.characterNotInRepertoire,
  SQLSTATE.invalidTextRepresentation,
  SQLSTATE.untranslatableCharacter,
]);

/**
 * The whole transaction was rolled back, and the request is not the cause. The same request may succeed
 * immediately.
 */
const ROLLED_BACK_CODES = new Set<string>([
  SQLSTATE.deadlockDetected,
  SQLSTATE.serializationFailure,
  SQLSTATE.lockNotAvailable,
]);

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

/**
 * The caller disconnected while sending the body. A lost database has the same code, but the server did
 * nothing wrong here.
 */
const isHangUp = (error: unknown) =>
  error instanceof Error &&
  errorCodeOf(error) === 'ECONNRESET' &&
  'statusCode' in error &&
  error.statusCode === 400;

/** Turns anything that was thrown into an AppError. An unexpected error becomes INTERNAL. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isHangUp(error)) return fail('MALFORMED_REQUEST', { cause: error });
  if (isDatabaseUnavailable(error)) return fail('UNAVAILABLE', { retryAfter: 2, cause: error });
  const code = errorCodeOf(error);
  if (BAD_VALUE_CODES.has(code)) return fail('MALFORMED_REQUEST', { cause: error });
  if (code === SQLSTATE.queryCanceled) return fail('UNAVAILABLE', { retryAfter: 5, cause: error });
  if (ROLLED_BACK_CODES.has(code)) return fail('UNAVAILABLE', { retryAfter: 1, cause: error });
  const known = code && fromFastify(error as FastifyError);
  return fail(known || 'INTERNAL', { cause: error });
}

/** The most field errors in one answer, because an answer must not be many times larger than the request. */
const MAX_ERRORS = 1000;

/** The problem document of an error, with its status. It reveals nothing about the cause. */
function toProblem(error: AppError, requestId: string): Problem {
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

/** While something is away every request fails for the same reason, so they share a line. */
const throttle = createThrottle();

function logFailure({ log }: FastifyRequest, error: AppError, status: number): void {
  const { code } = error;
  const cause = error.cause ?? error;
  if (status !== 503) {
    log.error({ err: cause, code }, 'request failed');
    return;
  }
  const why = cause instanceof Error ? cause.message : String(cause);
  throttle(`${code} ${why}`, (count) =>
    log.error({ code, why, count }, 'requests refused for the time being'),
  );
}

/** Sends an error as a problem document. Logs it if the server is at fault. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toAppError(error);
  const problem = toProblem(known, request.id);
  if (problem.status >= 500) logFailure(request, known, problem.status);
  else request.log.info({ code: known.code }, 'request refused');
  if (known.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(known.retryAfter)));
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem));
}

/** Turns every error below this instance into a problem document, also for unknown addresses. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler((request, reply) => sendError(fail('NOT_FOUND'), request, reply));
}
