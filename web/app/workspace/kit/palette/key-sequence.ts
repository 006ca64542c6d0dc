/** A press as the shortcuts see it. */
export type Press = { key: string; at: number };

/** G and what follows it count together for so long. */
const PAUSE_MS = 1200;

export type Read = { kind: 'waiting' } | { kind: 'go'; key: string } | { kind: 'single'; key: string };

/** Tells a key that follows G from a single one. `before` is the last press, if it was no part of anything yet. */
export function readPress(before: Press | null, { key, at }: Press): Read {
  const letter = key.length === 1 ? key.toLowerCase() : key;
  if (before?.key === 'g' && at - before.at <= PAUSE_MS && letter !== 'g') return { kind: 'go', key: letter };
  return letter === 'g' ? { kind: 'waiting' } : { kind: 'single', key: letter };
}
