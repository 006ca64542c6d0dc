import { setTimeout as wait } from 'node:timers/promises';
import { isDatabaseUnavailable } from './errors.ts';

const PATIENCE_MS = 120_000;
const PAUSE_MS = 500;
const TELL_EVERY_MS = 10_000;

type Options = { say: (line: string) => void; patienceMs?: number; pauseMs?: number };

const seconds = (ms: number) => `${Math.max(Math.round(ms / 1_000), 0)} s`;

/** What the database or the system said, without the words of whoever asked. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : reasonOf(error.cause);
}

/**
 * Does work of a start. While the database is away it waits and does the work again, for two minutes in a row and with a
 * line every ten seconds: the database may start at the same time, or it may fail over just now. The work must do no harm
 * if it is done twice. Throws the error of the work if the patience ends or if the database is not the cause.
 */
export async function whenThere<T>(work: () => Promise<T>, options: Options): Promise<T> {
  const { say, patienceMs = PATIENCE_MS, pauseMs = PAUSE_MS } = options;
  let [awaySince, toldAt] = [0, 0];
  for (;;) {
    const began = performance.now();
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      const now = performance.now();
      // Work that ran for a while had its database, so this is another outage.
      if (awaySince === 0 || now - began > patienceMs / 2) awaySince = now;
      const left = awaySince + patienceMs - now;
      if (left <= 0) throw error;
      if (toldAt === 0 || now - toldAt >= TELL_EVERY_MS) {
        toldAt = now;
        say(`The database does not answer (${reasonOf(error)}): waiting for it, ${seconds(left)} more`);
      }
      await wait(pauseMs);
    }
  }
}
