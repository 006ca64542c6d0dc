import { hash } from 'node:crypto';

/** How many registers a sketch has. */
export const REGISTERS = 4096;

/** Which register somebody leaves, and the length of the run of zero bits that goes into it. */
export type Mark = { register: number; run: number };

/**
 * The mark of a visitor in the sketch of an event on one day: HyperLogLog (Flajolet and others 2007) on 48 bits of a salted
 * hash. Many visitors leave the same mark, so it identifies nobody, and without the salt it cannot be made again.
 */
export function markOf(visitor: string, { eventId, salt }: { eventId: number; salt: string }): Mark {
  const bits = hash('sha256', `${salt} ${eventId} ${visitor}`).slice(0, 12);
  const rest = Number.parseInt(bits.slice(3), 16);
  return { register: Number.parseInt(bits.slice(0, 3), 16), run: Math.clz32(Math.floor(rest / 16)) + 1 };
}
