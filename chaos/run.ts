import { setTimeout as wait } from 'node:timers/promises';
import { FAILPOINTS, type Failpoint } from '../server/platform/failpoints.ts';
import { answers } from './application.ts';
import { type Freeze, type FreezeReport, freezeParts, NO_FREEZES } from './freezes.ts';
import { createRandom, type Random } from './random.ts';
import { ageDeadWorkers, DUE_JOBS, SWEEP, settleAndJudge } from './settle.ts';
import { createWorld, untilAnswered, type World } from './world.ts';

export type RunOptions = {
  seed: string;
  /** Failpoints at which the process dies, once each. */
  failpoints: readonly Failpoint[];
  /** Number of kills at random moments. */
  kills: number;
  /** Number of crashes of PostgreSQL. */
  restarts: number;
  /** Seconds in which the provider fails at random. */
  faultSeconds: number;
  /** What stands still for a while, one after the other. */
  freezes: readonly Freeze[];
  buyers: number;
  /** The longest time until a process may answer, after a start or after its database is back. */
  recoveryMs: number;
  log: (line: string) => void;
};

export type Report = FreezeReport & {
  seed: string;
  found: string[];
  failpoints: number;
  kills: number;
  restarts: number;
  acked: number;
  brokenConnections: number;
  /** How often each answer came. */
  answers: Record<string, number>;
  slowestStartMs: number;
  slowestDatabaseRecoveryMs: number;
  logFile: string | null;
};

type Run = RunOptions & { world: World; random: Random; report: Report };

/** Longer than any failpoint should take to be reached under load. */
const REACH_MS = 90_000;
/** As many waiting jobs as a quiet machine works off in about a second. */
const CROWD = 100;
const SETTLES_LATE = 'seed=late,delayMs=50,shuffleMs=400,settleMs=10000';
const NASTY = (seed: string) =>
  `seed=${seed.replaceAll(/[^\w-]/g, '')},delayMs=50,shuffleMs=600,duplicate=0.4,shuffle=0.4,drop=0.3,faults=0.12,settleMs=900`;

/** The whole run. The seed determines every choice. `found` in the report is empty if there was no problem. */
export async function runChaos(options: RunOptions): Promise<Report> {
  const random = createRandom(options.seed);
  const world = await createWorld({ random: random.fork('load'), buyers: options.buyers, late: 3 });
  const report: Report = {
    ...NO_FREEZES,
    seed: options.seed,
    found: [],
    failpoints: 0,
    kills: 0,
    restarts: 0,
    acked: 0,
    brokenConnections: 0,
    answers: {},
    slowestStartMs: 0,
    slowestDatabaseRecoveryMs: 0,
    logFile: null,
  };
  const run: Run = { ...options, random, world, report };
  const sweeping = setInterval(() => void look(world).catch(() => undefined), 500);
  try {
    await killAtFailpoints(run);
    await killAtRandom(run);
    await crashDatabase(run);
    await failProvider(run);
    await freeze(run);
    clearInterval(sweeping);
    report.found.push(...(await settleAndJudge(world, options.log)));
  } finally {
    clearInterval(sweeping);
    report.found.push(...world.traffic.problems);
    report.acked = world.journal.count();
    report.brokenConnections = world.traffic.brokenConnections;
    report.answers = Object.fromEntries([...world.traffic.answers].sort(([a], [b]) => (a < b ? -1 : 1)));
    const keepLog = report.found.length > 0;
    if (keepLog) report.logFile = world.logFile;
    await world.close({ keepLog });
  }
  return report;
}

/**
 * Sweeps, and lets no more buyers in while many jobs wait. On a slow machine what buyers leave to do grows without end
 * otherwise, and a failpoint in a job stands behind all of it.
 */
async function look({ database, traffic }: World): Promise<void> {
  await database.ask(SWEEP);
  const [jobs] = await database.ask<{ due: number }>(DUE_JOBS);
  traffic.isCrowded = (jobs?.due ?? 0) > CROWD;
}

/** Starts a process and records the time to its first answer. */
async function startAndTime(run: Run, slot: number, wishes: { mischief?: string } = {}): Promise<boolean> {
  const ms = await run.world.start(slot, wishes).ready;
  if (ms === null) {
    run.report.found.push('The application did not start again');
    return false;
  }
  run.report.slowestStartMs = Math.max(run.report.slowestStartMs, ms);
  if (ms > run.recoveryMs) run.report.found.push(`A start took ${Math.round(ms)} ms`);
  return true;
}

/**
 * Few buyers reach these failpoints, and one organizer alone the last. So their processes start first and wait while others die at common failpoints.
 */
const isRare = (name: Failpoint) => /^(cancel|expiry|refund|event-change)/.test(name);

/**
 * Three processes sell from one database. Each waits for its failpoint and dies there. Then the next process
 * starts. Any of the three may run a job, and on a slow machine a payment settles before the rival of its buyer
 * comes. So a failpoint that nobody reached gets a second attempt, alone, with a bank that settles late.
 */
async function killAtFailpoints(run: Run): Promise<void> {
  const { world, report, log } = run;
  if (run.failpoints.length === 0) return;
  log(`kill -9 at ${run.failpoints.length} failpoints`);
  const waiting = [...run.failpoints].sort((a, b) => Number(isRare(b)) - Number(isRare(a)));
  const missed: Failpoint[] = [];
  world.openSlots(3);
  await world.at(0).kill();
  const work = async (slot: number) => {
    for (let name = waiting.shift(); name; name = waiting.shift()) {
      if (!(await diesAt(run, { slot, name, reachMs: REACH_MS }))) missed.push(name);
    }
  };
  await Promise.all([work(0), work(1), work(2)]);
  world.openSlots(1);
  for (const name of missed) {
    log(`  once more, alone: ${name}`);
    if (!(await diesAt(run, { slot: 0, name, reachMs: 3 * REACH_MS, mischief: SETTLES_LATE })))
      report.found.push(`Nobody came to the failpoint ${name}`);
  }
  await startAndTime(run, 0);
}

