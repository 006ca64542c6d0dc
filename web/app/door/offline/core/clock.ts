// What time it is at the server, told without it. The clock of a phone may be wrong by any amount, and may be changed.

/** The last contact: the time of the server then, and the phone's own clock at the same moment. All in milliseconds since 1970. */
export type Contact = { serverMs: number; deviceMs: number; untilMs: number };

/** What the phone can read. `steadyMs` only ever grows, but stands still while the page is gone. */
export type Clocks = { deviceMs: number; steadyMs: number };

export type ServerClock = {
  /** The time of the server, in milliseconds since 1970. It never goes back between two contacts. */
  now: () => number;
  /** Whether the phone may no longer decide by itself. */
  isOver: () => boolean;
};

/**
 * The clock of a server that answered once. `read` gives the clocks now. `seenMs` is the latest time that was told since this
 * contact, by a page before this one. Time goes on by the clock of the phone or by the steady clock, whichever is further, so
 * setting the first one back prolongs nothing while a page is open; after that, only the time without a page is not seen. A
 * clock that is set ahead cannot be told from a phone that slept: then the tickets end early.
 */
export function serverClock(given: { contact: Contact; read: () => Clocks; seenMs: number }): ServerClock {
  const { contact, read } = given;
  const begun = read();
  const byDevice = ({ deviceMs }: Clocks) => contact.serverMs + (deviceMs - contact.deviceMs);
  const start = Math.max(given.seenMs, contact.serverMs, byDevice(begun));
  let seen = start;
  const now = () => {
    const clocks = read();
    seen = Math.max(seen, byDevice(clocks), start + (clocks.steadyMs - begun.steadyMs));
    return seen;
  };
  return { now, isOver: () => now() >= contact.untilMs };
}
