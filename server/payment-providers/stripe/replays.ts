import { isKeptFailure } from './errors.ts';

/** How often the next key replaces a key that Stripe has spoilt. */
const ATTEMPTS = 3;

/**
 * Stripe keeps a server error under the idempotency key and repeats it. The same key can then never succeed,
 * although the first call may have had its effect. In this case `find` searches for what that call created.
 * If it finds nothing, the next key of a fixed series is used. Every later repetition uses the same series.
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
