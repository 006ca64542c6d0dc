import { setTimeout as wait } from 'node:timers/promises';

export type Contestant<T> = { name: string; run: () => Promise<T> };

const PAUSE_MS = 150;

/**
 * Runs every contestant once in each round, so that a slow minute of the machine affects all of them. Each round
 * starts with another contestant, so that none always runs after the same one. Answers the rounds of each by name.
 */
export async function interleave<T, N extends string>(
  rounds: number,
  contestants: readonly (Contestant<T> & { name: N })[],
): Promise<Record<N, T[]>> {
  const found = Object.fromEntries(contestants.map(({ name }) => [name, [] as T[]])) as Record<N, T[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (let at = 0; at < contestants.length; at += 1) {
      const contestant = contestants[(at + round) % contestants.length];
      if (!contestant) continue;
      found[contestant.name].push(await contestant.run());
      await wait(PAUSE_MS);
    }
  }
  return found;
}

/**
 * A process that has just started compiles the code that is used most again and again, better each time: holds cost it
 * half as much after ten seconds of them, completed orders after 10,000. A goal about the cost or the rate of a busy
 * server is measured after that, and each figure of the rounds shows whether it was.
 */
const WARM_UP_RUNS = 5;

/** Runs the same load for some time, one run after the other, before it is measured. */
export async function warmUp(run: () => Promise<unknown>): Promise<void> {
  for (let nth = 0; nth < WARM_UP_RUNS; nth += 1) await run();
}
