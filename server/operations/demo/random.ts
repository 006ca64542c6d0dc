/** Repeatable numbers (mulberry32), so that every demo installation looks the same. */
export type Random = {
  /** From 0 to below 1. */
  next: () => number;
  /** A whole number from `min` to `max`, both included. */
  between: (min: number, max: number) => number;
  pick: <T>(items: readonly [T, ...T[]]) => T;
};

/** A source of repeatable numbers for a seed. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return { next, between, pick: (items) => items[between(0, items.length - 1)] ?? items[0] };
}
