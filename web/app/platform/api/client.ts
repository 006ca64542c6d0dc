import { COOKIES, HEADERS } from '@entrada/contract/constants';
import type { Endpoint, InputOf, OutputOf } from '@entrada/contract/endpoint';
import { isWorkspacePath, readCookie } from '../i18n/locales.ts';
import { goToLogin, secondFactorPath } from '../previous-url.ts';
import { type AnyInput, type CallOptions, endpointUrl } from './endpoint-call.ts';
import { ApiError, apiErrorFrom } from './error.ts';
import { bringErrorMessage } from './error-messages.ts';

/**
 * Calls the API from the browser. Answers the parsed reply of a 2xx and throws `ApiError` otherwise. If the session
 * is lost in the workspace, it goes to login, which leads back to this page. A body may be `FormData` if the
 * endpoint is multipart.
 */
export async function api<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E> | (Omit<InputOf<E>, 'body'> & { body: FormData }),
  options: CallOptions = {},
): Promise<OutputOf<E>> {
  const response = await send(endpoint, input, options);
  const body = await readBody(response);
  // The server has already shaped the reply by the endpoint's response schema. It is not parsed again.
  if (response.ok) return body as OutputOf<E>;
  if (response.status === 401 && isWorkspacePath(location.pathname)) goToLogin();
  const error = await refusedBy(response.status, body);
  // The account has begun to ask for it while this page was open.
  if (error.code === 'SECOND_FACTOR_REQUIRED' && location.pathname !== secondFactorPath)
    location.assign(secondFactorPath);
  throw error;
}

/** The error for a reply that was not 2xx, once its message can be shown. */
export async function refusedBy(status: number, body: unknown): Promise<ApiError> {
  const error = apiErrorFrom(status, body);
  await bringErrorMessage(error.code);
  return error;
}

async function send(endpoint: Endpoint, input: AnyInput, options: CallOptions): Promise<Response> {
  const { body } = input;
  const headers = new Headers({ accept: 'application/json', ...options.headers });
  const token = readCookie(document.cookie, COOKIES.xsrf);
  if (token) headers.set(HEADERS.xsrf, token);
  if (options.idempotencyKey) headers.set(HEADERS.idempotency, options.idempotencyKey);
  if (body !== undefined && !(body instanceof FormData)) headers.set('content-type', 'application/json');
  try {
    return await fetch(endpointUrl(endpoint, input), {
      method: endpoint.method,
      headers,
      credentials: 'include',
      signal: options.signal ?? null,
      body: body === undefined || body instanceof FormData ? (body ?? null) : JSON.stringify(body),
    });
  } catch {
    if (options.signal?.aborted) throw new ApiError({ status: 0, code: 'ABORTED' });
    throw new ApiError({ status: 0, code: navigator.onLine ? 'NETWORK' : 'OFFLINE' });
  }
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text().catch(() => '');
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A new key for one intent, such as one press of "Continue". Retries of that press reuse it. */
export function newIdempotencyKey(): string {
  // `randomUUID` needs a secure context. An installation on a local network may not have one.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
