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
] as const;
export type Verdict = (typeof VERDICTS)[number];

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

const device = { device: line(60), nonce: z.string().regex(/^[A-Za-z0-9_-]{16,64}$/), scannedAt: instant };

export const checkIn = endpoint({
  method: 'POST',
  path: '/public/check-in-lists/:listShortId/check-ins',
  access: 'public',
  summary:
    'Let someone in by scanned code or by reference. A refusal is a verdict, not an error; the nonce makes a repeat harmless. By reference for supervisors only.',
  params: door,
  body: z.discriminatedUnion('method', [
    z.strictObject({ method: z.literal('scan'), code: z.string().max(512), ...device }),
    z.strictObject({ method: z.literal('search'), reference: line(40, 1), ...device }),
  ]),
  response: single(
    z.object({
      verdict: z.enum(VERDICTS),
      guest: guest.nullable(),
      /** When and where the person was already checked in. */
      earlier: z.object({ at: isoOut, device: z.string() }).nullable(),
      attendees: z.number(),
      checkedIn: z.number(),
    }),
  ),
});

export const undoCheckIn = endpoint({
  method: 'DELETE',
  path: '/public/check-in-lists/:listShortId/check-ins/:reference',
  access: 'public',
  summary: 'Take a check-in back. For supervisors.',
  params: z.object({ listShortId: checkInListShortId, reference: z.string().max(40) }),
  body: z.strictObject(device),
  response: single(z.object({ guest, attendees: z.number(), checkedIn: z.number() })),
});
