import { Logger, makeWorkerUtils, runOnce, type TaskList } from 'graphile-worker';
import pg from 'pg';
import { isDatabaseUnavailable } from '../../db/errors.ts';
import { createThrottle } from '../log-throttle.ts';
import type { Job, JobCtx, Schedule, Tick } from './job.ts';
import { freeDeadWorkers, freeNotBegun, reportAlive } from './queries.ts';
import { type KeptRunner, keepRunning } from './runner.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const HEARTBEAT_MS = 10_000;
/** Without a report for so long, this worker was cut off itself, and so may the others have been. */
const CUT_OFF_MS = 25_000;

const silent = new Logger(() => () => undefined);

const throttle = createThrottle();

/** Logs a failure. While the database is away, those of one kind share a line a second. */
function logFailure(log: JobCtx['log'], error: unknown, what: string): void {
  if (!isDatabaseUnavailable(error)) {
    log.error({ err: error }, what);
    return;
  }
  const why = error instanceof Error ? error.message : String(error);
  throttle(`${what} ${why}`, (count) => log.warn({ why, count }, what));
}

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
          logFailure(log, error, attempts >= max ? 'job given up' : 'job failed, will be tried again');
          throw error;
        }
      },
    ]),
  );
}

/** Creates or upgrades graphile-worker's own schema. */
export async function migrateJobs(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    const utils = await makeWorkerUtils({ pgPool: pool, logger: silent });
    await utils.migrate();
    await utils.release();
  } finally {
    await pool.end();
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
        .catch((error: unknown) =>
          logFailure(ctx.log.child({ tick: name }), error, 'tick failed, will come again'),
        )
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
 * Reports that the worker is alive and frees locked jobs that nobody runs: those of dead workers, and its own that it
 * never began. After a time without contact it first only reports, because the other workers may not have reported
 * yet either.
 */
function createHeartbeat(runner: KeptRunner, ctx: JobCtx): () => Promise<void> {
  let lastAt: number | null = null;
  return async () => {
    const began = performance.now();
    try {
      const lockedBy = runner.lockedBy();
      if (lockedBy) await reportAlive(ctx.db, lockedBy);
      const running = runner.running();
      const freed = lockedBy && running ? await freeNotBegun(ctx.db, lockedBy, running) : 0;
      if (freed > 0) ctx.log.warn({ jobs: freed }, 'jobs were locked and not begun, and are free again');
      if (lastAt === null || began - lastAt < CUT_OFF_MS) await freeDeadWorkers(ctx.db);
      lastAt = began;
    } catch (error) {
      logFailure(ctx.log, error, 'worker heartbeat failed');
    }
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
  const beat = createHeartbeat(runner, ctx);
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
