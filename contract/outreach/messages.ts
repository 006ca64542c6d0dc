import { z } from 'zod';
import { LIMITS, LOCALES } from '../constants.ts';
import { endpoint, single } from '../endpoint.ts';
import { id, instant, isoOut, line, pathId, text } from '../fields.ts';
import { type ListRules, listQuery, page } from '../list.ts';
import { audience, audienceCount } from './audience.ts';
import { placeholderProblem } from './placeholder-problems.ts';
import { REMINDER_KINDS } from './reminders.ts';

export const MESSAGES = {
  subject: 200,
  /** Characters of HTML. */
  body: 20_000,
  /** Drafts and messages of one event. */
  most: 1_000,
  /** A message that is sent now can be taken back for so long. */
  undoSeconds: 30,
  /** How far ahead a message can be scheduled. */
  daysAhead: 730,
} as const;

/**
 * `draft`: can be changed. `scheduled`: goes out at `sendAt`, until then it can be taken back. `sending`: goes out now, or
 * waits for a mail server that refuses or for the next day. `stopped`: a person stopped it half way. `sent`: every
 * recipient has an outcome.
 */
export const MESSAGE_STATUSES = ['draft', 'scheduled', 'sending', 'stopped', 'sent'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/**
 * `ticket`: about the ticket that these people hold, such as a new hour; everybody gets it. `news`: anything else, such as
 * thanks or photos. It can be unsubscribed with one click, and whoever did so does not get it. After the end of the event
 * every message is `news`.
 */
export const MESSAGE_PURPOSES = ['ticket', 'news'] as const;
export type MessagePurpose = (typeof MESSAGE_PURPOSES)[number];

/** Who gets it how often: each address once, or each ticket of it (each order, if it goes to buyers). */
export const MESSAGE_EACH = ['person', 'ticket'] as const;
export type MessageEach = (typeof MESSAGE_EACH)[number];

/**
 * `waiting`: not handed over yet. `queued`: waits for the mail server, or is tried again. `sending`: being handed over.
 * `accepted`: the mail server took it. `refused`: the mail server refused it for good. `skipped`: gets none, see the reason.
 * `bounced`: it came back later.
 */
export const RECIPIENT_STATES = [
  'waiting',
  'queued',
  'sending',
  'accepted',
  'refused',
  'skipped',
  'bounced',
] as const;
export type RecipientState = (typeof RECIPIENT_STATES)[number];

/** Why somebody who matches gets no mail. `GONE`: the ticket or order was cancelled after the message began to go out. `TOO_LATE`: it reminds of an event that has begun. */
export const SKIP_REASONS = [
  'NO_EMAIL',
  'UNSUBSCRIBED',
  'BOUNCED',
  'ALREADY_REMINDED',
  'GONE',
  'TOO_LATE',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

const counts = z.object(
  Object.fromEntries(['total', ...RECIPIENT_STATES].map((state) => [state, z.number()])) as Record<
    'total' | RecipientState,
    z.ZodNumber
  >,
);
export type MessageCounts = z.output<typeof counts>;

const row = z.object({
  id: z.number(),
  status: z.enum(MESSAGE_STATUSES),
  subject: z.string(),
  audience,
  purpose: z.enum(MESSAGE_PURPOSES),
  /** How many people matched when it was last saved or scheduled. They are counted again when it goes out. */
  people: z.number(),
  /** When it goes out or went out; null for a draft. */
  sendAt: isoOut.nullable(),
  /** Until when a message that was just sent can be taken back; null if it was scheduled, or the time is over. */
  undoUntil: isoOut.nullable(),
  counts,
  /** Part of it waits for this moment, because the account has sent as many mails as it may in a day. */
  waitsUntil: isoOut.nullable(),
  /** What the mail server said to the latest mail that it refused and that is tried again; null if there is none. */
  refusal: z.string().nullable(),
  /** The reminder that made it; null if a person wrote it. */
  reminder: z.enum(REMINDER_KINDS).nullable(),
  createdBy: z.string(),
  /** When every recipient had an outcome. */
  finishedAt: isoOut.nullable(),
  updatedAt: isoOut,
  version: z.number(),
});
export type MessageRow = z.output<typeof row>;

const detail = row.extend({
  /** Sanitized HTML with placeholders. */
  body: z.string(),
  each: z.enum(MESSAGE_EACH),
  copyToSelf: z.boolean(),
  /** The event's support address, to which replies go. Null: it has none, so nobody can reply. */
  replyTo: z.string().nullable(),
  /** What has to be mended before it can be sent. */
  problems: z.array(placeholderProblem),
  timezone: z.string(),
  /** It cannot be scheduled beyond the end of the event. */
  eventEndsAt: isoOut,
  /** Whether it would go out as `news` because the event is over. */
  isOver: z.boolean(),
});
export type MessageDetail = z.output<typeof detail>;

const written = {
  subject: line(MESSAGES.subject),
  /** HTML, which is cleaned as other formatted text is. Pictures are not accepted. */
  body: text(LIMITS.message),
  audience,
  each: z.enum(MESSAGE_EACH),
  purpose: z.enum(MESSAGE_PURPOSES),
  copyToSelf: z.boolean(),
};
const version = z.number().int().min(1).max(2_147_483_647);
export type WrittenMessage = z.output<z.ZodObject<typeof written>>;

export const messageListRules = {
  sorts: ['updated_at'],
  defaultSort: { by: 'updated_at', direction: 'desc' },
  filters: { status: ['eq', 'in'] },
} as const satisfies ListRules;

const ofEvent = z.object({ eventId: pathId });
const ofOne = z.object({ eventId: pathId, messageId: pathId });
const path = '/events/:eventId/messages';
const one = `${path}/:messageId`;

export const listMessages = endpoint({
  method: 'GET',
  path,
  access: 'messages.read',
  summary: 'The messages of an event. `query` finds words of the subject.',
  params: ofEvent,
  query: listQuery(messageListRules),
  response: page(row).extend({ counts: z.record(z.enum(MESSAGE_STATUSES), z.number()) }),
});

export const createMessage = endpoint({
  method: 'POST',
  path,
  access: 'messages.write',
  status: 201,
  summary:
    'Begin a draft. What is left out is empty; without an audience it goes to all attendees with a valid ticket.',
  idempotent: true,
  params: ofEvent,
  body: z.strictObject(written).partial(),
  response: single(detail),
});

export const getMessage = endpoint({
  method: 'GET',
  path: one,
  access: 'messages.read',
  summary: 'A message as it was written, and how far it has come.',
  params: ofOne,
  response: single(detail),
});

export const updateMessage = endpoint({
  method: 'PUT',
  path: one,
  access: 'messages.write',
  summary:
    'Save a draft. A `version` that is not the present one answers 409 STALE_VERSION; a message that is no draft MESSAGE_NOT_DRAFT. A placeholder that does not exist is saved and named in `problems`; it is refused when the message is sent.',
  params: ofOne,
  body: z.strictObject({ ...written, version }),
  response: single(detail),
});

export const deleteMessage = endpoint({
  method: 'DELETE',
  path: one,
  access: 'messages.write',
  summary: 'Delete a draft. What was sent stays: MESSAGE_NOT_DRAFT.',
  params: ofOne,
});

export const duplicateMessage = endpoint({
  method: 'POST',
  path: `${one}/duplicate`,
  access: 'messages.write',
  status: 201,
  summary: 'Make a draft with the same words and recipients.',
  params: ofOne,
  response: single(detail),
});

export const sendMessage = endpoint({
  method: 'POST',
  path: `${one}/send`,
  access: 'messages.write',
  summary:
    'Send a draft in 30 seconds, or at `sendAt`. `isNotPromotional` must be true. Needs a confirmed address: EMAIL_NOT_CONFIRMED. Refuses nobody as recipients (MESSAGE_TO_NOBODY), a placeholder that does not exist (MESSAGE_PLACEHOLDER_UNKNOWN), a moment that is over (MESSAGE_TIME_PAST) or after the end of the event (MESSAGE_TIME_AFTER_EVENT).',
  params: ofOne,
  body: z.strictObject({
    version,
    isNotPromotional: z.literal(true, { error: 'must_be_agreed' }),
    /** Null: in 30 seconds. */
    sendAt: instant.nullable(),
  }),
  response: single(detail),
});

export const cancelMessage = endpoint({
  method: 'POST',
  path: `${one}/cancel`,
  access: 'messages.write',
  summary:
    'Take a message back that does not go out yet: it is a draft again. One that goes out already answers MESSAGE_GOES_OUT.',
  params: ofOne,
  response: single(detail),
});

export const stopMessage = endpoint({
  method: 'POST',
  path: `${one}/stop`,
  access: 'messages.write',
  summary: 'Stop a message that goes out. Whoever did not get it yet does not get it until it is resumed.',
  params: ofOne,
  response: single(detail),
});

export const resumeMessage = endpoint({
  method: 'POST',
  path: `${one}/resume`,
  access: 'messages.write',
  summary: 'Go on with a message that was stopped. Nobody gets it twice.',
  params: ofOne,
  response: single(detail),
});

export const testMessage = endpoint({
  method: 'POST',
  path: `${one}/test`,
  access: 'messages.write',
  status: 202,
  summary:
    'Mail the message as it is saved to the caller, with the facts of the first recipient. Needs a confirmed address.',
  params: ofOne,
  body: z.strictObject({ locale: z.enum(LOCALES).optional() }),
  response: single(z.object({ to: z.string() })),
});

export const countAudience = endpoint({
  method: 'POST',
  path: '/events/:eventId/message-audience',
  access: 'messages.read',
  summary:
    'Who would get a message: how many, a sample of them, who would not and why, and what is unknown of some.',
  params: ofEvent,
  body: z.strictObject({
    audience,
    each: z.enum(MESSAGE_EACH),
    purpose: z.enum(MESSAGE_PURPOSES),
  }),
  response: single(audienceCount),
});

const preview = z.object({
  /** Of whom the facts are. */
  recipient: z.object({
    name: z.string(),
    email: z.string(),
    /** The language that this person reads. */
    locale: z.enum(LOCALES),
  }),
  /** The language of this preview. */
  locale: z.enum(LOCALES),
  sender: z.string(),
  replyTo: z.string().nullable(),
  subject: z.string(),
  /** The whole mail. It belongs into a frame without scripts. */
  html: z.string(),
  text: z.string(),
  /** Whether there is another recipient after this one. */
  hasNext: z.boolean(),
});
export type MessagePreview = z.output<typeof preview>;

export const previewMessage = endpoint({
  method: 'POST',
  path: '/events/:eventId/message-preview',
  access: 'messages.read',
  summary:
    'A message as one of its recipients would get it. `nth` 0 is the first one. Without `locale` in the language of that person. Nobody as recipients answers MESSAGE_TO_NOBODY.',
  params: ofEvent,
  body: z.strictObject({
    subject: written.subject,
    body: written.body,
    audience,
    each: z.enum(MESSAGE_EACH),
    purpose: z.enum(MESSAGE_PURPOSES),
    nth: z.number().int().min(0).max(1_000),
    locale: z.enum(LOCALES).optional(),
  }),
  response: single(preview),
});

export const recipientListRules = {
  sorts: ['id'],
  defaultSort: { by: 'id', direction: 'asc' },
  filters: { state: ['eq', 'in'] },
} as const satisfies ListRules;

const recipient = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  locale: z.enum(LOCALES),
  orderId: id.nullable(),
  attendeeId: id.nullable(),
  state: z.enum(RECIPIENT_STATES),
  /** Why it was skipped. */
  reason: z.enum(SKIP_REASONS).nullable(),
  /** What the mail server said when it refused, or when the mail came back (for 30 days). */
  words: z.string().nullable(),
  attempts: z.number(),
  /** When the state became what it is. */
  at: isoOut,
});
export type MessageRecipient = z.output<typeof recipient>;

export const listRecipients = endpoint({
  method: 'GET',
  path: `${one}/recipients`,
  access: 'messages.read',
  summary: 'To whom a message goes or went, with the outcome of each. `query` finds names and addresses.',
  params: ofOne,
  query: listQuery(recipientListRules),
  response: page(recipient),
});
