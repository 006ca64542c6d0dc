/** A key press and its time. */
export type Press = { key: string; at: number };

/** A key pressed within this time after G belongs to it. */
const PAUSE_MS = 1200;

export type Read = { kind: 'waiting' } | { kind: 'go'; key: string } | { kind: 'single'; key: string };

/** Tells a key after G from a single key. `before` is the last press if it was a G that waits for its second key. */
export function readPress(before: Press | null, { key, at }: Press): Read {
  const letter = key.length === 1 ? key.toLowerCase() : key;
  if (before?.key === 'g' && at - before.at <= PAUSE_MS && letter !== 'g') return { kind: 'go', key: letter };
  return letter === 'g' ? { kind: 'waiting' } : { kind: 'single', key: letter };
}
