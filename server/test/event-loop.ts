import { setTimeout as wait } from 'node:timers/promises';

/** CPU milliseconds of this thread. `longest`: the longest stretch in which no timer could run. */
export type LoopUse<T> = { result: T; longest: number; total: number };

const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * Runs work and watches the event loop of this thread. It counts CPU time and not time on the clock, so that other
 * programs on the machine change nothing. Work in another thread does not count.
 */
export async function watchLoop<T>(work: () => Promise<T>): Promise<LoopUse<T>> {
  await wait(5);
  const begun = cpuMs();
  let last = begun;
  let longest = 0;
  const look = () => {
    const now = cpuMs();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  try {
    const result = await work();
    // Whatever ran until now belongs to the work, also if no timer has run since.
    look();
    return { result, longest, total: cpuMs() - begun };
  } finally {
    clearInterval(timer);
  }
}
