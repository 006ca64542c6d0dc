import { z } from 'zod';
import { LIMITS, LOCALES } from '../constants.ts';
import { endpoint, single } from '../endpoint.ts';
import { addressOrNone, email, isoOut, line, pathId } from '../fields.ts';
import { ATTENDEE_STATUSES } from './attendees.ts';
import { adjustment } from './orders.ts';

/** Why the data of an attendee cannot be changed, or the ticket not be given a new code. */
const HOLDER_OBSTACLES = [
  'EVENT_ARCHIVED',
  'ORDER_CANCELLED',
  'ORDER_NOT_COMPLETE',
  'ATTENDEE_CANCELLED',
] as const;
export type HolderObstacle = (typeof HOLDER_OBSTACLES)[number];

export const attendeeDetail = z.object({
  id: z.number(),
  /** Rises with every change of the person's data and with every new code. */
  version: z.number(),
  shortId: z.string(),
  reference: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  locale: z.string(),
  status: z.enum(ATTENDEE_STATUSES),
  /** The buyer has not said yet who comes. The names and the address are the buyer's until then. */
  awaitsName: z.boolean(),
  ticket: z.object({ id: z.number(), name: z.string(), priceLabel: z.string() }),
  /** What this ticket has come to, in minor units of the order's currency: its price and what moves added or gave back. */
  unitTotal: z.number(),
  order: z.object({
    id: z.number(),
    reference: z.string(),
    /** Tickets that let people in, cancelled ones too. */
    ticketCount: z.number(),
    total: z.number(),
    /** Whether some of what was paid is not refunded. */
    hasMoney: z.boolean(),
    currency: z.string(),
    buyer: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }),
    /** Whether its tickets can be cancelled one by one, or made valid again. */
    wasComplete: z.boolean(),
  }),
  /** The signed text of the QR code; null while the ticket is not valid for entry. */
  code: z.string().nullable(),
  /** Open entries by check-in list, the first one first. */
  entries: z.array(z.object({ listId: z.number(), list: z.string(), at: isoOut })),
  obstacles: z.object({
    /** Against a correction of names, address and language. */
    correct: z.enum(HOLDER_OBSTACLES).nullable(),
    /** Against a new code, for the same person or another one. */
    renew: z.enum(HOLDER_OBSTACLES).nullable(),
  }),
  /** What moves of this attendee changed about the money, oldest first. */
  adjustments: z.array(adjustment),
  passedOnAt: isoOut.nullable(),
  createdAt: isoOut,
});
export type AttendeeDetail = z.output<typeof attendeeDetail>;

export const ofAttendee = z.object({ eventId: pathId, attendeeId: pathId });

const version = z.number().int().min(1).max(2_147_483_647);

const person = {
  firstName: line(LIMITS.firstName, 1),
  // Whoever was added by hand may have one name only.
  lastName: line(LIMITS.lastName),
  email,
  locale: z.enum(LOCALES),
};

export const getAttendee = endpoint({
  method: 'GET',
  path: '/events/:eventId/attendees/:attendeeId',
  access: 'attendees.read',
  summary: 'One attendee with the ticket, its code, its order and its open entries at the doors.',
  params: ofAttendee,
  response: single(attendeeDetail),
});

export const updateAttendee = endpoint({
  method: 'PUT',
  path: '/events/:eventId/attendees/:attendeeId',
  access: 'orders.write',
  summary:
    'Correct the names, the email address or the language of an attendee. The code of the ticket stays. `sendTicket` mails the ticket to the address once more; an unpaid ticket is not mailed. Only whoever was added by hand without an address may stay without one.',
  params: ofAttendee,
  body: z.strictObject({ version, ...person, email: addressOrNone, sendTicket: z.boolean() }),
  response: single(attendeeDetail),
});

export const passOnTicket = endpoint({
  method: 'POST',
  path: '/events/:eventId/attendees/:attendeeId/pass-on',
  access: 'orders.write',
  idempotent: true,
  summary:
    'Give the ticket to another person. It gets a new code and a new address, which are mailed to that person. The old code no longer opens the door, and the buyer no longer sees the ticket. `tellOldHolder` mails who had it. 409 ATTENDEE_CHECKED_IN if somebody has entered with it, unless `evenIfCheckedIn`.',
  params: ofAttendee,
  body: z.strictObject({ version, ...person, tellOldHolder: z.boolean(), evenIfCheckedIn: z.boolean() }),
  response: single(attendeeDetail),
});

export const reissueCode = endpoint({
  method: 'POST',
  path: '/events/:eventId/attendees/:attendeeId/reissue',
  access: 'orders.write',
  idempotent: true,
  summary:
    'Give the ticket of the same person a new code and a new address, because the old one was lost or stolen. The old code no longer opens the door. `sendTicket` mails the new one.',
  params: ofAttendee,
  body: z.strictObject({ version, sendTicket: z.boolean() }),
  response: single(attendeeDetail),
});
