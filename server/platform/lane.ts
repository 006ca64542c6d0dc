import { setImmediate as soon } from 'node:timers';
import { isDatabaseUnavailable } from '../db/errors.ts';
import { fail } from './errors.ts';

/** One request of a batch. Answer or refuse it as soon as its outcome is known; the first word counts. */
export type Waiting<Q, A> = {
  request: Q;
  readonly isAnswered: boolean;
  answer: (answer: A) => void;
  refuse: (error: unknown) => void;
};

export type Lane<Q, A> = {
  /** Queues a request. Throws UNAVAILABLE with Retry-After at once when the queue is full, and after waiting too long. */
  submit: (request: Q, options?: { isGone?: () => boolean }) => Promise<A>;
  waiting: () => number;
};

type Splitting<Q, A> = {
  /** The work of a batch or of a part of it, all or nothing. */
  run: (part: readonly Waiting<Q, A>[]) => Promise<void>;
  /** The parts that are tried by themselves once their whole has failed; none where that is of no use. Halves unless given. */
  split?: (failed: readonly Waiting<Q, A>[], error: unknown) => readonly (readonly Waiting<Q, A>[])[];
  /** Answers one that is not tried again. Refuses it with what was thrown unless given. */
  giveUp?: (waiting: Waiting<Q, A>, error: unknown) => void;
};

/** None where one request is left: it stands alone already. */
export function halves<T>(all: readonly T[]): (readonly T[])[] {
  const middle = all.length >> 1;
  return middle === 0 ? [] : [all.slice(0, middle), all.slice(middle)];
}

/**
 * Runs a batch whose work is all or nothing. One that fails is split until what fails stands alone: that one is given up,
 * the others are served. When the database is gone, all are given up at once. What is answered already is not tried again.
 */
export async function runSplitting<Q, A>(
  batch: readonly Waiting<Q, A>[],
  splitting: Splitting<Q, A>,
): Promise<void> {
  const { run, split = halves, giveUp = (waiting, error) => waiting.refuse(error) } = splitting;
  try {
    await run(batch);
  } catch (error) {
    const open = batch.filter((waiting) => !waiting.isAnswered);
    const parts = isDatabaseUnavailable(error) ? [] : split(open, error);
    for (const part of parts) await runSplitting(part, splitting);
    if (parts.length === 0) for (const waiting of open) giveUp(waiting, error);
  }
}

type Entry<Q, A> = Waiting<Q, A> & { isAnswered: boolean; since: number; isGone: () => boolean };

type LaneOptions<Q, A> = {
  /** Handles a batch in the order of arrival. What it leaves unanswered is refused with what it throws. */
  run: (batch: readonly Waiting<Q, A>[]) => Promise<void>;
  maxBatch?: number;
  maxWaiting?: number;
  /** Milliseconds after which a request that was not begun is told to come again. */
  maxWaitMs?: number;
};

/** How much the newest batch counts in the measured speed. */
const NEWEST_SHARE = 0.3;
const LONGEST_RETRY_SECONDS = 30;

/**
 * A single file of requests for which batches are cheaper than singles: one batch is under way at a time, and takes
 * whatever came while the one before it ran. No timer: an idle lane starts at once. Bounded in length and in waiting, so
 * that too much work is refused honestly instead of being late for everybody. Requests whose caller left are dropped.
 */
export function createLane<Q, A>(options: LaneOptions<Q, A>): Lane<Q, A> {
  const { run, maxBatch = 500, maxWaiting = 4000, maxWaitMs = 5000 } = options;
  let queue: Entry<Q, A>[] = [];
  let isRunning = false;
  let outbox: (() => void)[] = [];
  let perSecond = maxWaiting;

  const retryAfter = () =>
    Math.min(LONGEST_RETRY_SECONDS, Math.max(1, Math.ceil(queue.length / Math.max(1, perSecond))));
  const busy = () => fail('UNAVAILABLE', { retryAfter: retryAfter() });

  const takeBatch = (): Entry<Q, A>[] => {
    const batch: Entry<Q, A>[] = [];
    const now = performance.now();
    let taken = 0;
    for (; taken < queue.length && batch.length < maxBatch; taken += 1) {
      const entry = queue[taken];
      if (!entry) continue;
      if (entry.isGone() || now - entry.since > maxWaitMs) entry.refuse(busy());
      else batch.push(entry);
    }
    queue = queue.slice(taken);
    return batch;
  };

  const runOne = async (batch: readonly Entry<Q, A>[]) => {
    const begun = performance.now();
    try {
      await run(batch);
      for (const entry of batch) entry.refuse(new Error('A request of a batch was left without an answer'));
    } catch (error) {
      for (const entry of batch) entry.refuse(error);
    }
    const seconds = Math.max(0.001, (performance.now() - begun) / 1000);
    perSecond = perSecond * (1 - NEWEST_SHARE) + (batch.length / seconds) * NEWEST_SHARE;
  };

  const work = async () => {
    for (let batch = takeBatch(); batch.length > 0; batch = takeBatch()) {
      const running = runOne(batch);
      // The next batch is on its way before the last one's answers are worked on: neither waits for the other.
      if (outbox.length > 0) soon(deliver);
      await running;
    }
    deliver();
    isRunning = false;
    if (queue.length > 0) start();
  };
  const deliver = () => {
    const answers = outbox;
    outbox = [];
    for (const give of answers) give();
  };
  const start = () => {
    isRunning = true;
    soon(() => void work());
  };

  return {
    waiting: () => queue.length,
    submit: (request, { isGone = () => false } = {}) => {
      if (queue.length >= maxWaiting) return Promise.reject(busy());
      return new Promise<A>((done, fail) => {
        const once = (give: () => void) => {
          if (!entry.isAnswered) outbox.push(give);
          entry.isAnswered = true;
        };
        const answer = (value: A) => once(() => done(value));
        const refuse = (error: unknown) => once(() => fail(error));
        const since = performance.now();
        const entry: Entry<Q, A> = { request, isAnswered: false, answer, refuse, isGone, since };
        queue.push(entry);
        if (!isRunning) start();
      });
    },
  };
}