type Trap = { slot: number; name: Failpoint; reachMs: number; mischief?: string };

/** Starts a process that dies at a failpoint. False if nobody came to the failpoint in time. */
async function diesAt(run: Run, { slot, name, reachMs, mischief }: Trap): Promise<boolean> {
  const { world, report, log } = run;
  const app = world.start(slot, { failpoint: `${name}:1`, ...(mischief && { mischief }) });
  const exit = await Promise.race([app.exited, wait(reachMs, null, { ref: false })]);
  if (exit === null) {
    await app.kill();
    return false;
  }
  if (exit.signal === 'SIGKILL') {
    report.failpoints += 1;
    await ageDeadWorkers(world.database);
    log(`  died at ${name}`);
  } else {
    report.found.push(`The process ended with ${exit.code ?? exit.signal} before ${name}`);
  }
  return true;
}

async function killAtRandom(run: Run): Promise<void> {
  const { world, random, report, log } = run;
  if (run.kills > 0) log(`kill -9 at ${run.kills} random instants`);
  for (let n = 1; n <= run.kills; n += 1) {
    await wait(random.integer(20, 1_200));
    await diedByItself(run, 'normal work');
    await world.at(0).kill();
    report.kills += 1;
    // After every second kill the provider also behaves badly.
    if (!(await startAndTime(run, 0, n % 2 === 0 ? { mischief: NASTY(`${run.seed}-${n}`) } : {}))) return;
    if (n % 20 === 0) log(`  ${n} kills, ${world.journal.count()} answers acknowledged`);
  }
}

/** Whether the process ended although nobody killed it. Then it is reported, and the next process starts. */
async function diedByItself(run: Run, during: string): Promise<boolean> {
  const exit = run.world.at(0).exit();
  if (!exit) return false;
  run.report.found.push(`The process ended by itself with ${exit.code ?? exit.signal} during ${during}`);
  await startAndTime(run, 0);
  return true;
}

async function crashDatabase(run: Run): Promise<void> {
  const { world, random, report, log } = run;
  if (run.restarts > 0) log(`${run.restarts} crashes of PostgreSQL`);
  for (let n = 1; n <= run.restarts; n += 1) {
    await wait(random.integer(300, 2_000));
    await world.database.crash(random.integer(0, 1_500));
    report.restarts += 1;
    log(`  crash ${n}, ${world.journal.count()} answers acknowledged`);
    await wait(200);
    if (await diedByItself(run, 'a crash of the database')) continue;
    const ms = await untilAnswered(world.traffic, world.at(0).origin, 60_000);
    if (await diedByItself(run, 'a crash of the database')) continue;
    if (ms === null) report.found.push('The application does not answer after the database is back');
    report.slowestDatabaseRecoveryMs = Math.max(report.slowestDatabaseRecoveryMs, ms ?? 60_000);
    if (ms !== null && ms > run.recoveryMs)
      report.found.push(`It took ${Math.round(ms)} ms to answer after the database was back`);
  }
}

async function failProvider(run: Run): Promise<void> {
  if (run.faultSeconds === 0) return;
  run.log(`${run.faultSeconds} s of a provider that fails`);
  await run.world.at(0).kill();
  if (!(await startAndTime(run, 0, { mischief: NASTY(`${run.seed}-faults`) }))) return;
  await wait(run.faultSeconds * 1000);
  if (!(await diedByItself(run, 'faults of the provider')) && !(await answers(run.world.at(0).origin)))
    run.report.found.push('The application does not answer while its provider fails');
}

async function freeze(run: Run): Promise<void> {
  const { world, report, freezes, recoveryMs, log } = run;
  if (freezes.length === 0) return;
  log(`${freezes.length} freezes of database, disk and provider`);
  // Until now the provider may have behaved badly, and its own hanging calls would be counted as waits for the freeze.
  await world.at(0).kill();
  if (!(await startAndTime(run, 0))) return;
  const { found, ...figures } = await freezeParts(world, { freezes, recoveryMs, log });
  report.found.push(...found);
  Object.assign(report, figures);
}

/** The figures, one to a line. */
export function toLines(report: Report): string[] {
  const serverErrors = Object.entries(report.answers).filter(([name]) => /^5/.test(name));
  const lost = report.found.filter((line) => line.startsWith('Acknowledged and lost')).length;
  return [
    `seed                   ${report.seed}`,
    `killed at failpoints   ${report.failpoints} of ${FAILPOINTS.length}`,
    `killed at random       ${report.kills}`,
    `PostgreSQL crashed     ${report.restarts}`,
    `broken connections     ${report.brokenConnections}`,
    `answers acknowledged   ${report.acked}, lost ${lost}`,
    `5xx                    ${serverErrors.map(([name, n]) => `${n} x ${name}`).join(', ') || 'none'}`,
    `slowest start          ${Math.round(report.slowestStartMs)} ms`,
    `slowest recovery after the database was back ${Math.round(report.slowestDatabaseRecoveryMs)} ms`,
    `freezes                ${report.freezes}; slowest answer ${Math.round(report.slowestAnswerMs)} ms; after the end`,
    `  served ${Math.round(report.slowestReturnMs)} ms, runner ${Math.round(report.slowestRunnerMs)} ms, all done ${Math.round(report.slowestDoneMs)} ms`,
    ...Object.entries(report.answers).map(([name, n]) => `  ${String(n).padStart(7)}  ${name}`),
  ];
}
