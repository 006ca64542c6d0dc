import type { FieldError } from '@entrada/contract/errors';
import { data, isRouteErrorResponse } from 'react-router';
import { challengeOf } from '../proof/with-proof.ts';
import { ApiError, type ApiErrorCode } from './error.ts';
import { formText } from './form.ts';

/** Why a form was refused. An action returns it to its page. */
export type Refusal = {
  code: ApiErrorCode;
  errors: FieldError[];
  /** Seconds until the next attempt can succeed, if the server says so. */
  retryAfter: number | null;
  /** The proof of work that the server wants before it accepts the form. */
  challenge?: string;
};

/** A refused form. `typed` holds the values to show again if the page was loaded anew, without scripts. */
export type Refused = { refusal: Refusal; typed: Partial<Record<string, string>> };

/**
 * Turns a refused call into the answer of an action, with the API's own status. Throws any error that is not a
 * refusal.
 */
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

/** The named text fields of a form. Do not name passwords. */
export function typedFields(form: FormData, names: readonly string[]): Refused['typed'] {
  return Object.fromEntries(names.map((name) => [name, formText(form, name)]));
}

/** Runs an action in the browser. Without a connection the form keeps its values and shows the error. */
export async function orUnreachable<T>(run: () => Promise<T>) {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Response || isRouteErrorResponse(error)) throw error;
    const code = navigator.onLine ? 'NETWORK' : 'OFFLINE';
    const refused: Refused = { refusal: { code, errors: [], retryAfter: null }, typed: {} };
    // After an error status the router does not load the page's data again.
    return data(refused, { status: 503 });
  }
}
