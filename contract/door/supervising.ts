import { z } from 'zod';
import { endpoint, single } from '../endpoint.ts';
import { checkInListShortId, instant, isoOut, line } from '../fields.ts';
import { PAID_BY_HAND } from '../sales/orders.ts';
import { guest, VERDICTS } from './check-in.ts';

// What a supervisor sees and does at the door. As everywhere at the door, no reply contains an email address.

const door = z.object({ listShortId: checkInListShortId });
const person = z.object({ listShortId: checkInListShortId, reference: z.string().max(40) });

/** A scan in the log: refused ones, entries, exits, and those that were taken back. */
export const SCAN_OUTCOMES = [...VERDICTS, 'undone'] as const;

/** Refusals of which a supervisor may decide otherwise. A cancelled ticket and an old code are not among them. */
export const OVERRULABLE = ['wrong_ticket', 'wrong_day', 'unpaid'] as const;

export const SIMILAR_LIMIT = 20;

const foundGuest = z.object({
  guest,
  /** Whether the list of this door admits the ticket. */
  isOnList: z.boolean(),
  /** The lists of the event that admit it. */
  lists: z.array(z.string()),
});
export type FoundGuest = z.output<typeof foundGuest>;

export const findSimilarGuests = endpoint({
  method: 'GET',
  path: '/public/check-in-lists/:listShortId/similar-guests',
  access: 'public',
  summary:
    'Guests whose name or reference is spelled like the query, the closest first, at most 20. `everywhere`: of all lists of the event. For supervisors.',
  params: door,
  query: z.strictObject({
    query: z.string().trim().min(1).max(200),
    everywhere: z.enum(['true', 'false']).default('false'),
  }),
  response: single(z.array(foundGuest)),
});

const trace = z.object({
  at: isoOut,
  outcome: z.enum(SCAN_OUTCOMES),
  /** The list, the link and the device where it happened. */
  list: z.string(),
  link: z.string().nullable(),
  device: z.string(),
});

export const getDoorGuest = endpoint({
  method: 'GET',
  path: '/public/check-in-lists/:listShortId/guests/:reference',
  access: 'public',
  summary:
    'One person of the event: the ticket, the order by its reference and places, the last scans at any door of the event, and the note of a guest list. For supervisors.',
  params: person,
  response: single(
    z.object({
      guest,
      isOnList: z.boolean(),
      lists: z.array(z.string()),
      order: z.object({ reference: z.string(), tickets: z.number(), inside: z.number() }),
      /** The latest first. */
      scans: z.array(trace),
      /** What the team wrote for the door when it added the guest. Empty if nothing. */
      note: z.string(),
      /** Why the door refuses them now, if a supervisor may decide otherwise. */
      overrulable: z.enum(OVERRULABLE).nullable(),
    }),
  ),
});

export const letInAnyway = endpoint({
  method: 'POST',
  path: '/public/check-in-lists/:listShortId/guests/:reference/overrides',
  access: 'public',
  summary:
    'Let somebody in whom the door refuses: with a ticket for another door or day, or one that is not paid. The audit keeps the reason and the link. Somebody who is inside stays as they are. For supervisors.',
  params: person,
  body: z.strictObject({
    reason: line(200, 3),
    device: line(60),
    nonce: z.string().regex(/^[A-Za-z0-9_-]{16,64}$/),
    scannedAt: instant,
  }),
  response: single(
    z.object({
      verdict: z.enum(VERDICTS),
      guest,
      attendees: z.number(),
      checkedIn: z.number(),
    }),
  ),
});

export const getInside = endpoint({
  method: 'GET',
  path: '/public/check-in-lists/:listShortId/inside',
  access: 'public',
  summary:
    'Who is inside by this list: how many came in and went out, the event by its lists and limited capacities, and the last movements. For supervisors.',
  params: door,
  response: single(
    z.object({
      inside: z.number(),
      /** Entries and exits; somebody who came back counts twice. */
      cameIn: z.number(),
      wentOut: z.number(),
      places: z.array(
        z.object({
          kind: z.enum(['list', 'capacity']),
          name: z.string(),
          inside: z.number(),
          /** Who may enter by the list, or the capacity. */
          of: z.number(),
        }),
      ),
      last: z.array(
        z.object({
          name: z.string(),
          ticket: z.string(),
          direction: z.enum(['in', 'out']),
          at: isoOut,
          device: z.string(),
        }),
      ),
    }),
  ),
});

export const LOG_FILTERS = ['all', 'refused', 'undone', 'sold', 'conflicts'] as const;
export type LogFilter = (typeof LOG_FILTERS)[number];

const logEntry = z.object({
  /** Unique within the log. */
  key: z.string(),
  kind: z.enum(['scan', 'sale']),
  /** When the device scanned it, and when the server learned of it. */
  at: isoOut,
  receivedAt: isoOut,
  outcome: z.enum(SCAN_OUTCOMES).nullable(),
  /** Null if nobody is known, as for an unknown code. */
  name: z.string().nullable(),
  ticket: z.string().nullable(),
  reference: z.string().nullable(),
  device: z.string(),
  link: z.string().nullable(),
  /** Why a supervisor let somebody in whom the door refused. */
  reason: z.string().nullable(),
  /** When and where the person came in who is told to be inside already. */
  earlier: z.object({ at: isoOut, device: z.string() }).nullable(),
  /** A phone let somebody through without a connection, and should not have. `earlier`: the entry that counts instead. */
  isConflict: z.boolean(),
  sale: z
    .object({
      reference: z.string(),
      tickets: z.array(z.object({ name: z.string(), quantity: z.number() })),
      total: z.number(),
      currency: z.string(),
      payment: z.enum(PAID_BY_HAND).nullable(),
    })
    .nullable(),
});
export type LogEntry = z.output<typeof logEntry>;

export const listDoorLog = endpoint({
  method: 'GET',
  path: '/public/check-in-lists/:listShortId/log',
  access: 'public',
  summary:
    'Every scan and sale of the list, the newest first, 30 at a time. `before` is `next` of the last reply. The query finds names, references, devices and links. For supervisors.',
  params: door,
  query: z.strictObject({
    query: z.string().trim().max(200).default(''),
    show: z.enum(LOG_FILTERS).default('all'),
    before: z
      .string()
      .regex(/^\d{1,17}-[01]-\d{1,16}$/)
      .optional(),
  }),
  response: z.object({
    data: z.array(logEntry),
    next: z.string().nullable(),
    counts: z.object({ refused: z.number(), undone: z.number(), sold: z.number(), conflicts: z.number() }),
  }),
});

export type LogReply = z.output<(typeof listDoorLog)['response']>;
