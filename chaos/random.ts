import { createHash } from 'node:crypto';

export type Random = {
  /** From 0 to less than 1. */
  next: () => number;
  /** A whole number, both bounds included. */
  integer: (min: number, max: number) => number;
  chance: (probability: number) => boolean;
  pick: <T>(list: readonly T[]) => T;
  /** A key of 22 characters. */
  key: () => string;
  /** A separate sequence. Other draws do not change it. */
  fork: (name: string) => Random;
};

/** The same seed gives the same sequence, on every machine. */
export function createRandom(seed: string): Random {
  let state = createHash('sha256').update(seed).digest().readUInt32BE(0);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    integer,
    chance: (probability) => next() < probability,
    pick: (list) => {
      const found = list[integer(0, list.length - 1)];
      if (found === undefined) throw new Error('There is nothing to pick from');
      return found;
    },
    key: () => createHash('sha256').update(`${seed}:${next()}:${next()}`).digest('base64url').slice(0, 22),
    fork: (name) => createRandom(`${seed}/${name}`),
  };
}
