import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';

const DEAD_AFTER_SECONDS = 45;
/** Most jobs begin within a second. */
const LATE_AFTER_SECONDS = 30;
/** Longer than a worker needs from the lock of a job to its start. */
const NOT_BEGUN_SECONDS = 15;

/**
 * Whether the queue has a job with this key that will run or runs. One that used up its tries will not: each crash costs a
 * try. The last try of a job counts while it is under way.
 */
export const isInQueue = (key: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from graphile_worker._private_jobs j where j.key = ${key} and (j.attempts < j.max_attempts or j.locked_at is not null))`;

/** Whether the job with this key had all its tries and does not run. It stays in the queue for a person to see. */
export const hasUsedUpTries = (key: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from graphile_worker._private_jobs j where j.key = ${key} and j.attempts >= j.max_attempts and j.locked_at is null)`;

/**
 * The same, if every try ended with its process: what the job works on may be what ends it. A try that ended with an error
 * leaves the error, and passes.
 */
export const hasOnlyDied = (key: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from graphile_worker._private_jobs j where j.key = ${key} and j.attempts >= j.max_attempts and j.locked_at is null
    and j.last_error is null)`;

/** Records with the time of the database that this worker is alive. */
export async function reportAlive(db: Db, workerId: string): Promise<void> {
  await sql`insert into app.worker_heartbeats (worker_id, seen_at) values (${workerId}, clock_timestamp())
    on conflict (worker_id) do update set seen_at = excluded.seen_at`.execute(db);
}

/** Unlocks the jobs of workers that have not reported for a while. */
export async function freeDeadWorkers(db: Db): Promise<void> {
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

/**
 * Unlocks what a living worker has locked and does not run. A connection that breaks after the lock and before its
 * answer leaves such a job. It was not tried, so the try is given back. Returns how many there were.
 */
export async function freeNotBegun(db: Db, workerId: string, running: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`update graphile_worker._private_jobs
    set locked_at = null, locked_by = null, attempts = greatest(attempts - 1, 0), run_at = greatest(run_at, now())
    where locked_by = ${workerId} and locked_at < now() - make_interval(secs => ${NOT_BEGUN_SECONDS})
      and id <> all (${[...running]}::bigint[])`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Unlocks every job of a worker that has ended. */
export async function freeAllOf(db: Db, workerId: string): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(${[workerId]}::text[])`.execute(db);
}

/** Empties the queue, also of jobs that a worker has begun. What is planned by the clock comes again at its next time. */
export async function forgetAllJobs(tx: Tx): Promise<void> {
  await sql`delete from graphile_worker._private_jobs`.execute(tx);
}

/**
 * Whether work waits that should be done by now: a job is overdue, or no worker has reported for a minute, so that
 * deadlines are not looked after either.
 */
export async function areJobsLate(db: Db): Promise<boolean> {
  const { rows } = await sql<{ late: boolean }>`select exists (select from graphile_worker._private_jobs
      where is_available and run_at < now() - make_interval(secs => ${LATE_AFTER_SECONDS}))
    or not exists (select from app.worker_heartbeats where seen_at > clock_timestamp() - interval '1 minute') as late`.execute(
    db,
  );
  return rows[0]?.late ?? false;
}
