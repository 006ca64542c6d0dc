import { Stripe } from 'stripe';

/** The version of Stripe's API that this adapter was written against; the account's own default is never relied on. */
export const API_VERSION = '2026-10-28.endive';

export const TIMEOUT_MS = 10_000;

type ClientOptions = {
  secretKey: string;
  /** In place of https://api.stripe.com, for a local server. */
  apiBase?: string | undefined;
  timeoutMs?: number | undefined;
  fetch?: typeof fetch | undefined;
};

/**
 * The SDK as Entrada uses it: one request per call, since our own keys and jobs repeat, and 10 s from start to end. Over
 * fetch, because the SDK's client on node:http repeats a broken connection once although it was told not to.
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
