import type { ErrorCode, FieldError, Problem } from '@entrada/contract/errors';

/** The API's own codes, and those of a call that never got an answer (status 0) or was given up before it was made. */
export type ApiErrorCode = ErrorCode | 'OFFLINE' | 'NETWORK' | 'ABORTED' | 'PROOF_FAILED';

type ApiProblem = Omit<Partial<Problem>, 'status' | 'code'> & { status: number; code: ApiErrorCode };

/**
 * A refusal by the API, or no answer at all.
 *
 * It also carries React Router's shape of a thrown `data()`. A loader that does not catch it thus
 * answers with the API's own status, and the error page gets the problem's code.
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

  /** What the words of the code need, such as how many are left. */
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

/** The error for a reply that was not 2xx, whether or not it holds a problem document. */
export function apiErrorFrom(status: number, body: unknown): ApiError {
  const problem = body as Partial<Problem> | null | undefined;
  const code = typeof problem?.code === 'string' ? problem.code : undefined;
  return new ApiError({
    ...(code && problem),
    status,
    code: code ?? (status >= 500 ? 'UNAVAILABLE' : 'INTERNAL'),
  });
}
