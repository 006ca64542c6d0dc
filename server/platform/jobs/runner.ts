import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { type Runner, type RunnerOptions, run, type WorkerEvents } from 'graphile-worker';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/types.ts';

const PAUSE_MS = 500;

type KeptRunner = {
  /** The lock name of the current runner's jobs. Null between two runners. */
  lockedBy: () => string | null;
  /** Stops after the running jobs have ended. */
  stop: () => Promise<void>;
};

type Log = { warn: (facts: object, message: string) => void };

/**
 * Runs jobs until stopped. A runner that cannot record the end of a job stops for good, for example if the
 * database is away. Then the next runner starts, and the jobs that the last runner locked are free again
 * immediately.
 */
export async function keepRunning(
  db: Kysely<DB>,
  log: Log,
  options: Omit<RunnerOptions, 'events' | 'preset'>,
): Promise<KeptRunner> {
  let lockedBy: string | null = null;
  let isStopped = false;

  const begin = (): Promise<Runner> => {
    const events = new EventEmitter() as WorkerEvents;
    events.on('pool:create', ({ workerPool }) => {
      lockedBy = workerPool.id;
    });
    // Without batches nobody waits for the promise that records the end of a job. Its failure would end the
    // process.
    const preset = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };
    return run({ ...options, preset, events });
  };

  const beginAgain = async (): Promise<Runner | null> => {
    const left = lockedBy;
    lockedBy = null;
    while (!isStopped) {
      await wait(PAUSE_MS);
      try {
        if (left) await sql`select graphile_worker.force_unlock_workers(${[left]}::text[])`.execute(db);
        return await begin();
      } catch (error) {
        log.warn({ err: error }, 'jobs cannot be run now, will try again');
      }
    }
    return null;
  };

  let runner: Runner | null = await begin();
  const watch = async () => {
    while (runner) {
      await runner.promise.catch((error: unknown) => log.warn({ err: error }, 'the runner of jobs ended'));
      runner = isStopped ? null : await beginAgain();
      // The runner was stopped while it started, so it must be ended here.
      if (isStopped) await runner?.stop().catch(() => undefined);
    }
  };
  const watching = watch();
  return {
    lockedBy: () => lockedBy,
    stop: async () => {
      isStopped = true;
      await runner?.stop().catch(() => undefined);
      await watching;
    },
  };
}
