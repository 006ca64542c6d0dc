import { isKeptFailure } from './errors.ts';

/** How often a key that Stripe has spoilt is replaced by the next one. */
const ATTEMPTS = 3;

/**
 * Stripe keeps a server error under the idempotency key and repeats it, so that the same key can never succeed any more
 * although the first call may have had its effect. Then `find` looks for what that call made; where there is nothing, the
 * next key in a fixed row is used, which every later repetition comes to as well.
 */
export async function withKeys<T>(
  key: string,
  calls: { make: (key: string) => Promise<T>; find: (key: string) => Promise<T | null> },
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const current = attempt === 1 ? key : `${key}~${attempt}`;
    try {
      return await calls.make(current);
    } catch (error) {
      if (!isKeptFailure(error)) throw error;
      const found = await calls.find(current);
      if (found !== null) return found;
      if (attempt === ATTEMPTS) throw error;
    }
  }
}
