import type { FastifyBaseLogger } from 'fastify';
import { fail } from '../errors.ts';

/** When to come again: by then the outcome is usually known. */
const RETRY_SECONDS = 5;

/**
 * The answer of work, or UNAVAILABLE with Retry-After after `ms`. The work itself goes on to its end, as if the caller had
 * left: every transaction of it succeeds or fails as a whole, and jobs settle what a provider leaves open. A repetition
 * with the same key joins it, or finds its outcome.
 */
export function inTime<T>(work: Promise<T>, ms: number, log: FastifyBaseLogger): Promise<T> {
  return new Promise((done, refuse) => {
    const begun = performance.now();
    const timer = setTimeout(() => {
      refuse(fail('UNAVAILABLE', { retryAfter: RETRY_SECONDS }));
      const tell = (err?: unknown) =>
        log.warn(
          { ms: Math.round(performance.now() - begun), err },
          'work ended after its caller was told to come again',
        );
      work.then(() => tell(), tell);
    }, ms);
    work.then(
      (answer) => {
        clearTimeout(timer);
        done(answer);
      },
      (error: unknown) => {
        clearTimeout(timer);
        refuse(error);
      },
    );
  });
}
