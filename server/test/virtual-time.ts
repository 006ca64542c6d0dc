import { sql } from 'kysely';
import { runDueJobs } from '../platform/jobs/worker.ts';
import { sweepHolds } from '../sales/reservations/jobs.ts';
import type { TestApp } from './app.ts';

const NAMES = ['process_webhook', 'reconcile_payment', 'settle_refund', 'end_payment'];

/**
 * Virtual time for deadlines and waiting jobs. It passes only when a test says so. Mails stay in the outbox.
 * The duration of the test itself does not count, so that slow and fast machines behave in the same way.
 */
export async function useVirtualTime(app: TestApp) {
  const { db } = app;
  const jobs = app.jobs.filter((job) => NAMES.includes(job.name));
  let ahead = 0;
  // As text, because a JavaScript date would lose the microseconds.
  let seen = '1970-01-01T00:00:00Z';
  const one = () => runDueJobs({ pool: app.database.pool, jobs, ctx: app.jobCtx });

  /** Restores the remaining wait of each waiting job to its value at the last look, or at its creation. */
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

  /**
   * Runs all due jobs with this number of workers. Jobs that are not due now wait, even if the run takes
   * long, and so do jobs that are put off while it runs.
   */
  async function work(workers = 3): Promise<void> {
    await standStill();
    await shift('100 days');
    await sql`alter table graphile_worker._private_jobs enable trigger put_off_further`.execute(db);
    await Promise.all(Array.from({ length: workers }, one));
    await sql`alter table graphile_worker._private_jobs disable trigger put_off_further`.execute(db);
    await sql`update graphile_worker._private_jobs set run_at = run_at - interval '100 days'
      where run_at > now() + interval '50 days'`.execute(db);
  }
  /** Moves the clock forward and brings waiting jobs nearer by the same time. Runs nothing. */
  async function pass(seconds: number): Promise<void> {
    await standStill();
    ahead += seconds;
    await app.travel(ahead);
    await shift(`-${seconds} seconds`);
  }
  /** Does what a running installation does by itself within a minute. */
  async function settle(): Promise<void> {
    await sweepHolds(app.jobCtx);
    await work();
  }
  await sql`
    create function put_off_further() returns trigger language plpgsql as $$
    begin
      if new.run_at > clock_timestamp() and new.run_at < clock_timestamp() + interval '50 days' then
        new.run_at := new.run_at + interval '100 days';
      end if;
      return new;
    end $$`.execute(db);
  await sql`create trigger put_off_further before insert or update of run_at on graphile_worker._private_jobs
    for each row execute function put_off_further()`.execute(db);
  await sql`alter table graphile_worker._private_jobs disable trigger put_off_further`.execute(db);
  await standStill();
  return { pass, work, settle };
}

/** Runs `task` for each item in order, some at a time. */
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
