/** A press as the shortcuts see it. */
export type Press = { key: string; at: number };

/** A key that follows G within this time belongs to it. */
const PAUSE_MS = 1200;

export type Read = { kind: 'waiting' } | { kind: 'go'; key: string } | { kind: 'single'; key: string };

/** Tells a key that follows G from a single key. `before` is the last press, if it was a G that still waits. */
export function readPress(before: Press | null, { key, at }: Press): Read {
  const letter = key.length === 1 ? key.toLowerCase() : key;
  if (before?.key === 'g' && at - before.at <= PAUSE_MS && letter !== 'g') return { kind: 'go', key: letter };
  return letter === 'g' ? { kind: 'waiting' } : { kind: 'single', key: letter };
}
