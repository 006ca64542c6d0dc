/** Calls `write` at once for the first of its kind, then once per period with how many came meanwhile. */
export type Throttle = (kind: string, write: (count: number) => void) => void;

type Open = { missed: number; write: (count: number) => void };

/** More kinds at once share one line, so that texts which differ each time fill neither the log nor the memory. */
const MOST_KINDS = 50;

/**
 * For log lines that one cause produces in masses, for example every refused request while the database is away. Nothing
 * is left out of the counts: what came last is written at the end of its period, which keeps no process alive.
 */
export function createThrottle(everyMs = 1_000): Throttle {
  const open = new Map<string, Open>();
  const watch = (kind: string, one: Open) => {
    setTimeout(() => {
      const { missed } = one;
      one.missed = 0;
      if (missed === 0) return open.delete(kind);
      one.write(missed);
      return watch(kind, one);
    }, everyMs).unref();
  };
  return (wanted, write) => {
    const kind = open.has(wanted) || open.size < MOST_KINDS ? wanted : '';
    const known = open.get(kind);
    if (known) {
      known.missed += 1;
      known.write = write;
      return;
    }
    write(1);
    const one = { missed: 0, write };
    open.set(kind, one);
    watch(kind, one);
  };
}
