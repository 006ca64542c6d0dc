import { HEADERS } from '@entrada/contract/constants';
import type { Endpoint, InputOf, OutputOf } from '@entrada/contract/endpoint';
import { api } from '../platform/api/client.ts';
import type { CallOptions } from '../platform/api/endpoint-call.ts';

const keyOf = (listShortId: string) => `entrada.door.token.${listShortId}`;

/** A private window may refuse storage. Then the token lasts until the page is closed. */
const kept = new Map<string, string>();

/** The token of this device for a link; null before it entered. */
export function readToken(listShortId: string): string | null {
  try {
    return localStorage.getItem(keyOf(listShortId)) ?? kept.get(listShortId) ?? null;
  } catch {
    return kept.get(listShortId) ?? null;
  }
}

export function writeToken(listShortId: string, token: string): void {
  kept.set(listShortId, token);
  try {
    localStorage.setItem(keyOf(listShortId), token);
  } catch {
    // It is kept in memory.
  }
}

const idKey = 'entrada.door.id';
let ownId: string | undefined;

/** The own name of this phone, which tells it from another that is called the same. It is read each time: two tabs share it. */
export function deviceId(): string {
  ownId = readId() ?? ownId ?? crypto.randomUUID();
  return ownId;
}

function readId(): string | null {
  try {
    const made = localStorage.getItem(idKey) ?? crypto.randomUUID();
    localStorage.setItem(idKey, made);
    return made;
  } catch {
    return null;
  }
}

/** Calls the door's API as this device. Throws `ApiError`. */
export function doorApi<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E> & { params: { listShortId: string } },
  options: CallOptions = {},
): Promise<OutputOf<E>> {
  const token = readToken(input.params.listShortId);
  const headers = { ...options.headers, ...(token && { [HEADERS.doorDevice]: token }) };
  return api(endpoint, input, { ...options, headers });
}
