import { z } from 'zod';
import { updateEvent } from '../../catalog/events.ts';
import { LOCALES } from '../../constants.ts';
import { endpoint, single } from '../../endpoint.ts';
import { instant, isoOut, line, pathId, text } from '../../fields.ts';
import { BULK_REASONS, bulkJob } from '../bulk/jobs.ts';

/** What becomes of an event: it does not take place, or at another time or place. */
export const CHANGE_KINDS = ['call_off', 'move'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/**
 * What becomes of the money. `all`: everything that was paid by card goes back by itself. `asked`: whoever asks on the
 * order's page until a day gets all of it. `none`: nothing goes back by this act.
 */
export const CHANGE_MONEY = ['all', 'asked', 'none'] as const;
export type ChangeMoney = (typeof CHANGE_MONEY)[number];

export const CHANGE_STATUSES = ['waiting', 'running', 'done', 'undone'] as const;

/** So long an act can be taken back before anybody is told. */
export const CHANGE_UNDO_SECONDS = 30;
/** So long people have at least to ask for their money. A move leaves less if the new date is sooner. */
export const RETURN_DAYS = 14;
export const MOST_RETURN_DAYS = 365;

/** The only placeholder of a message. */
export const FIRST_NAME = '{firstName}';

const message = z.strictObject({ subject: line(200, 1), body: text(5000, 1) });
/** Each by its language. One that is not given is written with the usual words. */
const messages = z.partialRecord(z.enum(LOCALES), message);
export type ChangeMessages = z.output<typeof messages>;

/** The words that are proposed for a message. `place`: only the place is another one. */
export const CHANGE_WORDS = ['call_off', 'dates', 'place'] as const;
export type ChangeWords = (typeof CHANGE_WORDS)[number];

const eventState = z.object({
  startsAt: isoOut,
  endsAt: isoOut.nullable(),
  /** "Marina, Valencia"; empty for an event without a place. */
  place: z.string(),
});

const sum = z.object({ orders: z.number(), amount: z.number() });

const plan = z.object({
  /** Of the event. It rises with every change, and calling off or moving must name it. */
  version: z.number(),
  /** How many stand to be touched. */
  people: z.object({
    /** Tickets that are valid or wait for their payment. */
    tickets: z.number(),
    /** Complete orders that somebody bought. */
    buyers: z.number(),
    awaitingPayment: z.number(),
    /** Orders that the team added by hand. */
    guests: z.number(),
    /** Buyers who are in the checkout now. */
    inCheckout: z.number(),
  }),
  /** Mails by language, the most frequent first. */
  messages: z.array(z.object({ locale: z.enum(LOCALES), count: z.number() })),
  /** What would go back if all of it did. Minor units of `currency`. */
  money: z.object({
    currency: z.string(),
    /** Sent by the payment provider, to where it came from. The provider keeps its own fees. */
    byProvider: sum,
    /** Paid by hand: people send it back, and note it order by order. */
    byHand: sum,
    /** Orders whose money stays, and why. */
    kept: z.array(z.object({ code: z.enum(BULK_REASONS), count: z.number() })),
  }),
  /** The usual words in each language that somebody reads. */
  words: z.record(z.enum(CHANGE_WORDS), messages),
});
export type ChangePlan = z.output<typeof plan>;

const eventChange = z.object({
  id: z.number(),
  kind: z.enum(CHANGE_KINDS),
  status: z.enum(CHANGE_STATUSES),
  money: z.enum(CHANGE_MONEY),
  startedBy: z.string(),
  createdAt: isoOut,
  /** When people are told, and how many seconds are left until then. */
  beginsAt: isoOut,
  secondsLeft: z.number(),
  finishedAt: isoOut.nullable(),
  /** Whether it can be taken back: nobody was told and no money went. */
  canUndo: z.boolean(),
  before: eventState,
  after: eventState,
  /** Until when people can ask for their money. */
  returnsUntil: isoOut.nullable(),
  mails: z.object({ queued: z.number(), sent: z.number(), failed: z.number(), waiting: z.number() }),
  cancelJob: bulkJob.nullable(),
  refundJob: bulkJob.nullable(),
  /** What became of the refunds of `refundJob`. Minor units of the event's currency. */
  refunds: z.object({ pending: sum, succeeded: sum, failed: sum }),
});
export type EventChange = z.output<typeof eventChange>;

const params = z.object({ eventId: pathId });
const ofChange = z.object({ eventId: pathId, changeId: pathId });
const version = z.number().int().min(1).max(2_147_483_647);
const UNDO = `It can be taken back for ${CHANGE_UNDO_SECONDS} seconds; then a job tells people and does the rest. One at a time: 409 EVENT_CHANGE_UNDER_WAY.`;

export const planEventChange = endpoint({
  method: 'GET',
  path: '/events/:eventId/change-plan',
  access: 'events.read',
  summary: 'Whom calling an event off or moving it would touch, what it would cost, and the usual words.',
  params,
  response: single(plan),
});

export const listEventChanges = endpoint({
  method: 'GET',
  path: '/events/:eventId/changes',
  access: 'events.read',
  summary:
    'The latest times that an event was called off or moved, newest first, and how far the work has come.',
  params,
  response: single(z.array(eventChange)),
});

export const callOffEvent = endpoint({
  method: 'POST',
  path: '/events/:eventId/call-off',
  access: 'events.write',
  status: 202,
  idempotent: true,
  summary: `Call an event off. Sales stop and open checkouts end at once, its page says so and stays, and no ticket opens the door. \`expectedRefund\` is what \`byProvider\` of the plan said; 409 TOTAL_CHANGED with the new sum. ${UNDO}`,
  params,
  body: z.strictObject({
    version,
    money: z.enum(CHANGE_MONEY),
    /** For \`asked\` only. */
    returnsUntil: instant.nullable(),
    /** Null: nobody is told. */
    messages: messages.nullable(),
    /** Minor units; for \`all\` only. */
    expectedRefund: z.number().int().min(0).nullable(),
  }),
  response: single(eventChange),
});

const { location } = updateEvent.body.shape;

export const moveEvent = endpoint({
  method: 'POST',
  path: '/events/:eventId/move',
  access: 'events.write',
  status: 202,
  idempotent: true,
  summary: `Move an event to another time or place. Tickets stay valid; those with dates of their own and the check-in lists move along. ${UNDO}`,
  params,
  body: z.strictObject({
    version,
    startsAt: instant.optional(),
    endsAt: instant.nullable().optional(),
    location,
    money: z.enum(['asked', 'none']),
    returnsUntil: instant.nullable(),
    messages: messages.nullable(),
  }),
  response: single(eventChange),
});

export const undoEventChange = endpoint({
  method: 'POST',
  path: '/events/:eventId/changes/:changeId/undo',
  access: 'events.write',
  summary:
    'Take it back while nobody was told. Checkouts that ended stay ended. Afterwards 409 EVENT_CHANGE_BEGUN: a message that is out and money that went cannot be called back.',
  params: ofChange,
  response: single(eventChange),
});

export const refundEventAgain = endpoint({
  method: 'POST',
  path: '/events/:eventId/changes/:changeId/refunds',
  access: 'orders.write',
  status: 202,
  summary:
    'Refund once more what an earlier try could not, for example because the balance at the provider was too low. Orders whose money went already are kept.',
  params: ofChange,
  response: single(eventChange),
});
