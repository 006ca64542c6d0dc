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
