import { createHash } from 'node:crypto';

/** How badly webhooks travel. Probabilities from 0 to 1; the same seed treats the same events in the same way. */
export type Mischief = {
  seed: string;
  /** An event is delivered a second time. */
  duplicate: number;
  /** A delivery is held back, so that later ones overtake it. */
  shuffle: number;
  /** An event is never delivered. */
  drop: number;
  /** Wait before every delivery. */
  delayMs: number;
  /** How long a held-back delivery waits at most, on top of `delayMs`. */
  shuffleMs: number;
};

export const NO_MISCHIEF: Mischief = {
  seed: '',
  duplicate: 0,
  shuffle: 0,
  drop: 0,
  delayMs: 0,
  shuffleMs: 0,
};

/** What a running installation does: webhooks sometimes come twice and out of order, as at real providers. */
export const USUAL_MISCHIEF: Mischief = {
  seed: 'usual',
  duplicate: 0.15,
  shuffle: 0.25,
  drop: 0,
  delayMs: 200,
  shuffleMs: 3000,
};

/** Number in [0, 1) that depends on its inputs alone. */
export function chance(seed: string, sequence: number, purpose: string): number {
  return createHash('sha256').update(`${seed}:${sequence}:${purpose}`).digest().readUInt32BE(0) / 2 ** 32;
}

/** The deliveries of one event: after how many milliseconds each goes out. Empty when it is dropped. */
export function planDeliveries(mischief: Mischief, sequence: number): number[] {
  const roll = (purpose: string) => chance(mischief.seed, sequence, purpose);
  if (roll('drop') < mischief.drop) return [];
  const copies = roll('duplicate') < mischief.duplicate ? ['first', 'second'] : ['first'];
  return copies.map((copy) => {
    const held = roll(`${copy} shuffle`) < mischief.shuffle ? roll(`${copy} wait`) * mischief.shuffleMs : 0;
    return Math.round(mischief.delayMs + held);
  });
}
