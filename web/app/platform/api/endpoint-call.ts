import type { Endpoint, InputOf, OutputOf } from '@entrada/contract/endpoint';

/** The options of a call. */
export type CallOptions = {
  signal?: AbortSignal | undefined;
  /** Makes a repeated change happen once. Keep the same key for every retry of one intent. */
  idempotencyKey?: string;
  headers?: Record<string, string>;
};

/** One call of the API: in-process on the server, by fetch in the browser. Throws `ApiError`. */
export type CallApi = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options?: CallOptions,
) => Promise<OutputOf<E>>;

export type AnyInput = { params?: unknown; query?: unknown; body?: unknown };

/** The URL of a call. Replaces `:name` by the params and leaves out empty query values. */
export function endpointUrl(endpoint: Pick<Endpoint, 'path'>, input: AnyInput): string {
  const params = record(input.params);
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(record(input.query))) {
    if (value !== undefined && value !== null && value !== '') search.append(key, String(value));
  }
  const query = search.toString();
  return `/api${path}${query ? `?${query}` : ''}`;
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
