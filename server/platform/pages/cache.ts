/** Shares values that were made recently, and values that are being made now. */
type PageCache<T> = {
  /**
   * The value of a key: a kept value that is young enough, the value that is being made, or a new value of
   * `make`. All callers who wait for a value get the same result, also its failure. After a failure the next
   * caller starts `make` again. Rejects with what `make` threw. If a value ends soon, the caller still gets
   * it and `make` starts for the next one, so that a continuous crowd never waits.
   */
  get: (key: string, make: () => Promise<T>) => Promise<T>;
  /** The number of kept values and their size. */
  size: () => { entries: number; bytes: number };
};

type Begun<T> = { since: number; value: Promise<T> };
type Kept<T> = Begun<T> & { bytes: number };

/**
 * A cache whose values live so briefly that no change has to remove them. The age of a value counts from the
 * start of its making. A caller at time T sees everything that was true at T - `lifeMs`. A caller never gets
 * an older value, and never waits for a value whose making started earlier.
 * @param lifeMs how long a value is used, in milliseconds of `now`
 * @param renewMs the age of a value from which the next caller starts a new one
 * @param sizeOf the bytes of a value, or null for a value that is not kept
 */
export function createPageCache<T>(given: {
  lifeMs: number;
  renewMs: number;
  maxEntries: number;
  maxBytes: number;
  now: () => number;
  sizeOf: (value: T) => number | null;
}): PageCache<T> {
  const { lifeMs, renewMs, maxEntries, maxBytes, now, sizeOf } = given;
  const underWay = new Map<string, Begun<T>>();
  /** In the order in which the values were kept. They end in nearly the same order. */
  const kept = new Map<string, Kept<T>>();
  let bytes = 0;

  // If the clock went back, a kept value does not count as young.
  const isYoung = ({ since }: Begun<T>, at: number) => at >= since && at - since < lifeMs;
  const drop = (key: string, entry: Kept<T>) => {
    kept.delete(key);
    bytes -= entry.bytes;
  };
  const keep = (key: string, entry: Kept<T>, at: number) => {
    const before = kept.get(key);
    if (before) drop(key, before);
    kept.set(key, entry);
    bytes += entry.bytes;
    for (const [oldKey, old] of kept) {
      const isTooMuch = kept.size > maxEntries || bytes > maxBytes;
      if (!isTooMuch && isYoung(old, at)) break;
      drop(oldKey, old);
    }
  };
  const begin = (key: string, since: number, make: () => Promise<T>): Promise<T> => {
    const begun: Begun<T> = { since, value: make() };
    underWay.set(key, begun);
    const settle = (value: T | null) => {
      // A later making may have replaced this one because it took long. The value of the later one is
      // younger.
      const isLatest = underWay.get(key) === begun;
      if (isLatest) underWay.delete(key);
      const size = value === null ? null : sizeOf(value);
      const at = now();
      const isYounger = since >= (kept.get(key)?.since ?? since);
      if (size !== null && size <= maxBytes && isYounger && isYoung(begun, at))
        keep(key, { ...begun, bytes: size }, at);
    };
    begun.value.then(settle, () => settle(null));
    return begun.value;
  };

  return {
    get: (key, make) => {
      const at = now();
      const ready = kept.get(key);
      if (ready) {
        if (isYoung(ready, at)) {
          if (at - ready.since >= renewMs && !underWay.has(key)) void begin(key, at, make);
          return ready.value;
        }
        drop(key, ready);
      }
      const begun = underWay.get(key);
      return begun && isYoung(begun, at) ? begun.value : begin(key, at, make);
    },
    size: () => ({ entries: kept.size, bytes }),
  };
}
