import type { Direction, Guest, Verdict } from '@entrada/contract/door/check-in';
import type { getDoorGuest } from '@entrada/contract/door/supervising';
import type { OutputOf } from '@entrada/contract/endpoint';

/** Everything about one person, as the server knows it. */
export type Person = OutputOf<typeof getDoorGuest>['data'];

/** A scan of somebody that waits on this phone. */
export type KeptScan = { nonce: string; at: string; verdict: Verdict; direction: Direction; isUndo: boolean };

/** What this phone keeps about one person. */
export type KeptPerson = {
  isOfPhone: true;
  guest: Guest;
  /** The last time that they came in or left, as far as this phone knows. */
  last: { direction: Direction; at: string; device: string } | null;
  /** The latest first. */
  scans: readonly KeptScan[];
  /** Why this phone would not let them in now; null if it would, or if they are inside. */
  refused: Exclude<Verdict, 'admitted'> | null;
};
