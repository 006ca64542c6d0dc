import type { Worker } from 'node:worker_threads';

type Limits = {
  /** Milliseconds of the processor. */
  cpuMs: number;
  /** Milliseconds on the clock, for a call that waits for something that never comes. */
  clockMs: number;
};

const LOOK_EVERY_MS = 1000;

const cpuOf = async (thread: Worker): Promise<number> => {
  try {
    const { user, system } = await thread.cpuUsage();
    return (user + system) / 1000;
  } catch {
    return 0; // It has ended.
  }
};

/**
 * Calls `stop` once a call that begins now has used up its limits. The processor's time counts, because threads of low
 * priority may need a minute for two seconds of it on a busy machine, and nothing is wrong with them. Which thread runs
 * the call is not known, so all of them may use as much as one call each. Returns a function that ends the watch.
 */
export function watchLimits(
  threads: () => Worker[],
  { cpuMs, clockMs }: Limits,
  stop: () => void,
): () => void {
  const begun = Promise.all(threads().map(async (thread) => [thread, await cpuOf(thread)] as const)).then(
    (entries) => new Map(entries),
  );
  const used = async () => {
    const before = await begun;
    const each = await Promise.all(
      threads().map(async (thread) => (await cpuOf(thread)) - (before.get(thread) ?? 0)),
    );
    return each.reduce((sum, ms) => sum + Math.max(0, ms), 0);
  };
  const look = async () => {
    if ((await used()) > cpuMs * Math.max(1, threads().length)) stop();
  };
  const looking = setInterval(() => void look(), Math.min(LOOK_EVERY_MS, cpuMs / 3)).unref();
  const ending = setTimeout(stop, clockMs).unref();
  return () => {
    clearInterval(looking);
    clearTimeout(ending);
  };
}
