import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';

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

/**
 * Expects that other work can run during this work, at least every `limit` CPU milliseconds. What stops the loop stops
 * it each time, so one good try of eight is enough: a collection of garbage or a first compilation may spoil the others.
 * After a bad try the limit is measured again, because the processor may have become slower since.
 */
export async function expectOthersServed(
  limit: { before: number; measure: () => Promise<number> },
  prepare: () => Promise<() => Promise<unknown>>,
): Promise<void> {
  const seen: string[] = [];
  for (let tries = 0; tries < 8; tries += 1) {
    const work = await prepare();
    const { longest } = await watchLoop(work);
    if (longest < limit.before) return;
    // The smaller of two, so that a collection of garbage while measuring allows no more.
    const now = Math.min(await limit.measure(), await limit.measure());
    if (longest < now) return;
    seen.push(`${longest.toFixed(0)} of ${Math.max(limit.before, now).toFixed(0)}`);
  }
  expect.fail(`stopped the loop for ${seen.join(', ')} ms allowed`);
}
