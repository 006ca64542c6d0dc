import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../../db/client.ts';
import type { Job, JobCtx } from '../../platform/jobs/job.ts';
import { runDueJobs } from '../../platform/jobs/worker.ts';

const LOOKS = 500;
const LOOK_MS = 10;

/**
 * The runs of due jobs of one test file. `run` ends when the last job is recorded. `end` begins no other job and waits
 * for those that run: a test or a hook that took too long leaves its run behind, which would otherwise ask a pool that
 * has ended.
 */
export function jobRuns({
  pool,
  db,
  jobs,
  ctx,
}: {
  pool: pg.Pool;
  db: Db;
  jobs: readonly Job[];
  ctx: JobCtx;
}) {
  let isOver = false;
  const under = new Set<Promise<void>>();
  const guarded = jobs.map((job): Job => {
    const handler: Job['handler'] = async (...given) => {
      if (isOver) throw new Error('The tests of this file are over');
      await job.handler(...given);
    };
    return { ...job, handler };
  });
  const once = async () => {
    const began = performance.now();
    await runDueJobs({ pool, jobs: guarded, ctx });
    await untilReleased(db, began);
  };
  return {
    run: () => {
      const mine = once().finally(() => under.delete(mine));
      under.add(mine);
      return mine;
    },
    end: async () => {
      isOver = true;
      await Promise.allSettled(under);
    },
  };
}

/** The worker does not wait until it has recorded how its last job ended. This does, for some seconds at most. */
async function untilReleased(db: Db, began: number): Promise<void> {
  for (let look = 0; look < LOOKS; look += 1) {
    const seconds = (performance.now() - began) / 1000;
    const { rows } = await sql`select from graphile_worker._private_jobs
      where locked_at > clock_timestamp() - make_interval(secs => ${seconds}) limit 1`.execute(db);
    if (rows.length === 0) return;
    await wait(LOOK_MS);
  }
}
