import { z } from 'zod';
import { endpoint, single } from '../../endpoint.ts';
import { isoOut, pathId, text } from '../../fields.ts';
import { chosenRows, listQuery, namesRows } from '../../list.ts';
import { attendeeListRules } from '../attendees.ts';
import { guestListRules } from '../guests/list.ts';
import { orderListRules } from '../orders.ts';

export const BULK_NOUNS = ['orders', 'attendees'] as const;
export type BulkNoun = (typeof BULK_NOUNS)[number];

/** What a job does to its rows. `reactivate` takes back `cancel`, `undo_check_in` takes back `check_in`. */
export const BULK_KINDS = ['resend', 'cancel', 'refund', 'check_in', 'reactivate', 'undo_check_in'] as const;
export type BulkKind = (typeof BULK_KINDS)[number];

/** Why a job left a row as it is. Those that are error codes are what the single action would have answered. */
export const BULK_REASONS = [
  'ORDER_CANCELLED',
  'ORDER_EXPIRED',
  'ORDER_NOT_COMPLETE',
  'ATTENDEE_CANCELLED',
  'TICKET_AWAITS_NAME',
  'NOT_ENOUGH_LEFT',
  'PROMO_CODE_USED_UP',
  'ORDER_IS_MANUAL',
  'ORDER_NOT_PAID_ONLINE',
  'PAYMENTS_NOT_SET_UP',
  'PAYMENT_DISPUTED',
  'REFUND_PENDING',
  'REFUND_ABOVE_REMAINING',
  'REFUND_NOTHING_DUE',
  'ATTENDEE_ALREADY_REFUNDED',
  /** It was paid without a card, so a person sends the money and notes it. */
  'PAID_BY_HAND',
  /** It has no address to mail to. */
  'NO_EMAIL',
  /** Mails to its address came back twice. One that a person sends alone goes out all the same. */
  'BOUNCED_TWICE',
  /** What was cancelled is valid again already. */
  'ALREADY_VALID',
  /** Somebody changed it after it was imported. */
  'CHANGED_SINCE',
  // The door
  'EVENT_CALLED_OFF',
  'ALREADY_IN',
  'NOT_IN',
  'WRONG_DAY',
  'WRONG_TICKET',
  'AWAITING_PAYMENT',
  'LIST_CLOSED',
  /** Something failed on the server. The log says what. */
  'FAILED',
] as const;
export type BulkReason = (typeof BULK_REASONS)[number];

/** `stopped`: a person stopped it. `failed`: it had all its tries. A person can let both go on. */
export const BULK_STATUSES = ['queued', 'running', 'stopped', 'done', 'failed'] as const;

/** The most kept rows that a reply names. */
export const BULK_KEPT_SHOWN = 200;

/** An action on many rows, and how far it has come. */
export const bulkJob = z.object({
  id: z.number(),
  noun: z.enum(BULK_NOUNS),
  kind: z.enum(BULK_KINDS),
  status: z.enum(BULK_STATUSES),
  /** The rows that were chosen when it began. Those that come later are not among them. */
  total: z.number(),
  changed: z.number(),
  kept: z.number(),
  /** Why rows were kept, the most frequent reason first. */
  reasons: z.array(z.object({ code: z.enum(BULK_REASONS), count: z.number() })),
  /** Mails that wait for another day, because the account has sent as many as it may in one. */
  waitingMails: z.number(),
  startedBy: z.string(),
  createdAt: isoOut,
  finishedAt: isoOut.nullable(),
  /** The job that this one takes back. */
  undoOf: z.number().nullable(),
  /** Whether its changes can be taken back: it is over, has changed something, and nobody has done so yet. */
  canUndo: z.boolean(),
  /** Whether it can go on with the rows that it has not reached: it stopped or failed, and was not taken back. */
  canResume: z.boolean(),
});
export type BulkJob = z.output<typeof bulkJob>;

const params = z.object({ eventId: pathId });
const ofJob = z.object({ eventId: pathId, jobId: pathId });

const notify = z.boolean();
const actions = [
  z.strictObject({ action: z.literal('resend'), ...chosenRows }),
  z.strictObject({ action: z.literal('cancel'), notify, ...chosenRows }),
  z.strictObject({
    action: z.literal('refund'),
    cancel: z.boolean(),
    notify,
    note: text(1000),
    ...chosenRows,
  }),
] as const;
const wish = z.discriminatedUnion('action', actions).refine(...namesRows);
/** Nobody has paid for guests by a provider, so nothing of theirs is refunded. */
const guestWish = z.discriminatedUnion('action', [actions[0], actions[1]]).refine(...namesRows);
export type BulkWish = z.input<typeof wish>;

const RULES =
  'Answers at once with a job that works the rows off, each by the rules of the single action. A row that it refuses is kept and named. `ids` names rows; `except` takes all that the query finds without these. Rows that come later are not among them.';

