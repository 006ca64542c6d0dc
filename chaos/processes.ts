import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** A process and all its descendants. Linux only, because it reads `/proc`. */
export async function familyOf(pid: number): Promise<number[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const parents = new Map<number, number>();
  await Promise.all(
    names.map(async (name) => {
      const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
      // The command name may contain spaces and parentheses, so the fields are counted after it.
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      if (parent > 0) parents.set(Number(name), parent);
    }),
  );
  const family = [pid];
  // The list grows while it is walked, so children of children are found as well.
  for (const member of family)
    for (const [child, parent] of parents) if (parent === member) family.push(child);
  return family;
}

/** Sends a signal to each process. One that has ended meanwhile is passed over. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/**
 * Stops a process and its descendants for `ms`, as a machine that hangs. Nothing ends, nothing is told: connections stay
 * open and nobody answers on them. The parent is stopped first, so that no child is missed.
 */
export async function freeze(pid: number, ms: number): Promise<void> {
  signalAll([pid], 'SIGSTOP');
  const family = await familyOf(pid);
  try {
    signalAll(family, 'SIGSTOP');
    await wait(ms);
  } finally {
    signalAll(family, 'SIGCONT');
  }
}
