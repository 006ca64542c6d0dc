/** What was made a moment ago, for those who ask next, and what is being made, for those who ask meanwhile. */
type PageCache<T> = {
  /**
   * The value of a key: one that is young enough, the one under way, or a new one of `make`. All who wait for one get
   * it, failures too; the next to ask makes it anew. Rejects with what `make` threw. Where a value ends soon, `make` is
   * called for the next one while this one is given, so that a crowd that goes on asking never waits.
   */
  get: (key: string, make: () => Promise<T>) => Promise<T>;
  /** How much is kept now. */
  size: () => { entries: number; bytes: number };
};

type Begun<T> = { since: number; value: Promise<T> };
type Kept<T> = Begun<T> & { bytes: number };

/**
 * A cache for so short a life that nothing needs to be told of changes. A value is as old as the beginning of its making,
 * so whoever asks at T sees everything that was so at T - `lifeMs`: nobody waits for a making that began before, and
 * nothing older is given while something new is made.
 *
 * @param lifeMs how long a value is given, in milliseconds of `now`
 * @param renewMs how old a value is when the next to ask begins another
 * @param sizeOf the bytes of a value, or null for one that is not kept
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
  /** In the order in which they were kept, which is close to the one in which they end. */
  const kept = new Map<string, Kept<T>>();
  let bytes = 0;

  // A clock that went back makes nothing younger.
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
      // A later making may have taken the place of one that took long; what it gives is the younger.
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
