import type { ErrorCode, Problem } from '@entrada/contract/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorCodeOf, isDatabaseUnavailable, SQLSTATE } from '../../db/errors.ts';
import { AppError, ERROR_MEANINGS, fail } from '../errors.ts';

/** PostgreSQL codes that come from what the caller sent and not from a fault of ours. */
const BAD_VALUE_CODES = new Set<string>([
  SQLSTATE.numericValueOutOfRange,
  SQLSTATE.invalidDatetimeFormat,
  SQLSTATE.datetimeFieldOverflow,
  SQLSTATE.characterNotInRepertoire,
  SQLSTATE.invalidTextRepresentation,
  SQLSTATE.untranslatableCharacter,
]);

/** The whole transaction was rolled back, for no fault of the request: the same request may succeed at once. */
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

/** The caller went away while sending the body. The code is that of a lost database, but the fault is not ours. */
const isHangUp = (error: unknown) =>
  error instanceof Error &&
  errorCodeOf(error) === 'ECONNRESET' &&
  'statusCode' in error &&
  error.statusCode === 400;

/** Makes an AppError of anything that was thrown; what nobody expected becomes INTERNAL. */
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

/** More are not told: an answer must not be many times what was sent. */
const MAX_ERRORS = 1000;

/** The problem document of an error, with its status. Nothing of a cause leaks. */
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
