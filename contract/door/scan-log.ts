import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { isoOut, pathId } from '../fields.ts';
import { type ListRules, listQuery, page } from '../list.ts';
import { DIRECTIONS, earlier, VERDICTS } from './check-in.ts';

/** What came of a scan: a verdict of the door, or that somebody took an entry back. */
export const SCAN_OUTCOMES = [...VERDICTS, 'undone'] as const;
export type ScanOutcome = (typeof SCAN_OUTCOMES)[number];

export const loggedScan = z.object({
  id: z.number(),
  list: z.object({ id: z.number(), name: z.string() }),
  /** When it was scanned and when it arrived here, both by the clock of the server. */
  scannedAt: isoOut,
  receivedAt: isoOut,
  outcome: z.string(),
  direction: z.enum(DIRECTIONS),
  /**
   * A phone let somebody through without a connection, and should not have. `first`: the entry that counts instead; null if
   * there is none, as with a ticket that was cancelled meanwhile.
   */
  conflict: z.object({ first: earlier.nullable() }).nullable(),
  method: z.string(),
  device: z.string(),
  /** The name of the link; null in the workspace and for old scans. */
  link: z.string().nullable(),
  /** Who made it, if that is known: in the workspace, or by a link of their own. */
  user: z.string().nullable(),
  /** Whose ticket it was; null for a code that could not be read. */
  attendee: z
    .object({ id: z.number(), reference: z.string(), name: z.string(), ticket: z.string() })
    .nullable(),
});
export type LoggedScan = z.output<typeof loggedScan>;

export const scanLogRules = {
  sorts: ['received_at'],
  defaultSort: { by: 'received_at', direction: 'desc' },
  filters: { list: ['eq', 'in'], outcome: ['eq', 'in'], device: ['eq'], conflict: ['eq'] },
} as const satisfies ListRules;

export const listScans = endpoint({
  method: 'GET',
  path: '/events/:eventId/scans',
  access: 'check-in.read',
  summary:
    'Every scan of an event, refused ones too, the last one first. Finds by name or reference. Scans of deleted lists are kept.',
  params: z.object({ eventId: pathId }),
  query: listQuery(scanLogRules),
  response: page(loggedScan),
});
