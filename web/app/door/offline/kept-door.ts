import type { Door } from '../use-door.ts';

// The list as the server described it last, for a phone that is opened without a connection and has entered a PIN: the page
// from the cache only asks for the PIN. It goes with the tickets.

type Kept = { door: Door; untilMs: number };
const keyOf = (listShortId: string) => `entrada.door.kept.${listShortId}`;

export function keepDoor(listShortId: string, kept: Kept): void {
  try {
    localStorage.setItem(keyOf(listShortId), JSON.stringify(kept));
  } catch {
    // Without storage there are no tickets on this phone either.
  }
}

/** Null if this phone has none, or its time is over. */
export function readKeptDoor(listShortId: string): Door | null {
  try {
    const kept: Kept | null = JSON.parse(localStorage.getItem(keyOf(listShortId)) ?? 'null');
    return kept && Date.now() < kept.untilMs ? kept.door : null;
  } catch {
    return null;
  }
}

export function forgetKeptDoor(listShortId: string): void {
  try {
    localStorage.removeItem(keyOf(listShortId));
  } catch {
    // Nothing was kept.
  }
}
