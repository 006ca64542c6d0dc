import { setImmediate as soon } from 'node:timers';
import { fail } from './errors.ts';

/** One request of a batch. Answer or refuse it as soon as its outcome is known; the first word counts. */
export type Waiting<Q, A> = {
  request: Q;
  answer: (answer: A) => void;
  refuse: (error: unknown) => void;
};

export type Lane<Q, A> = {
  /** Queues a request. Throws UNAVAILABLE with Retry-After at once when the queue is full, and after waiting too long. */
  submit: (request: Q, options?: { isGone?: () => boolean }) => Promise<A>;
  waiting: () => number;
};

/**
 * Runs a batch whose work is all or nothing. One that fails is halved until what fails stands alone: that one is refused
 * with what was thrown, the others are served. Where `isHopeless`, as when the database is gone, all are refused at once.
 */
export async function runSplitting<Q, A>(
  batch: readonly Waiting<Q, A>[],
  run: (part: readonly Waiting<Q, A>[]) => Promise<void>,
  isHopeless: (error: unknown) => boolean,
): Promise<void> {
  try {
    await run(batch);
  } catch (error) {
    if (batch.length === 1 || isHopeless(error)) {
      for (const waiting of batch) waiting.refuse(error);
      return;
    }
    const middle = batch.length >> 1;
    await runSplitting(batch.slice(0, middle), run, isHopeless);
    await runSplitting(batch.slice(middle), run, isHopeless);
  }
}

type Entry<Q, A> = Waiting<Q, A> & { since: number; isGone: () => boolean };

export type LaneOptions<Q, A> = {
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
        let isAnswered = false;
        const once = (give: () => void) => {
          if (!isAnswered) outbox.push(give);
          isAnswered = true;
        };
        const answer = (value: A) => once(() => done(value));
        const refuse = (error: unknown) => once(() => fail(error));
        queue.push({ request, answer, refuse, isGone, since: performance.now() });
        if (!isRunning) start();
      });
    },
  };
}