export const bulkOrders = endpoint({
  method: 'POST',
  path: '/events/:eventId/orders/bulk',
  access: 'orders.write',
  status: 202,
  idempotent: true,
  summary: `Resend, cancel or refund many orders. A refund sends back all that is left of each. ${RULES}`,
  params,
  query: listQuery(orderListRules),
  body: wish,
  response: single(bulkJob),
});

export const bulkAttendees = endpoint({
  method: 'POST',
  path: '/events/:eventId/attendees/bulk',
  access: 'orders.write',
  status: 202,
  idempotent: true,
  summary: `Resend, cancel or refund the tickets of many attendees. A refund sends back what each ticket cost. ${RULES}`,
  params,
  query: listQuery(attendeeListRules),
  body: wish,
  response: single(bulkJob),
});

export const bulkGuests = endpoint({
  method: 'POST',
  path: '/events/:eventId/guests/bulk',
  access: 'orders.write',
  status: 202,
  idempotent: true,
  summary: `Resend or cancel the orders of many guests, found by the query of the guest list. ${RULES}`,
  params,
  query: listQuery(guestListRules),
  body: guestWish,
  response: single(bulkJob),
});

export const undoGuestImport = endpoint({
  method: 'POST',
  path: '/events/:eventId/guest-imports/:importId/undo',
  access: 'orders.write',
  status: 202,
  idempotent: true,
  summary:
    'Take an import of guests back: a job cancels all of its orders that are still as they were imported. Whoever has come in, or was changed since, is kept and named. The job can be undone like any other.',
  params: z.object({ eventId: pathId, importId: pathId }),
  body: z.strictObject({ notify }),
  response: single(bulkJob),
});

/** What a refund of many rows would come to now. Minor units of the event's currency. */
const refundPreview = z.object({
  currency: z.string(),
  /** Orders and amount that the payment provider sends back. It keeps its own fees for them. */
  byProvider: z.object({ orders: z.number(), amount: z.number() }),
  /** Orders that were paid without a card: the organizer sends the money, and the refund is only recorded. */
  byHand: z.object({ orders: z.number(), amount: z.number() }),
  /** Rows that would be kept, and why. */
  kept: z.array(z.object({ code: z.enum(BULK_REASONS), count: z.number() })),
});
export type RefundPreview = z.output<typeof refundPreview>;

const chosen = z.strictObject(chosenRows).refine(...namesRows);

export const previewOrderRefunds = endpoint({
  method: 'POST',
  path: '/events/:eventId/orders/bulk-refund-preview',
  access: 'orders.read',
  summary: 'What a refund of many orders would come to, and what would be kept. Changes nothing.',
  params,
  query: listQuery(orderListRules),
  body: chosen,
  response: single(refundPreview),
});

export const previewAttendeeRefunds = endpoint({
  method: 'POST',
  path: '/events/:eventId/attendees/bulk-refund-preview',
  access: 'orders.read',
  summary: 'What a refund of many attendees would come to, and what would be kept. Changes nothing.',
  params,
  query: listQuery(attendeeListRules),
  body: chosen,
  response: single(refundPreview),
});

export const listBulkJobs = endpoint({
  method: 'GET',
  path: '/events/:eventId/bulk-jobs',
  access: 'orders.read',
  summary: 'The latest actions on many rows of an event, newest first.',
  params,
  response: single(z.array(bulkJob)),
});

export const listKeptRows = endpoint({
  method: 'GET',
  path: '/events/:eventId/bulk-jobs/:jobId/kept',
  access: 'orders.read',
  summary: `The rows that a job left as they are, each with its reason, at most ${BULK_KEPT_SHOWN}.`,
  params: ofJob,
  response: single(
    z.array(
      z.object({ id: z.number(), name: z.string(), reference: z.string(), code: z.enum(BULK_REASONS) }),
    ),
  ),
});

export const stopBulkJob = endpoint({
  method: 'POST',
  path: '/events/:eventId/bulk-jobs/:jobId/stop',
  access: 'orders.write',
  summary: 'Stop a job after the rows that it is at. What it has changed stays so.',
  params: ofJob,
  response: single(bulkJob),
});

export const resumeBulkJob = endpoint({
  method: 'POST',
  path: '/events/:eventId/bulk-jobs/:jobId/resume',
  access: 'orders.write',
  status: 202,
  summary: 'Let a job go on that was stopped or failed, with the rows that it had not reached.',
  params: ofJob,
  response: single(bulkJob),
});

export const undoBulkJob = endpoint({
  method: 'POST',
  path: '/events/:eventId/bulk-jobs/:jobId/undo',
  access: 'orders.write',
  status: 202,
  summary:
    'Take back what a job cancelled or checked in, by another job. Places are taken again as by a sale, as far as they are left.',
  params: ofJob,
  response: single(bulkJob),
});
