import { createHash } from 'node:crypto';

/**
 * How unreliable the delivery of webhooks is. Probabilities from 0 to 1. The same seed treats the same events
 * in the same way.
 */
export type Mischief = {
  seed: string;
  /** An event is delivered a second time. */
  duplicate: number;
  /** A delivery is delayed, so that later deliveries overtake it. */
  shuffle: number;
  /** An event is never delivered. */
  drop: number;
  /** Wait before every delivery. */
  delayMs: number;
  /** The longest wait of a delayed delivery, in addition to `delayMs`. */
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

/**
 * The settings of a normal installation: webhooks sometimes come twice and out of order, as at real
 * providers.
 */
export const USUAL_MISCHIEF: Mischief = {
  seed: 'usual',
  duplicate: 0.15,
  shuffle: 0.25,
  drop: 0,
  delayMs: 200,
  shuffleMs: 3000,
};

/** A number in [0, 1) that depends only on the inputs. */
export function chance(seed: string, sequence: number, purpose: string): number {
  return createHash('sha256').update(`${seed}:${sequence}:${purpose}`).digest().readUInt32BE(0) / 2 ** 32;
}

/** The deliveries of one event, each as the milliseconds until it is sent. Empty if the event is dropped. */
export function planDeliveries(mischief: Mischief, sequence: number): number[] {
  const roll = (purpose: string) => chance(mischief.seed, sequence, purpose);
  if (roll('drop') < mischief.drop) return [];
  const copies = roll('duplicate') < mischief.duplicate ? ['first', 'second'] : ['first'];
  return copies.map((copy) => {
    const held = roll(`${copy} shuffle`) < mischief.shuffle ? roll(`${copy} wait`) * mischief.shuffleMs : 0;
    return Math.round(mischief.delayMs + held);
  });
}
