import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { type Runner, type RunnerOptions, run, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { Db } from '../../db/client.ts';
import { patientPool } from './patient-pool.ts';
import { freeAllOf } from './queries.ts';

const PAUSE_MS = 500;
/** The watchdog counts its own ticks, so a pause of this process is not taken for a standstill. */
const TICK_MS = 1_000;
/** A runner that ends waits for its running jobs. One without running jobs needs no time. */
const ENDING_TICKS = 5;
const ENDING_WITH_JOBS_TICKS = 60;
/** A free worker looks for jobs every two seconds. */
const SILENT_TICKS = 30;
/** How long a stop waits for running jobs. */
const STOP_MS = 20_000;
/** A job counts as running for a little longer, until its end is on its way to the database. */
const AFTERWARDS_MS = 2_000;

export type KeptRunner = {
  /** The lock name of the current runner's jobs. Null between two runners. */
  lockedBy: () => string | null;
  /** The jobs that run now or whose end is not recorded yet. Null if that cannot be told at this moment. */
  running: () => string[] | null;
  /** Stops after the running jobs have ended, but at most after 20 seconds. */
  stop: () => Promise<void>;
};

type Log = { warn: (facts: object, message: string) => void };
type Options = Omit<RunnerOptions, 'events' | 'preset' | 'pgPool' | 'concurrency'> & {
  pgPool: pg.Pool;
  concurrency: number;
};

/** One runner of graphile-worker, from its start to its end. */
type Life = {
  runner: Runner;
  lockedBy: string;
  running: KeptRunner['running'];
  /** Resolves when it runs no jobs any more: it has ended, or it was given up. The reason, if there is one. */
  ended: Promise<unknown>;
  /** Lets it end by itself, without waiting for that. */
  giveUp: (why: Error) => void;
};

async function begin(options: Options, isStopping: () => boolean): Promise<Life> {
  const events = new EventEmitter() as WorkerEvents;
  const running = new Map<string, object>();
  let lockedBy = '';
  let [isOver, silentTicks, endingTicks, isEnding] = [false, 0, 0, false];
  const live = () => {
    silentTicks = 0;
  };
  events.on('pool:create', ({ workerPool }) => {
    lockedBy = workerPool.id;
  });
  events.on('pool:gracefulShutdown', () => {
    isEnding = true;
  });
  events.on('worker:getJob:start', live);
  events.on('worker:getJob:empty', live);
  events.on('job:start', ({ job }) => {
    live();
    running.set(job.id, job);
  });
  events.on('job:complete', ({ job }) => {
    live();
    setTimeout(() => {
      // A job that failed may already run again.
      if (running.get(job.id) === job) running.delete(job.id);
    }, AFTERWARDS_MS).unref();
  });
  const patient = patientPool(options.pgPool, { isOver: () => isOver || isStopping(), onWait: live });
  // Without batches nobody waits for the promise that records the end of a job. Its failure would end the
  // process.
  const preset = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };
  const runner = await run({ ...options, pgPool: patient.pool, preset, events });
  const { promise: gaveUp, resolve: giveUpFor } = Promise.withResolvers<unknown>();
  const giveUp = (why: Error) => {
    isOver = true;
    giveUpFor(why);
    void runner.stop().catch(() => undefined);
  };
  const watchdog = setInterval(() => {
    if (isEnding) endingTicks += 1;
    // A runner all of whose workers are busy has no reason to look for jobs.
    else if (running.size < options.concurrency) silentTicks += 1;
    if (endingTicks > (running.size > 0 ? ENDING_WITH_JOBS_TICKS : ENDING_TICKS))
      giveUp(new Error('The runner of jobs does not come to its end'));
    if (silentTicks > SILENT_TICKS) giveUp(new Error('The runner of jobs looks for no jobs'));
  }, TICK_MS).unref();
  const ended = Promise.race([gaveUp, runner.promise.catch((error: unknown) => error)]).finally(() => {
    clearInterval(watchdog);
    isOver = true;
  });
  return {
    runner,
    lockedBy,
    running: () => (patient.recording() > 0 ? null : [...running.keys()]),
    ended,
    giveUp,
  };
}

/**
 * Runs jobs until stopped. Outages of the database are waited for. If the runner ends nevertheless, or does nothing for
 * half a minute, the next one starts, and the jobs that the last one locked are free again immediately. Both are logged.
 */
export async function keepRunning(db: Db, log: Log, options: Options): Promise<KeptRunner> {
  let isStopped = false;
  const isStopping = () => isStopped;
  let life: Life | null = await begin(options, isStopping);

  const beginAgain = async (left: string): Promise<Life | null> => {
    while (!isStopped) {
      await wait(PAUSE_MS);
      try {
        await freeAllOf(db, left);
        const next = await begin(options, isStopping);
        log.warn({}, 'jobs run again');
        return next;
      } catch (error) {
        log.warn({ err: error }, 'jobs cannot be run now, will try again');
      }
    }
    return null;
  };
  const watch = async () => {
    while (life) {
      const { lockedBy } = life;
      const why = await life.ended;
      if (!isStopped) log.warn({ err: why }, 'the runner of jobs has ended and is started again');
      life = null;
      life = isStopped ? null : await beginAgain(lockedBy);
      // The runner was stopped while it started, so it must be ended here.
      if (isStopped) await life?.runner.stop().catch(() => undefined);
    }
  };
  const watching = watch();
  return {
    lockedBy: () => life?.lockedBy ?? null,
    running: () => life?.running() ?? null,
    stop: async () => {
      isStopped = true;
      const last = life;
      const late = setTimeout(() => last?.giveUp(new Error('Running jobs did not end in time')), STOP_MS);
      // Its own stop may never come to an end.
      await Promise.race([last?.runner.stop().catch(() => undefined), last?.ended]);
      await watching;
      clearTimeout(late);
    },
  };
}
