import { z } from 'zod';
import { endpoint, single } from '../endpoint.ts';
import { checkInListShortId, instant, isoOut, line } from '../fields.ts';
import { listQuery, page } from '../list.ts';
import { DOOR_ROLES } from './check-in-links.ts';
import { CHECK_IN_LIST_STATES } from './check-in-lists.ts';

// The door needs no login, because its link is secret. Replies contain only what the door needs. Every call may carry the
// token of a phone in the header `HEADERS.doorDevice`. A link that has a PIN refuses calls without a token by
// DOOR_PIN_REQUIRED, except `getDoor`. The link of a steward is refused by DOOR_SUPERVISOR_ONLY where a summary says
// "supervisors".

/** The data of a person for the door. It contains no email address, no order, and nothing that opens the ticket. */
export const guest = z.object({
  reference: z.string(),
  name: z.string(),
  ticket: z.string(),
  status: z.enum(['active', 'cancelled', 'awaiting_payment']),
  /** The part of the event that the ticket is for; null for the whole event. */
  ownStartsAt: isoOut.nullable(),
  ownEndsAt: isoOut.nullable(),
  checkedInAt: isoOut.nullable(),
});
export type Guest = z.output<typeof guest>;

export const VERDICTS = [
  'admitted',
  'already_in',
  'called_off',
  'wrong_day',
  'wrong_ticket',
  'cancelled',
  'unpaid',
  'revoked',
  'wrong_event',
  'unknown',
  'not_active',
  'expired',
  // The same ticket again on the same phone, within seconds. Nothing changed.
  'just_scanned',
  // A part of a code: scan again.
  'unreadable',
  // The number of a ticket or an order, which is no code.
  'number',
  // Out, by a list that lets people out and in again.
  'checked_out',
  // Out, but nobody knew that they were inside. They may leave all the same.
  'not_inside',
  // Out, by a list that lets nobody out and in again.
  'no_check_out',
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Which way somebody goes. `out` only where the list lets people out and in again. */
export const DIRECTIONS = ['in', 'out'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/**
 * The own name of a phone: 16 or more random characters that it makes once and keeps. Two phones may call themselves the same;
 * this tells them apart. No reply contains it.
 */
export const deviceId = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/);

const door = z.object({ listShortId: checkInListShortId });

export const getDoor = endpoint({
  method: 'GET',
  path: '/public/check-in-lists/:listShortId',
  access: 'public',
  summary:
    'The list as the door sees it, with its counts. If the phone has yet to enter the PIN, only what stands above that question.',
  params: door,
  response: single(
    z.discriminatedUnion('needsPin', [
      z.object({ needsPin: z.literal(true), name: z.string(), event: z.object({ title: z.string() }) }),
      z.object({
        needsPin: z.literal(false),
        name: z.string(),
        description: z.string(),
        state: z.enum(CHECK_IN_LIST_STATES),
        activatesAt: isoOut.nullable(),
        expiresAt: isoOut.nullable(),
        /** The name of the link, and what it lets the phone do. */
        link: z.string(),
        role: z.enum(DOOR_ROLES),
        /** Whether people may go out and come in again. */
        allowsReentry: z.boolean(),
        /** Whether this link may sell tickets and add guests. */
        allowsSales: z.boolean(),
        event: z.object({ id: z.number(), title: z.string(), timezone: z.string(), startsAt: isoOut }),
        attendees: z.number(),
        checkedIn: z.number(),
      }),
    ]),
  ),
});

export const listGuests = endpoint({
  method: 'GET',
  path: '/public/check-in-lists/:listShortId/guests',
  access: 'public',
  summary:
    'Guests by name or reference, or by an exact email address, which is never shown. For supervisors.',
  params: door,
  query: listQuery({
    sorts: ['name'],
    defaultSort: { by: 'name', direction: 'asc' },
    filters: { checked_in: ['eq'] },
  }),
  response: page(guest),
});

export const nonce = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/);

/** What every attempt of a phone says of itself. */
const device = { device: line(60), deviceId: deviceId.optional(), nonce, scannedAt: instant };
const direction = z.enum(DIRECTIONS).default('in');

/** When and where somebody was let in or out before. */
export const earlier = z.object({ at: isoOut, device: z.string() });

export const checkIn = endpoint({
  method: 'POST',
  path: '/public/check-in-lists/:listShortId/check-ins',
  access: 'public',
  summary:
    'Let someone in, or out with `direction`, by scanned code or by reference. A refusal is a verdict, not an error; the nonce makes a repeat harmless. By reference for supervisors only.',
  params: door,
  body: z.discriminatedUnion('method', [
    z.strictObject({ method: z.literal('scan'), code: z.string().max(512), direction, ...device }),
    z.strictObject({ method: z.literal('search'), reference: line(40, 1), direction, ...device }),
  ]),
  response: single(
    z.object({
      verdict: z.enum(VERDICTS),
      guest: guest.nullable(),
      /**
       * Of `already_in` and `just_scanned`: when and where they came in. Of `not_inside`, and of `just_scanned` on the way out:
       * when and where they left, if they ever did.
       */
      earlier: earlier.nullable(),
      /**
       * How many other tickets of the same order this list would let in and are not inside. `checkInOrder` lets them in. 0 on the
       * way out, and unless this one is inside now.
       */
      others: z.number(),
      attendees: z.number(),
      checkedIn: z.number(),
    }),
  ),
});

/** The most people that one scan lets in with its order. */
export const MOST_OF_ORDER = 50;

export const checkInOrder = endpoint({
  method: 'POST',
  path: '/public/check-in-lists/:listShortId/check-ins/order',
  access: 'public',
  summary:
    'Let in the rest of an order by the scanned code of one of its tickets, each by the rules of the door. The scanned one too, if it is outside. At most 50 at once. The same nonce changes nothing more and answers the same people. By reference for supervisors only.',
  params: door,
  body: z.discriminatedUnion('method', [
    z.strictObject({ method: z.literal('scan'), code: z.string().max(512), ...device }),
    z.strictObject({ method: z.literal('search'), reference: line(40, 1), ...device }),
  ]),
  response: single(
    z.object({
      /** What the door said to the ticket that was scanned. With a refusal that is no `already_in`, nobody was let in. */
      verdict: z.enum(VERDICTS),
      /** Everybody else of the order whom the door was asked about, with its answer. */
      people: z.array(z.object({ guest, verdict: z.enum(VERDICTS) })),
      attendees: z.number(),
      checkedIn: z.number(),
    }),
  ),
});

export const undoCheckIn = endpoint({
  method: 'DELETE',
  path: '/public/check-in-lists/:listShortId/check-ins/:reference',
  access: 'public',
  summary:
    'Take the last entry back, or with `of: out` the last exit. Nothing changes if the last movement was another. For supervisors.',
  params: z.object({ listShortId: checkInListShortId, reference: z.string().max(40) }),
  body: z.strictObject({ of: direction, ...device }),
  response: single(z.object({ guest, attendees: z.number(), checkedIn: z.number() })),
});
