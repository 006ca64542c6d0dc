import { Logger, makeWorkerUtils, runOnce, type TaskList } from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../../db/client.ts';
import type { Job, JobCtx, Schedule, Tick } from './job.ts';
import { keepRunning } from './runner.ts';

const HEARTBEAT_MS = 10_000;
const DEAD_AFTER_SECONDS = 45;

const silent = new Logger(() => () => undefined);

function taskList(jobs: readonly Job[], ctx: JobCtx): TaskList {
  return Object.fromEntries(
    jobs.map((job) => [
      job.name,
      async (payload: unknown, helpers: { job: { attempts: number; max_attempts: number } }) => {
        const { attempts, max_attempts: max } = helpers.job;
        const log = ctx.log.child({ job: job.name, attempt: attempts });
        try {
          await job.handler({ ...ctx, log, now: new Date() }, job.payload.parse(payload), {
            number: attempts,
            isLast: attempts >= max,
          });
        } catch (error) {
          log.error({ err: error }, attempts >= max ? 'job given up' : 'job failed, will be tried again');
          throw error;
        }
      },
    ]),
  );
}

/** Creates or upgrades graphile-worker's own schema. */
export async function migrateJobs(url: string): Promise<void> {
  const utils = await makeWorkerUtils({ connectionString: url, logger: silent });
  try {
    await utils.migrate();
  } finally {
    await utils.release();
  }
}

/**
 * Runs ticks until stopped. A tick that fails is logged and runs again. A slow tick delays only its own next
 * run.
 */
function startTicks(ticks: readonly Tick[], ctx: JobCtx): () => Promise<void> {
  let isStopped = false;
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  const plan = ({ name, everySeconds, run }: Tick) => {
    if (isStopped) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      const turn = run({ ...ctx, log: ctx.log.child({ tick: name }), now: new Date() })
        .catch((error: unknown) => ctx.log.warn({ err: error, tick: name }, 'tick failed, will come again'))
        .finally(() => {
          running.delete(turn);
          plan({ name, everySeconds, run });
        });
      running.add(turn);
    }, everySeconds * 1000);
    timers.add(timer);
  };
  for (const tick of ticks) plan(tick);
  return async () => {
    isStopped = true;
    for (const timer of timers) clearTimeout(timer);
    await Promise.all(running);
  };
}

/**
 * Runs jobs until stopped. The worker reports with the time of the database that it is alive. If a worker
 * stops reporting, its jobs are freed within a minute. graphile-worker would free them only after hours.
 */
export async function startWorker(options: {
  pool: pg.Pool;
  jobs: readonly Job[];
  schedules: readonly Schedule[];
  ticks?: readonly Tick[];
  ctx: JobCtx;
  concurrency?: number;
}): Promise<{ stop: () => Promise<void> }> {
  const { pool, ctx } = options;
  const runner = await keepRunning(ctx.db, ctx.log, {
    pgPool: pool,
    concurrency: options.concurrency ?? 4,
    noHandleSignals: true,
    pollInterval: 2000,
    taskList: taskList(options.jobs, ctx),
    crontab: options.schedules.map((schedule) => `${schedule.crontab} ${schedule.job.name} {}`).join('\n'),
    logger: silent,
  });
  const beat = async () => {
    try {
      const lockedBy = runner.lockedBy();
      if (lockedBy) await reportAlive(ctx.db, lockedBy);
      await freeDeadWorkers(ctx.db);
    } catch (error) {
      ctx.log.warn({ err: error }, 'worker heartbeat failed');
    }
  };
  await beat();
  const timer = setInterval(() => void beat(), HEARTBEAT_MS);
  const stopTicks = startTicks(options.ticks ?? [], ctx);
  return {
    stop: async () => {
      clearInterval(timer);
      await stopTicks();
      const lockedBy = runner.lockedBy();
      await runner.stop();
      await ctx.db
        .deleteFrom('worker_heartbeats')
        .where('worker_id', '=', lockedBy)
        .execute()
        .catch(() => undefined);
    },
  };
}

async function reportAlive(db: Db, workerId: string): Promise<void> {
  await sql`insert into app.worker_heartbeats (worker_id, seen_at) values (${workerId}, clock_timestamp())
    on conflict (worker_id) do update set seen_at = excluded.seen_at`.execute(db);
}

/** Unlocks the jobs of a worker that has not reported for a while. */
async function freeDeadWorkers(db: Db): Promise<void> {
  await sql`with dead as (
      select distinct locked_by from graphile_worker._private_jobs jobs
      where locked_by is not null and locked_at < now() - make_interval(secs => ${DEAD_AFTER_SECONDS})
        and not exists (select from app.worker_heartbeats alive where alive.worker_id = jobs.locked_by
          and alive.seen_at > clock_timestamp() - make_interval(secs => ${DEAD_AFTER_SECONDS})))
    select graphile_worker.force_unlock_workers(array_agg(locked_by)) from dead having count(*) > 0`.execute(
    db,
  );
  await sql`delete from app.worker_heartbeats where seen_at < clock_timestamp() - interval '1 day'`.execute(
    db,
  );
}

/** Runs every due job in this process and returns. For tests and for the seed. */
export async function runDueJobs(options: {
  pool: pg.Pool;
  jobs: readonly Job[];
  ctx: JobCtx;
}): Promise<void> {
  await runOnce({
    pgPool: options.pool,
    noHandleSignals: true,
    concurrency: 1,
    taskList: taskList(options.jobs, options.ctx),
    logger: silent,
  });
}
