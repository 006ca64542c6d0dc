import { z } from 'zod';
import { answerSheet, buyerQuestion } from '../../catalog/questions.ts';
import { LIMITS } from '../../constants.ts';
import { endpoint, single } from '../../endpoint.ts';
import { attendeeShortId, email, isoOut, line, orderShortId, text } from '../../fields.ts';

/** Why a buyer cannot change a ticket in some way now. */
export const OWN_TICKET_OBSTACLES = [
  'EVENT_ARCHIVED',
  'EVENT_CALLED_OFF',
  'ORDER_CANCELLED',
  'ORDER_REFUNDED',
  'ORDER_NOT_COMPLETE',
  'ATTENDEE_CANCELLED',
  'ATTENDEE_CHECKED_IN',
  'TICKET_PASSED_ON',
  'TICKET_NOT_PASSED_ON',
  'TICKET_OPENED',
  'CHANGE_NOT_OFFERED',
  'CHANGE_OVER',
  'REFUND_REQUESTED',
  'REFUND_PENDING',
  'PAYMENT_DISPUTED',
] as const;
export type OwnTicketObstacle = (typeof OWN_TICKET_OBSTACLES)[number];

const obstacle = z.enum(OWN_TICKET_OBSTACLES).nullable();

const ownTicket = z.object({
  reference: z.string(),
  /** Rises with every change of the person's data and with every new code. */
  version: z.number(),
  ticketName: z.string(),
  priceLabel: z.string(),
  /**
   * `named`: the buyer has it. `unnamed`: the buyer has it and has not said yet who comes. `passed_on`: somebody to whom
   * the buyer gave it. `elsewhere`: somebody to whom the organizer gave it.
   */
  state: z.enum(['named', 'unnamed', 'passed_on', 'elsewhere']),
  /** Null while nobody is named, and for a person whom the buyer did not name. */
  holder: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }).nullable(),
  /** Why each change is not possible now; null if it is. */
  correct: obstacle,
  passOn: obstacle,
  takeBack: obstacle,
  sendAgain: obstacle,
  /** When its new holder first looked at a ticket that was passed on. */
  openedAt: isoOut.nullable(),
  /** What is asked about the attendee, while nobody is named. */
  questions: z.array(buyerQuestion),
});
export type OwnTicket = z.output<typeof ownTicket>;

const ownTickets = z.object({
  /** Until when names can be filled in and corrected, and tickets passed on; null if the organizer does not offer it. */
  namesUntil: isoOut.nullable(),
  passOnUntil: isoOut.nullable(),
  /** Those that are not cancelled, in the order of their numbers. */
  tickets: z.array(ownTicket),
});
export type OwnTickets = z.output<typeof ownTickets>;

const reference = z.string().regex(/^[A-Z0-9-]{5,40}$/);
const ofTicket = z.object({ orderShortId, reference });
const version = z.number().int().min(1).max(2_147_483_647);

export const getOwnTickets = endpoint({
  method: 'GET',
  path: '/public/orders/:orderShortId/own-tickets',
  access: 'public',
  summary:
    'What whoever holds the link of an order can change about each of its tickets, and why not otherwise.',
  params: z.object({ orderShortId }),
  response: single(ownTickets),
});

export const nameOwnTicket = endpoint({
  method: 'PUT',
  path: '/public/orders/:orderShortId/own-tickets/:reference/holder',
  access: 'public',
  idempotent: true,
  summary:
    'Say who comes with a ticket, or correct the name or the email address. Its code stays. `answers` are those of a ticket that had no name before. Without an address it goes to the buyer. A new address is mailed the ticket, and the old one is told. 409 STALE_VERSION with params.version if the ticket was changed meanwhile.',
  params: ofTicket,
  body: z.strictObject({
    version,
    firstName: line(LIMITS.firstName, 1),
    lastName: line(LIMITS.lastName, 1),
    email: z.union([z.literal(''), email]),
    answers: answerSheet.optional(),
  }),
  response: single(ownTickets),
});

export const passOnOwnTicket = endpoint({
  method: 'POST',
  path: '/public/orders/:orderShortId/own-tickets/:reference/pass-on',
  access: 'public',
  idempotent: true,
  summary:
    'Give a ticket to another person, who is mailed a new code with the note. The old code no longer opens the door, and the order no longer shows the ticket’s code.',
  params: ofTicket,
  body: z.strictObject({
    version,
    firstName: line(LIMITS.firstName, 1),
    lastName: line(LIMITS.lastName, 1),
    email,
    note: text(LIMITS.passOnNote),
  }),
  response: single(ownTickets),
});

export const takeBackOwnTicket = endpoint({
  method: 'POST',
  path: '/public/orders/:orderShortId/own-tickets/:reference/take-back',
  access: 'public',
  idempotent: true,
  summary:
    'Take a ticket back that was passed on, until its new holder has opened it. It gets a new code and the person who had it before; the new holder is told.',
  params: ofTicket,
  body: z.strictObject({ version }),
  response: single(ownTickets),
});

export const sendOwnTicketAgain = endpoint({
  method: 'POST',
  path: '/public/orders/:orderShortId/own-tickets/:reference/send-again',
  access: 'public',
  idempotent: true,
  summary: 'Mail a ticket that was passed on to its new holder once more.',
  params: ofTicket,
  response: single(ownTickets),
});

export const noteTicketOpened = endpoint({
  method: 'POST',
  path: '/public/tickets/:attendeeShortId/opened',
  access: 'public',
  idempotent: true,
  summary:
    'Note that the holder of a ticket which was passed on has looked at it. The ticket’s page calls it once a person has opened it in a browser.',
  params: z.object({ attendeeShortId }),
});
