import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Piscina } from 'piscina';
import { createSlots } from '../slots.ts';
import { watchLimits } from './limits.ts';

/** What a file of tasks exports. Input and result are copied between the threads, so both are plain data. */
type Tasks = Record<string, (input: never) => unknown>;

export type Workers<T extends Tasks> = {
  /**
   * Runs an exported function of the file in another thread. Throws UNAVAILABLE with Retry-After if too much waits
   * already, and what the function throws. If the thread ends, only its own call fails: the next call gets a new thread.
   */
  run: <K extends keyof T & string>(
    name: K,
    input: Parameters<T[K]>[0],
    options?: { isPatient?: boolean },
  ) => Promise<Awaited<ReturnType<T[K]>>>;
  /** Running threads. Idle ones end by themselves. */
  threads: () => number;
  /** Ends all threads, also those that work. A later call starts new ones. */
  close: () => Promise<void>;
};

type WorkersOptions = {
  threads?: number;
  maxWaiting?: number;
  maxWaitMs?: number;
  /** Milliseconds of the processor. A call that needs more fails, and its thread ends. */
  maxCpuMs?: number;
  /** Milliseconds on the clock, much more than a call needs on a busy machine. A call that takes longer ends likewise. */
  maxRunMs?: number;
  /** The heap of one thread in megabytes. A thread that needs more ends. */
  heapMb?: number;
};

const MOST_THREADS = 4;
const IDLE_MS = 60_000;
/** A third of what was given before, with the same time of the processor for a letter and a PDF file. */
const YOUNG_MB = 12;

/**
 * Threads for work that would stop the event loop. One core is left to the loop. Threads start with the first call
 * and load their file once.
 */
export function openWorkers<T extends Tasks>(file: URL, options: WorkersOptions = {}): Workers<T> {
  const { maxWaiting = 64, maxWaitMs, maxCpuMs = 60_000, maxRunMs = 900_000, heapMb = 512 } = options;
  const threads = options.threads ?? Math.min(MOST_THREADS, Math.max(1, availableParallelism() - 1));
  const slots = createSlots({ atOnce: threads, maxWaiting, ...(maxWaitMs !== undefined && { maxWaitMs }) });
  const filename = fileURLToPath(file);
  let pool: Piscina | null = null;

  const open = (): Piscina => {
    // The young generation that `npm start` gives to the main thread. Otherwise each thread would get it too, whatever
    // its limits say: 20 MB and more (docs/decisions/042).
    setFlagsFromString('--min-semi-space-size=0');
    setFlagsFromString('--max-semi-space-size=0');
    const made = new Piscina({
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: IDLE_MS,
      // Waiting by Atomics would stop a thread's own loop while it is idle.
      atomics: 'disabled',
      recordTiming: false,
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB },
    });
    // The error of a thread that ended while it had no call. Without a listener it would end the process.
    made.on('error', () => undefined);
    return made;
  };

  return {
    run: (name, input, given) =>
      slots.run(async () => {
        pool ??= open();
        const running = pool;
        const limit = new AbortController();
        const end = watchLimits(
          () => running.threads,
          { cpuMs: maxCpuMs, clockMs: maxRunMs },
          () => limit.abort(),
        );
        try {
          // The file is loaded with the first call and not with the thread, so that its errors reach the caller.
          return await running.run(input, { filename, name, signal: limit.signal });
        } finally {
          end();
        }
      }, given),
    threads: () => pool?.threads.length ?? 0,
    close: async () => {
      const closing = pool;
      pool = null;
      await closing?.destroy();
    },
  };
}
