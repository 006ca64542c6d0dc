import { performance } from 'node:perf_hooks';

type Collect = (options: { type: 'major'; execution: 'async'; flavor: 'last-resort' }) => Promise<void>;

type RestOptions = {
  /** Node's collector. It exists only with `--expose-gc`, which `npm start` gives. */
  collect?: Collect | undefined;
  /** The bytes that V8 holds for the heap, garbage and free space included. */
  held?: () => number;
  /** The share of the time since the last call in which the event loop was busy, 0 to 1. */
  busy?: () => number;
  everyMs?: number;
};

const EVERY_MS = 5_000;
/** A process that nobody uses is busy for a hundredth of the time. */
const QUIET = 0.05;
/** A collection takes 100 ms of a core and more, so it must be worth it, and little traffic must not start one after the other. */
const WORTH_BYTES = 12 * 1024 ** 2;
const PAUSE_LOOKS = 12;

/**
 * Collects garbage when the event loop has been quiet for a while and the heap has grown, and once more a minute later. V8
 * collects when it needs space, so after a burst it would keep the garbage for as long as little happens
 * (docs/decisions/042). The timer keeps no process alive. Answers what ends it.
 */
export function collectAtRest({
  collect = (globalThis as { gc?: Collect }).gc,
  held = () => process.memoryUsage().heapTotal,
  busy = sinceLastCall(),
  everyMs = EVERY_MS,
}: RestOptions = {}): () => void {
  if (!collect) return () => undefined;
  // What is left after a collection. V8 may give back more of it later.
  let kept = 0;
  let pause = 0;
  // What the start left is collected before much is served, so it holds nothing back: after an update every open screen comes
  // back at once.
  let isStart = true;
  // What is counted for a minute, such as the calls of each address, is garbage only after it.
  let isOneMoreDue = false;
  const look = async () => {
    const isQuiet = busy() < QUIET;
    kept = Math.min(kept, held());
    pause -= 1;
    const isGrown = held() >= kept + WORTH_BYTES;
    if (!isQuiet || pause > 0 || !(isGrown || isOneMoreDue)) return;
    isOneMoreDue = isGrown && !isStart;
    pause = isStart ? 0 : PAUSE_LOOKS;
    isStart = false;
    // Any other kind leaves the freed space with V8.
    await collect({ type: 'major', execution: 'async', flavor: 'last-resort' });
    kept = held();
  };
  const timer = setInterval(() => void look(), everyMs).unref();
  return () => clearInterval(timer);
}

/** How busy the event loop was between two calls. */
function sinceLastCall(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}
