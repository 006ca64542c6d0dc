import type { FieldError } from '@entrada/contract/errors';
import { data, isRouteErrorResponse } from 'react-router';
import { ApiError, type ApiErrorCode } from '../platform/api/error.ts';
import { formText } from '../platform/api/form.ts';
import { challengeOf } from '../platform/proof/with-proof.ts';

/** Why a form was not accepted, as an action hands it to its page. */
export type Refusal = {
  code: ApiErrorCode;
  errors: FieldError[];
  /** Seconds until another try makes sense, where the server says so. */
  retryAfter: number | null;
  /** The work that the server asks of the browser before it takes the form. */
  challenge?: string;
};

/** A form that was not accepted. `typed` is what to show again where the page itself was lost, without scripts. */
export type Refused = { refusal: Refusal; typed: Partial<Record<string, string>> };

/** What an action answers to a refused call, with the API's own status; anything that is no refusal is thrown on. */
export function refuse(error: unknown, typed: Refused['typed'] = {}) {
  if (!(error instanceof ApiError)) throw error;
  const { retryAfter } = error.params;
  const challenge = challengeOf(error);
  const refused: Refused = {
    refusal: {
      code: error.code,
      errors: error.errors,
      retryAfter: typeof retryAfter === 'number' ? retryAfter : null,
      ...(challenge !== null && { challenge }),
    },
    typed,
  };
  return data(refused, { status: error.init.status });
}

/** The named text fields of a form; never passwords. */
export function typedFields(form: FormData, names: readonly string[]): Refused['typed'] {
  return Object.fromEntries(names.map((name) => [name, formText(form, name)]));
}

/** Runs an action from the browser; without a connection the form stays as it is and says so. */
export async function orUnreachable<T>(run: () => Promise<T>) {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Response || isRouteErrorResponse(error)) throw error;
    const code = navigator.onLine ? 'NETWORK' : 'OFFLINE';
    const refused: Refused = { refusal: { code, errors: [], retryAfter: null }, typed: {} };
    // After a status of failure the router does not try to load the page's data anew.
    return data(refused, { status: 503 });
  }
}
