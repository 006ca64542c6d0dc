import type { Endpoint, InputOf, OutputOf } from '@entrada/contract/endpoint';
import { baseUrl, newAddress } from './environment.ts';

export type Client = {
  call: <E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<OutputOf<E>>;
};

/**
 * A client of the API without a browser. It signs in with a bearer token and has its own address. `origin`: of another
 * process than the usual one.
 */
export function apiClient(token?: string, origin?: string): Client {
  const address = newAddress();
  return {
    call: async (endpoint, input) => {
      const { params, query, body } = input as {
        params?: Record<string, unknown>;
        query?: Record<string, string>;
        body?: unknown;
      };
      const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(String(params?.[name])),
      );
      const search = query ? `?${new URLSearchParams(query)}` : '';
      const reply = await fetch(`${origin ?? baseUrl()}/api${path}${search}`, {
        method: endpoint.method,
        headers: {
          'x-forwarded-for': address,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await reply.text();
      if (!reply.ok) throw new Error(`${endpoint.method} ${endpoint.path}: ${reply.status} ${text}`);
      return (text === '' ? undefined : JSON.parse(text)) as OutputOf<typeof endpoint>;
    },
  };
}
