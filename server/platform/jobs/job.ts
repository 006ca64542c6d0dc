import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Db, Tx } from '../../db/client.ts';
import type { Ctx } from '../context.ts';

/** A job: the schema of its payload and its handler. Running the handler twice must do no harm. */
export type Job<S extends z.ZodType = z.ZodType> = {
  name: string;
  payload: S;
  maxAttempts: number;
  handler: (ctx: JobCtx, payload: z.output<S>, attempt: { number: number; isLast: boolean }) => Promise<void>;
};

export type JobCtx = Omit<Ctx, 'requestId'> & { requestId: null };

/**
 * Declares a job. If the handler throws, the job runs again later, up to `maxAttempts` times. The pauses
 * grow.
 */
export function defineJob<S extends z.ZodType>(
  job: Omit<Job<S>, 'maxAttempts'> & { maxAttempts?: number },
): Job<S> {
  return { maxAttempts: 8, ...job };
}

/** The name and payload schema of a job, for callers that enqueue it without knowing its handler. */
export type JobRef<P> = {
  name: string;
  maxAttempts?: number;
  /** Of the jobs that are due, those with the lowest number run first. 0 unless told. */
  priority?: number;
  readonly _payload?: P;
};

/**
 * Adds a job in the caller's transaction. The job exists only if the transaction commits. A waiting job with
 * the same `key` is replaced.
 */
export async function enqueue<P>(
  tx: Tx | Db,
  job: JobRef<P>,
  payload: P,
  options: { runAt?: Date; delaySeconds?: number; key?: string } = {},
): Promise<void> {
  const { runAt, delaySeconds, key } = options;
  const at = runAt ? sql`${runAt}::timestamptz` : sql`now() + make_interval(secs => ${delaySeconds ?? 0})`;
  await sql`select graphile_worker.add_job(${job.name}, ${JSON.stringify(payload)}::json, run_at => ${at},
    max_attempts => ${job.maxAttempts ?? 8}, priority => ${job.priority ?? 0}, job_key => ${key ?? null})`.execute(
    tx,
  );
}

/**
 * Adds many jobs of one kind, due now. It costs as much as adding one, because the workers are woken only
 * once.
 */
export async function enqueueAll<P>(
  tx: Tx | Db,
  job: JobRef<P>,
  jobs: readonly { payload: P; key: string }[],
): Promise<void> {
  if (jobs.length === 0) return;
  const specs = jobs.map(({ payload, key }) => ({
    identifier: job.name,
    payload,
    max_attempts: job.maxAttempts ?? 8,
    priority: job.priority ?? 0,
    job_key: key,
  }));
  await sql`select count(*) from graphile_worker.add_jobs(array(
    select json_populate_record(null::graphile_worker.job_spec, spec) from json_array_elements(${JSON.stringify(specs)}::json) spec))`.execute(
    tx,
  );
}

/**
 * Adds a job for each row of a statement that writes them, in that statement. `payload`, `key` and `runAt` are expressions
 * over its columns. A job without a time is due now.
 */
export async function enqueueFor(
  tx: Tx | Db,
  job: JobRef<never>,
  {
    rows,
    payload,
    key,
    runAt = sql`null`,
  }: {
    rows: RawBuilder<unknown>;
    payload: RawBuilder<unknown>;
    key: RawBuilder<unknown>;
    runAt?: RawBuilder<unknown>;
  },
): Promise<void> {
  // Identifier, payload, queue, time, attempts, key, priority, flags. Built by name from JSON, each took several times as long.
  await sql`with made as (${rows})
    select count(*) from graphile_worker.add_jobs(array(
      select row(${job.name}::text, ${payload}, null::text, (${runAt})::timestamptz, ${job.maxAttempts ?? 8}::smallint, ${key},
        ${job.priority ?? 0}::smallint, null::text[])::graphile_worker.job_spec from made))`.execute(tx);
}

/**
 * Cheap work that is always due, for example a search for overdue holds. Every worker runs it each
 * `everySeconds`.
 */
export type Tick = { name: string; everySeconds: number; run: (ctx: JobCtx) => Promise<void> };

/** A line of crontab for a job: `* * * * * name`. */
export type Schedule = { job: Job; crontab: string };
