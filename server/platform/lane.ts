import { setImmediate as soon } from 'node:timers';
import { isDatabaseUnavailable } from '../db/errors.ts';
import { fail } from './errors.ts';

/**
 * One request of a batch. Answer or refuse it as soon as its outcome is known. Only the first answer counts.
 */
export type Waiting<Q, A> = {
  request: Q;
  readonly isAnswered: boolean;
  answer: (answer: A) => void;
  refuse: (error: unknown) => void;
};

export type Lane<Q, A> = {
  /**
   * Queues a request. Throws UNAVAILABLE with Retry-After immediately if the queue is full, and later if the
   * request waited too long.
   */
  submit: (request: Q, options?: { isGone?: () => boolean }) => Promise<A>;
  waiting: () => number;
};

type Splitting<Q, A> = {
  /** The work of a batch or of a part of it. All of it succeeds or none of it. */
  run: (part: readonly Waiting<Q, A>[]) => Promise<void>;
  /**
   * The parts to try separately after the whole has failed. An empty list if trying again is useless. The
   * default is halves.
   */
  split?: (failed: readonly Waiting<Q, A>[], error: unknown) => readonly (readonly Waiting<Q, A>[])[];
  /** Answers a request that is not tried again. The default refuses it with the error. */
  giveUp?: (waiting: Waiting<Q, A>, error: unknown) => void;
};

/** Two halves. Empty for one request, because it cannot be split further. */
export function halves<T>(all: readonly T[]): (readonly T[])[] {
  const middle = all.length >> 1;
  return middle === 0 ? [] : [all.slice(0, middle), all.slice(middle)];
}

/**
 * Runs a batch that succeeds or fails as a whole. A failed batch is split until each failing request is
 * alone. That request is given up, and the others are served. If the database is unavailable, all requests
 * are given up immediately. Answered requests are not tried again.
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
  /**
   * Handles a batch in the order of arrival. Requests that it leaves unanswered are refused with the error
   * that it throws. It calls `rest` if the database had little to do for the batch: the next one then begins when these
   * answers have left, so that it is larger.
   */
  run: (batch: readonly Waiting<Q, A>[], rest: () => void) => Promise<void>;
  maxBatch?: number;
  maxWaiting?: number;
  /** A request that has not begun after this many milliseconds is refused and may come again. */
  maxWaitMs?: number;
};

/** The weight of the newest batch in the measured speed. */
const NEWEST_SHARE = 0.3;
const LONGEST_RETRY_SECONDS = 30;
/**
 * Each answer wakes a request, which writes its reply. A whole batch at once would stop the event loop for so long that
 * whoever needs several statements, such as somebody who pays, would wait for that time at each of them.
 */
const ANSWERS_PER_TURN = 32;

/**
 * A queue for requests that are cheaper in batches than alone. One batch runs at a time. It takes all
 * requests that came during the batch before it. There is no timer: an idle lane starts immediately. Length
 * and waiting time are bounded, so that too much work is refused early instead of delaying everybody.
 * Requests whose caller has left are dropped.
 */
export function createLane<Q, A>(options: LaneOptions<Q, A>): Lane<Q, A> {
  const { run, maxBatch = 500, maxWaiting = 4000, maxWaitMs = 5000 } = options;
  let queue: Entry<Q, A>[] = [];
  let isRunning = false;
  let isDelivering = false;
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

  const runOne = async (batch: readonly Entry<Q, A>[], rest: () => void) => {
    const begun = performance.now();
    try {
      await run(batch, rest);
      for (const entry of batch) {
        if (!entry.isAnswered) entry.refuse(new Error('A request of a batch was left without an answer'));
      }
    } catch (error) {
      for (const entry of batch) entry.refuse(error);
    }
    const seconds = Math.max(0.001, (performance.now() - begun) / 1000);
    perSecond = perSecond * (1 - NEWEST_SHARE) + (batch.length / seconds) * NEWEST_SHARE;
  };

  const work = async () => {
    for (let batch = takeBatch(); batch.length > 0; batch = takeBatch()) {
      let mayRest = false;
      const running = runOne(batch, () => {
        mayRest = true;
      });
      // The next batch starts before the answers of the last batch are processed. Neither waits for the
      // other.
      if (outbox.length > 0 && !isDelivering) soon(deliver);
      await running;
      if (mayRest) await untilDelivered();
    }
    if (!isDelivering) deliver();
    isRunning = false;
    if (queue.length > 0) start();
  };
  const untilDelivered = async () => {
    do {
      if (outbox.length > 0 && !isDelivering) soon(deliver);
      await new Promise<void>((go) => soon(() => go()));
    } while (outbox.length > 0);
  };
  const deliver = () => {
    const now = outbox.slice(0, ANSWERS_PER_TURN);
    outbox = outbox.slice(ANSWERS_PER_TURN);
    for (const give of now) give();
    isDelivering = outbox.length > 0;
    if (isDelivering) soon(deliver);
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
