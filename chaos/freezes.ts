import { setTimeout as wait } from 'node:timers/promises';
import { untilAnswered, type World } from './world.ts';

/** What stands still: the whole database, the disk under its log, or the payment provider. */
export type Frozen = 'database' | 'disk' | 'provider';
export type Freeze = { what: Frozen; seconds: number };

export type FreezeReport = {
  freezes: number;
  /** The longest that a client waited for an answer. */
  slowestAnswerMs: number;
  /** After the end of a freeze, until a client got what it wanted. */
  slowestReturnMs: number;
  /** After the end of a freeze, until the runner ran a job. */
  slowestRunnerMs: number;
  /** After the end of a freeze, until all that was due before was done. */
  slowestDoneMs: number;
};

export const NO_FREEZES: FreezeReport = {
  freezes: 0,
  slowestAnswerMs: 0,
  slowestReturnMs: 0,
  slowestRunnerMs: 0,
  slowestDoneMs: 0,
};

/**
 * A request has 20 s in all (docs/decisions/039), however many commits and calls of the provider it makes. The rest is for
 * a busy machine.
 */
const ANSWER_MS = 25_000;
const DONE_MS = 60_000;
const WORKED_OFF_MS = 600_000;
const PROBE_KEY = 'chaos probe of the runner';

/** What was due at a time and is not done. A job that failed meanwhile has a new time, and what it was for stands here. */
const NOT_DONE = `
  select format('mail %s', id) as what from app.mails where status = 'queued' and created_at < $1
  union all select format('message %s of the provider', id) from app.webhook_inbox
    where processed_at is null and received_at < $1
  union all select format('payment %s (%s)', id, status) from app.payments
    where status in ('creating', 'requires_payment', 'requires_action', 'processing') and reconcile_at < $1
  union all select format('refund %s', id) from app.refunds where status = 'pending' and ask_at < $1
  union all select format('change %s of an event', id) from app.event_changes
    where status in ('waiting', 'running') and begins_at < $1
  union all select format('job %s %s', id, task_identifier) from graphile_worker.jobs
    where run_at < $1 and attempts < max_attempts`;

async function stop(world: World, { what, seconds }: Freeze): Promise<void> {
  const ms = seconds * 1_000;
  if (what === 'database') return world.database.freeze(ms);
  if (what === 'disk') return world.database.freezeCommits(ms);
  return world.freezeBank(ms);
}

/** Milliseconds until the query finds nothing. Null if that takes longer than `limitMs`. */
async function untilNothing(
  database: World['database'],
  query: { text: string; values: unknown[] },
  limitMs: number,
): Promise<number | null> {
  const began = performance.now();
  while (performance.now() - began < limitMs) {
    if ((await database.ask(query.text, query.values)).length === 0) return performance.now() - began;
    await wait(100);
  }
  return null;
}

/**
 * Waits without load until all that is due is done. A slow machine enters a freeze with a backlog, mails above all, and
 * would work on that afterwards. Answers whether it was done in time.
 */
async function workOff({ database, traffic }: World): Promise<boolean> {
  traffic.isPaused = true;
  const [now] = await database.ask<{ now: Date }>('select app.now()');
  const took = await untilNothing(database, { text: NOT_DONE, values: [now?.now] }, WORKED_OFF_MS);
  traffic.isPaused = false;
  return took !== null;
}

/** Adds a job that goes before all others and waits until it is done. Answers the milliseconds. */
async function untilRunnerWorks(world: World): Promise<number | null> {
  await world.database.ask(
    `select graphile_worker.add_job('sweep_mails', '{}'::json, job_key => $1, priority => -100)`,
    [PROBE_KEY],
  );
  const text = 'select id from graphile_worker.jobs where key = $1';
  return untilNothing(world.database, { text, values: [PROBE_KEY] }, DONE_MS);
}

/**
 * Freezes one part after the other under load and judges each time: no answer came too late meanwhile, afterwards
 * clients are served and the runner of jobs works within `recoveryMs`, and what was due is done within a minute. The
 * last is measured without load, because a backlog of new work would hide it. Answers the figures and what it found.
 */
export async function freezeParts(
  world: World,
  options: { freezes: readonly Freeze[]; recoveryMs: number; log: (line: string) => void },
): Promise<FreezeReport & { found: string[] }> {
  const { freezes, recoveryMs, log } = options;
  const report = { ...NO_FREEZES, found: [] as string[] };
  const { traffic } = world;
  for (const freeze of freezes) {
    const name = `${freeze.what} frozen for ${freeze.seconds} s`;
    const found = (what: string) => void report.found.push(`${name}: ${what}`);
    if (!(await workOff(world))) found('what was due before it was not done in ten minutes');
    await wait(2_000);
    traffic.slowestMs = 0;
    await stop(world, freeze);
    const thawed = performance.now();
    const [{ now: due } = { now: new Date() }] = await world.database.ask<{ now: Date }>('select app.now()');
    const origin = world.at(0).origin;
    const [returned, runner] = await Promise.all([
      untilAnswered(traffic, origin, DONE_MS),
      untilRunnerWorks(world),
    ]);
    if (world.at(0).exit() !== null) {
      found('the process ended');
      return report;
    }
    if (returned === null || returned > recoveryMs)
      found(`clients were served after ${returned ?? '> 60000'} ms`);
    if (runner === null || runner > recoveryMs) found(`the runner worked after ${runner ?? '> 60000'} ms`);
    traffic.isPaused = true;
    const query = { text: NOT_DONE, values: [due] };
    await untilNothing(world.database, query, Math.max(DONE_MS - (performance.now() - thawed), 0));
    const done = performance.now() - thawed;
    const left = await world.database.ask<{ what: string }>(NOT_DONE, [due]);
    traffic.isPaused = false;
    for (const { what } of left.slice(0, 5)) found(`not done a minute later: ${what}`);
    if (traffic.slowestMs > ANSWER_MS)
      found(`an answer took ${Math.round(traffic.slowestMs)} ms: ${traffic.slowest}`);
    report.freezes += 1;
    report.slowestAnswerMs = Math.max(report.slowestAnswerMs, traffic.slowestMs);
    report.slowestReturnMs = Math.max(report.slowestReturnMs, returned ?? DONE_MS);
    report.slowestRunnerMs = Math.max(report.slowestRunnerMs, runner ?? DONE_MS);
    report.slowestDoneMs = Math.max(report.slowestDoneMs, done);
    const figures = [traffic.slowestMs, returned ?? DONE_MS, runner ?? DONE_MS, done].map(Math.round);
    log(
      `  ${name}: slowest answer ${figures[0]} ms (${traffic.slowest}); served after ${figures[1]}, runner ${figures[2]}, done ${figures[3]} ms`,
    );
  }
  return report;
}

/** The full form: each part three times for each length. */
export const ALL_FREEZES: readonly Freeze[] = (['database', 'disk', 'provider'] as const).flatMap((what) =>
  [1, 4, 10, 30, 60].flatMap((seconds) => Array.from({ length: 3 }, () => ({ what, seconds }))),
);
