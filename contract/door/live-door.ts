import { z } from 'zod';
import { isoOut } from '../fields.ts';
import { SCAN_OUTCOMES } from './scan-log.ts';

/** The data of `hello` and `counts`. */
export const doorCounts = z.strictObject({ attendees: z.number(), checkedIn: z.number() });
export type DoorCounts = z.output<typeof doorCounts>;

/** One scan as the phones of supervisors see it. */
export const doorScan = z.strictObject({
  id: z.number(),
  at: isoOut,
  outcome: z.enum(SCAN_OUTCOMES),
  device: z.string(),
  /** The name of the link; null in the workspace. */
  link: z.string().nullable(),
  guest: z.strictObject({ reference: z.string(), name: z.string(), ticket: z.string() }).nullable(),
});
export type DoorScan = z.output<typeof doorScan>;

/**
 * The events of the stream. `hello`: the counts now, first of all. `counts`: they changed. `scans`: new scans of the list, the
 * oldest first, `{ scans: DoorScan[] }`; only for supervisors. `beat`: nothing happened for a while. `end`: the link was closed or
 * its PIN changed; ask for the door again, do not come back.
 */
export const DOOR_EVENTS = ['hello', 'counts', 'scans', 'beat', 'end'] as const;
export type DoorEvent = (typeof DOOR_EVENTS)[number];

/** The server says something at least this often. */
export const DOOR_BEAT_MS = 15_000;
