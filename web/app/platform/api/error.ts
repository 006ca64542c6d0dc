import type { ErrorCode, FieldError, Problem } from '@entrada/contract/errors';

/**
 * The API's own codes, and the codes of a call without an answer (status 0) or a call that was aborted before it
 * was sent.
 */
export type ApiErrorCode = ErrorCode | 'OFFLINE' | 'NETWORK' | 'ABORTED' | 'PROOF_FAILED' | 'STORAGE_FULL';

type ApiProblem = Omit<Partial<Problem>, 'status' | 'code'> & { status: number; code: ApiErrorCode };

/**
 * A refusal by the API, or a call without an answer.
 * It also has the shape of React Router's `data()`. If a loader does not catch it, the page answers with the API's
 * own status, and the error page gets the code.
 */
export class ApiError extends Error {
  readonly type = 'DataWithResponseInit';
  readonly data: ApiProblem;
  readonly init: { status: number };

  constructor(problem: ApiProblem) {
    super(`${problem.status} ${problem.code}`);
    this.name = 'ApiError';
    this.data = problem;
    this.init = { status: problem.status || 503 };
  }

  get status(): number {
    return this.data.status;
  }

  get code(): ApiErrorCode {
    return this.data.code;
  }

  /** The figures for the message of the code, such as how many are left. */
  get params(): NonNullable<Problem['params']> {
    return this.data.params ?? {};
  }

  get errors(): FieldError[] {
    return this.data.errors ?? [];
  }

  get requestId(): string | undefined {
    return this.data.requestId;
  }
}

/** The error for a reply that was not 2xx, with or without a problem document. */
export function apiErrorFrom(status: number, body: unknown): ApiError {
  const problem = body as Partial<Problem> | null | undefined;
  const code = typeof problem?.code === 'string' ? problem.code : undefined;
  return new ApiError({
    ...(code && problem),
    status,
    code: code ?? (status >= 500 ? 'UNAVAILABLE' : 'INTERNAL'),
  });
}
