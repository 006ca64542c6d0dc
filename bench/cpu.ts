import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { sql } from 'kysely';
import type { World } from './world.ts';

/** Time of the processors in microseconds. */
export type Cpu = {
  node: number;
  postgres: number;
  /** Of the processes that make the load. */
  load: number;
  /** The share of the machine that neither we nor the load used, 0 to 1. */
  others: number;
};

/** The kernel counts in hundredths of a second. */
const TICK_US = 10_000;

type Times = { parent: number; own: number; ended: number };

/** The times of a process, and of those of its children that have ended. Null: there is no such process. */
async function timesOf(pid: number): Promise<Times | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // The name in parentheses may hold spaces. Field 4 is the parent, 14 to 17 are the times.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const at = (field: number) => fields[field - 3] ?? 0;
  return { parent: at(4), own: (at(14) + at(15)) * TICK_US, ended: (at(16) + at(17)) * TICK_US };
}

/** The whole server: the postmaster, all its processes and those that have ended. */
async function postgresTime(postmaster: number): Promise<number> {
  const all = await readdir('/proc');
  const times = await Promise.all(
    all.filter((name) => /^\d+$/.test(name)).map((pid) => timesOf(Number(pid))),
  );
  const children = times.filter((one) => one?.parent === postmaster);
  const own = await timesOf(postmaster);
  return children.reduce((sum, one) => sum + (one?.own ?? 0), (own?.own ?? 0) + (own?.ended ?? 0));
}

/** What the whole machine has worked, on all its processors. */
async function machineTime(): Promise<number> {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n');
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = line.split(/ +/).slice(1).map(Number);
  return (user + nice + system + irq + softirq) * TICK_US;
}

/**
 * Runs `fn` and answers what it cost the application process of a world and PostgreSQL. `pids`: the processes whose
 * work is neither ours nor another's, such as the load. Null where there is no /proc.
 */
export async function withCpu<T>(
  world: Pick<World, 'pid' | 'database'>,
  pids: readonly number[],
  fn: () => Promise<T>,
): Promise<{ result: T; cpu: Cpu | null }> {
  if (process.platform !== 'linux') return { result: await fn(), cpu: null };
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(world.database.db);
  const postmaster = (await timesOf(rows[0]?.pid ?? 0))?.parent ?? 0;
  const look = async () => ({
    at: performance.now(),
    node: (await timesOf(world.pid))?.own ?? 0,
    postgres: await postgresTime(postmaster),
    load: (await Promise.all(pids.map(timesOf))).reduce((sum, one) => sum + (one?.own ?? 0), 0),
    machine: await machineTime(),
  });
  const before = await look();
  const result = await fn();
  const after = await look();
  const of = (name: 'node' | 'postgres' | 'load' | 'machine') => after[name] - before[name];
  const [node, postgres] = [of('node'), of('postgres')];
  const load = of('load');
  const others = of('machine') - node - postgres - load;
  const possible = (after.at - before.at) * 1000 * availableParallelism();
  return { result, cpu: { node, postgres, load, others: Math.max(0, others / possible) } };
}
