import { z } from 'zod';
import { VERDICTS } from '../door/check-in.ts';
import { endpoint, single } from '../endpoint.ts';
import { isoOut, pathId } from '../fields.ts';
import { DISPUTE_STATUSES } from '../sales/disputes.ts';
import { ORDER_HISTORY_KINDS, orderOfEvent } from '../sales/orders.ts';

/** What happened to an order or an attendee: their history, mails, scans at the door, and what was noted. */
export const TIMELINE_KINDS = [
  ...ORDER_HISTORY_KINDS,
  'mail',
  'scan',
  'note_added',
  'note_changed',
  'note_deleted',
  'note_restored',
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** The parts of a timeline that can be asked for alone. */
export const TIMELINE_PARTS = ['order', 'money', 'mails', 'door', 'notes'] as const;
export type TimelinePart = (typeof TIMELINE_PARTS)[number];

/**
 * `queued`: waits to be sent. `retrying`: the mail server refused it, and it is sent again. `accepted`: the mail server
 * took it. `refused`: given up. `dropped`: its reason was gone before it was sent. `bounced`: it came back later.
 * `left_out`: not sent, because earlier mails to the address came back.
 */
export const MAIL_STATES = [
  'queued',
  'retrying',
  'accepted',
  'refused',
  'dropped',
  'bounced',
  'left_out',
] as const;
export type MailState = (typeof MAIL_STATES)[number];

/**
 * Why a mail came back, by the status code of the report. `unwanted`: the mail server did not want it, such as a filter.
 * `other`: see the words.
 */
export const BOUNCE_REASONS = ['no_mailbox', 'no_domain', 'full', 'unwanted', 'other'] as const;
export type BounceReason = (typeof BOUNCE_REASONS)[number];

/** The kinds of mails about an order that its buyer and its holders get. The workspace names each of them. */
export type BuyerMailKind =
  | 'order_confirmation'
  | 'attendee_ticket'
  | 'order_awaiting_payment'
  | 'order_cancelled'
  | 'order_email_corrected'
  | 'order_invoiced_anew'
  | 'tickets_cancelled'
  | 'tickets_reactivated'
  | 'tickets_given_back'
  | 'ticket_passed_on'
  | 'ticket_email_changed'
  | 'payment_failed'
  | 'paid_but_expired'
  | 'refunded'
  | 'refund_request_answered'
  | 'event_message'
  | 'event_changed';

const sentMail = z.object({
  id: z.number(),
  /** Such as `order_confirmation`. */
  kind: z.string(),
  to: z.string(),
  /** Of a message of the organizer; null for every other mail. */
  subject: z.string().nullable(),
  state: z.enum(MAIL_STATES),
  /** How often it was tried. */
  attempts: z.number(),
  /** What the mail server said when it refused, or when the mail came back (for 30 days); null if it did not. */
  words: z.string().nullable(),
  /** Why it came back; null if it did not. */
  bounced: z.enum(BOUNCE_REASONS).nullable(),
  /** When the mail server took it; null if it did not. */
  sentAt: isoOut.nullable(),
});
export type SentMail = z.output<typeof sentMail>;

const timelineEntry = z.object({
  /** Unique in its timeline. */
  key: z.string(),
  kind: z.enum(TIMELINE_KINDS),
  at: isoOut,
  /** Who did it; null for the buyer, a bank, the door or the clock. */
  by: z.string().nullable(),
  /** Minor units, of a refund, a dispute, an adjustment, a credit note or an invoice. */
  amount: z.number().nullable(),
  /** How many tickets it was about. */
  count: z.number().nullable(),
  disputeStatus: z.enum(DISPUTE_STATUSES).nullable(),
  /** The number of a credit note or an invoice. */
  document: z.string().nullable(),
  /** The one attendee that it was about; null if it was about the order or about several. */
  attendee: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** The fields that a person changed, with their values before and after. */
  changed: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
  mail: sentMail.nullable(),
  scan: z
    .object({
      /** `undone`: the entry was taken back. */
      verdict: z.enum([...VERDICTS, 'undone']),
      list: z.string(),
      device: z.string(),
    })
    .nullable(),
});
export type TimelineEntry = z.output<typeof timelineEntry>;

const timeline = z.object({
  /** Newest first. */
  entries: z.array(timelineEntry),
  /** Where the older ones begin, to be sent as `before`. Null: there are none. */
  next: z.string().nullable(),
});
export type Timeline = z.output<typeof timeline>;

/** How many entries a reader gets at first, with each further call, and at most with one. */
export const TIMELINE_SIZE = { first: 50, more: 250, max: 2000 } as const;

const query = z.object({
  limit: z
    .string()
    .regex(/^[1-9]\d{0,3}$/)
    .transform(Number)
    .pipe(z.number().max(TIMELINE_SIZE.max))
    .optional(),
  /** Only what comes after this place of an earlier reply. */
  before: z
    .string()
    .regex(/^\d{1,18}-\d-\d{1,18}$/)
    .optional(),
  /** Only this part of the timeline. */
  part: z.enum(TIMELINE_PARTS).optional(),
});

export const getOrderTimeline = endpoint({
  method: 'GET',
  path: '/events/:eventId/orders/:orderId/timeline',
  access: 'orders.read',
  summary:
    'What happened to an order and its attendees, newest first: states, payments, refunds, changes, mails with their outcome, scans at the door, notes. `part` takes one of them, `limit` up to 2,000 entries. `before` takes `next` of the reply before, and goes on from there.',
  params: orderOfEvent,
  query,
  response: single(timeline),
});

export const getAttendeeTimeline = endpoint({
  method: 'GET',
  path: '/events/:eventId/attendees/:attendeeId/timeline',
  access: 'attendees.read',
  summary: 'What happened to one attendee, as for an order.',
  params: z.object({ eventId: pathId, attendeeId: pathId }),
  query,
  response: single(timeline),
});
