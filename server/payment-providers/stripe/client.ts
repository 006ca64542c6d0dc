import { Stripe } from 'stripe';

/**
 * The version of Stripe's API that this adapter was written for. It never relies on the default version of
 * the account.
 */
export const API_VERSION = '2026-10-28.endive';

export const TIMEOUT_MS = 10_000;

type ClientOptions = {
  secretKey: string;
  /** Replaces https://api.stripe.com, for a local server. */
  apiBase?: string | undefined;
  timeoutMs?: number | undefined;
  fetch?: typeof fetch | undefined;
};

/**
 * The SDK with Entrada's settings. It makes one request per call, because Entrada's own keys and jobs repeat
 * calls. A call may take 10 s in all. It uses fetch, because the SDK's client on node:http repeats a broken
 * connection once even if it must not.
 */
export function createClient({
  secretKey,
  apiBase,
  timeoutMs = TIMEOUT_MS,
  fetch: given,
}: ClientOptions): Stripe {
  const send = given ?? fetch;
  const base = apiBase === undefined ? null : new URL(apiBase);
  return new Stripe(secretKey, {
    apiVersion: API_VERSION,
    timeout: timeoutMs,
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient((input, init) => send(input, { ...init, redirect: 'error' })),
    ...(base && {
      protocol: base.protocol === 'http:' ? ('http' as const) : ('https' as const),
      host: base.hostname,
      port: base.port || (base.protocol === 'http:' ? '80' : '443'),
    }),
  });
}
