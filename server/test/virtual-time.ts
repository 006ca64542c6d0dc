import { sql } from 'kysely';
import { runDueJobs } from '../platform/jobs/worker.ts';
import { sweepHolds } from '../sales/reservations/jobs.ts';
import type { TestApp } from './app.ts';

const NAMES = ['process_webhook', 'reconcile_payment', 'settle_refund', 'end_payment'];

/**
 * Time that passes when a test says so, for deadlines and for jobs that wait; mails stay in the outbox. The time that
 * the test itself takes does not count, so that a slow machine sees the same story as a fast one.
 */
export async function useVirtualTime(app: TestApp) {
  const { db } = app;
  const jobs = app.jobs.filter((job) => NAMES.includes(job.name));
  let ahead = 0;
  // As text: a date of JavaScript's would lose its microseconds.
  let seen = '1970-01-01T00:00:00Z';
  const one = () => runDueJobs({ pool: app.database.pool, jobs, ctx: app.jobCtx });

  /** Jobs that wait do so for as long as they still had to when they were last seen, or asked for. */
  async function standStill(): Promise<void> {
    const { rows } = await sql<{ now: string }>`
      with clock as materialized (select clock_timestamp() as now),
      moved as (
        update graphile_worker._private_jobs set run_at = run_at + (clock.now - greatest(updated_at, ${seen}::timestamptz))
        from clock where run_at > ${seen}::timestamptz and locked_at is null)
      select now::text from clock`.execute(db);
    seen = rows[0]?.now ?? seen;
  }
  const shift = (by: string) =>
    sql`update graphile_worker._private_jobs set run_at = run_at + ${by}::interval where run_at > ${seen}`.execute(
      db,
    );

  /** Runs what is due, by as many workers at once. What is not due by now waits, however long that takes. */
  async function work(workers = 3): Promise<void> {
    await standStill();
    await shift('100 days');
    await Promise.all(Array.from({ length: workers }, one));
    await sql`update graphile_worker._private_jobs set run_at = run_at - interval '100 days'
      where run_at > now() + interval '50 days'`.execute(db);
  }
  /** The clock goes on; jobs that wait come nearer by as much. Nothing is run. */
  async function pass(seconds: number): Promise<void> {
    await standStill();
    ahead += seconds;
    await app.travel(ahead);
    await shift(`-${seconds} seconds`);
  }
  /** What a running installation does by itself within a minute. */
  async function settle(): Promise<void> {
    await sweepHolds(app.jobCtx);
    await work();
  }
  await standStill();
  return { pass, work, settle };
}

/** Runs `task` for each, some at a time, in their order. */
export async function each<T>(
  items: readonly T[],
  task: (item: T) => Promise<unknown>,
  width = 8,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  const lane = async () => {
    for (const item of rest) await task(item);
  };
  await Promise.all(Array.from({ length: width }, lane));
}
