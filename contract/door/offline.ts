import { z } from 'zod';
import { endpoint, single } from '../endpoint.ts';
import { checkInListShortId, instant, isoOut, line } from '../fields.ts';
import { DIRECTIONS, deviceId, earlier, nonce, VERDICTS } from './check-in.ts';

// What a phone keeps so that it decides by itself without a connection, and what it sends later. A phone must have entered
// (`enterDoor`), even by a link without a PIN: every call here carries its token, and DOOR_DEVICE_REQUIRED answers one without.
// So a phone may still send its scans when its link was closed. No reply contains an email address, an answer or an order.
//
// Loading: 1. `getOfflineHead`; keep `cursor`. 2. `listOfflinePeople` until `next` is null. 3. `getOfflineChanges` since the
// cursor, from then on. Whatever happens between 1 and 3 is among the changes. At CHECK_IN_LIST_NOT_FOUND the phone forgets the
// people and keeps its scans, which `sendOfflineScans` still takes.

/** People of one page. */
export const OFFLINE_PAGE = 5_000;
/** Scans in one call of `sendOfflineScans`. */
export const OFFLINE_SCANS = 500;
/** How long a phone may decide by itself after a contact. */
export const OFFLINE_HOURS = 24;

const door = z.object({ listShortId: checkInListShortId });

/** What does not depend on a person. Each contact brings it anew. */
export const offlineHead = z.object({
  eventId: z.number(),
  /** Raw Ed25519 public keys in base64url. Any of them may have signed a code of the event. */
  publicKeys: z.array(z.string()),
  isCalledOff: z.boolean(),
  activatesAt: isoOut.nullable(),
  expiresAt: isoOut.nullable(),
  allowsReentry: z.boolean(),
  /** Each kind of ticket, by the price that was paid. People refer to `id`. `admitted`: by this list. */
  tickets: z.array(
    z.object({
      id: z.number(),
      label: z.string(),
      admitted: z.boolean(),
      ownStartsAt: isoOut.nullable(),
      ownEndsAt: isoOut.nullable(),
    }),
  ),
  /** The time of the server, by which the phone learns how wrong its clock is. */
  now: isoOut,
  /** Until when the phone may decide by itself. Then it forgets the people. */
  until: isoOut,
  /** Where `getOfflineChanges` goes on. */
  cursor: z.string(),
  /** People of the event. */
  people: z.number(),
});
export type OfflineHead = z.output<typeof offlineHead>;

/** The status of a person is the place of its word here. */
export const PERSON_STATUSES = ['active', 'cancelled', 'awaiting_payment'] as const;

/**
 * A person: id (`attendeeId` of a code), reference, name, id of the ticket, status, version of the code, and, if they are inside
 * by this list, when they came in (milliseconds since 1970) and by which device. Then, if it is not after the first space, where
 * the last name begins in the name, by which people are sorted (`lastNameFirst`).
 */
export const offlinePerson = z.tuple([
  z.number(),
  z.string(),
  z.string(),
  z.number(),
  z.number(),
  z.number(),
  z.tuple([z.number(), z.string()]).nullable(),
  z.number().optional(),
]);
export type OfflinePerson = z.output<typeof offlinePerson>;

export const getOfflineHead = endpoint({
  method: 'GET',
  path: '/public/check-in-lists/:listShortId/offline',
  access: 'public',
  summary: 'What a phone needs to decide without a connection, without the people.',
  params: door,
  response: single(offlineHead),
});

export const listOfflinePeople = endpoint({
  method: 'GET',
  path: '/public/check-in-lists/:listShortId/offline/people',
  access: 'public',
  summary:
    'All people of the event as a phone keeps them, 5,000 at a time. `after` is `next` of the last reply; null is the end. Refused while the list is not active.',
  params: door,
  query: z.strictObject({
    after: z
      .string()
      .regex(/^\d{1,17}-\d{1,16}$/)
      .optional(),
  }),
  response: single(z.object({ people: z.array(offlinePerson), next: z.string().nullable() })),
});

export const getOfflineChanges = endpoint({
  method: 'GET',
  path: '/public/check-in-lists/:listShortId/offline/changes',
  access: 'public',
  summary:
    'Everybody who was added or changed, or came in or left, since `since`, as they are now, with a new head. `reset`: the cursor is too old, or too much changed: load the people again.',
  params: door,
  query: z.strictObject({ since: z.string().max(60) }),
  response: single(z.object({ reset: z.boolean(), head: offlineHead, people: z.array(offlinePerson) })),
});

/** A scan that waited on a phone. */
const offlineScan = z
  .strictObject({
    nonce,
    /** What was scanned, or whom somebody chose from the list (supervisors only). One of the two. */
    code: z.string().max(512).optional(),
    reference: line(40, 1).optional(),
    direction: z.enum(DIRECTIONS).default('in'),
    /** A supervisor takes the last movement of this direction back. `verdict` does not count then. */
    isUndo: z.boolean().default(false),
    /** By the clock of the phone. */
    scannedAt: instant,
    /** What the phone answered. */
    verdict: z.enum(VERDICTS),
  })
  .refine(({ code, reference }) => (code === undefined) !== (reference === undefined), {
    path: ['code'],
    error: 'required',
  });

/** Two scans that cannot both be right, or one that the server would have refused. The phone let the person through. */
const conflict = z.object({
  /** The entry or exit that counts instead. Null if there is none, as with a ticket that was cancelled meanwhile. */
  first: earlier.nullable(),
});

export const sendOfflineScans = endpoint({
  method: 'POST',
  path: '/public/check-in-lists/:listShortId/offline/scans',
  access: 'public',
  summary:
    'Store the scans that a phone made without a connection, the oldest first, at most 500. The first that arrives here counts; one that contradicts it is kept as a conflict. The same nonce changes nothing and answers the same. Also taken after the link or the list was closed or the list was deleted.',
  params: door,
  body: z.strictObject({
    device: line(60),
    deviceId: deviceId.optional(),
    /** By the clock of the phone, when it sends this. The times of the scans are corrected by it. */
    sentAt: instant,
    /** How many scans still wait on the phone after these. */
    waiting: z.number().int().min(0).max(1_000_000).default(0),
    scans: z.array(offlineScan).min(1).max(OFFLINE_SCANS),
  }),
  response: single(
    z.object({
      results: z.array(
        z.object({
          nonce: z.string(),
          /** What stands in the log: the verdict of the phone, or what the server knew better. */
          outcome: z.enum([...VERDICTS, 'undone']),
          conflict: conflict.nullable(),
        }),
      ),
      attendees: z.number(),
      checkedIn: z.number(),
    }),
  ),
});

export const offlineConflict = z.object({
  id: z.number(),
  /** When and where the scan was made, by which link, and who made it if that is known. */
  at: isoOut,
  device: z.string(),
  link: z.string().nullable(),
  user: z.string().nullable(),
  direction: z.enum(DIRECTIONS),
  outcome: z.enum(VERDICTS),
  guest: z.object({ reference: z.string(), name: z.string(), ticket: z.string() }).nullable(),
  first: earlier.nullable(),
});
export type OfflineConflict = z.output<typeof offlineConflict>;

export const listOfflineConflicts = endpoint({
  method: 'GET',
  path: '/public/check-in-lists/:listShortId/offline/conflicts',
  access: 'public',
  summary: 'The conflicts of the list, the newest 100 first, for supervisors and stewards.',
  params: door,
  response: single(z.array(offlineConflict)),
});
