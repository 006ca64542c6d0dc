import { fail } from './errors.ts';

export type Slots = {
  /**
   * Runs work as soon as a slot is free, in the order of arrival. Throws UNAVAILABLE with Retry-After immediately if
   * too many wait, and later if this call waited too long. A patient call waits as long as it takes: jobs are patient,
   * because their number is limited already.
   */
  run: <T>(work: () => Promise<T>, options?: { isPatient?: boolean }) => Promise<T>;
  waiting: () => number;
  /** Refuses every call that waits and is not patient. */
  refuseWaiting: (error: unknown) => void;
};

type Waiting = { begin: () => void; refuse: ((error: unknown) => void) | null };

type SlotsOptions = {
  atOnce: number;
  maxWaiting: number;
  /** A call that has not begun after this many milliseconds is refused. */
  maxWaitMs?: number;
};

/** The weight of the newest work in the measured duration. */
const NEWEST_SHARE = 0.3;
const LONGEST_RETRY_SECONDS = 30;

/**
 * Limits how much expensive work runs together and how much waits, so that too much of it is refused early and the
 * memory that it takes has a limit.
 */
export function createSlots({ atOnce, maxWaiting, maxWaitMs = 5000 }: SlotsOptions): Slots {
  const queue: Waiting[] = [];
  let running = 0;
  let usualMs = 0;

  const busy = () => {
    const seconds = (queue.length * usualMs) / atOnce / 1000;
    return fail('UNAVAILABLE', {
      retryAfter: Math.min(LONGEST_RETRY_SECONDS, Math.max(1, Math.ceil(seconds))),
    });
  };

  const enter = (isPatient: boolean): Promise<void> => {
    if (running < atOnce) {
      running += 1;
      return Promise.resolve();
    }
    if (!isPatient && queue.length >= maxWaiting) return Promise.reject(busy());
    return new Promise((begin, refuse) => {
      const leave = (error: unknown) => {
        clearTimeout(timer);
        queue.splice(queue.indexOf(entry), 1);
        refuse(error);
      };
      const timer = isPatient ? undefined : setTimeout(() => leave(busy()), maxWaitMs);
      const entry: Waiting = {
        begin: () => {
          clearTimeout(timer);
          begin();
        },
        refuse: isPatient ? null : leave,
      };
      queue.push(entry);
    });
  };

  /** Hands the slot to the next call, so that no call that comes meanwhile can take it. */
  const exit = () => {
    const next = queue.shift();
    if (next) next.begin();
    else running -= 1;
  };

  return {
    waiting: () => queue.length,
    refuseWaiting: (error) => {
      for (const { refuse } of [...queue]) refuse?.(error);
    },
    run: async (work, { isPatient = false } = {}) => {
      await enter(isPatient);
      const begun = performance.now();
      try {
        return await work();
      } finally {
        usualMs += (performance.now() - begun - usualMs) * (usualMs === 0 ? 1 : NEWEST_SHARE);
        exit();
      }
    },
  };
}
