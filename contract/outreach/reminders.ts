import { z } from 'zod';
import { LIMITS } from '../constants.ts';
import { endpoint, single } from '../endpoint.ts';
import { isoOut, line, pathId, text } from '../fields.ts';
import { audience } from './audience.ts';
import { placeholderProblem } from './placeholder-problems.ts';

/**
 * Messages that go out by themselves. Before the start, to everybody with a valid ticket; a day after the end, to whoever
 * had one; three days before the start, to those whose tickets still wait for a name.
 */
export const REMINDER_KINDS = [
  'week_before',
  'day_before',
  'hour_before',
  'after_end',
  'details_missing',
] as const;
export type ReminderKind = (typeof REMINDER_KINDS)[number];

const reminder = z.object({
  /** As the audit log knows it. Null until it is saved for the first time. */
  id: z.number().nullable(),
  kind: z.enum(REMINDER_KINDS),
  isOn: z.boolean(),
  subject: z.string(),
  /** Sanitized HTML with placeholders. */
  body: z.string(),
  /** When it goes out, by the present dates of the event; it moves with them. */
  dueAt: isoOut,
  /** Whether that moment is over. It does not go out then. */
  isOver: z.boolean(),
  /** Who gets it. Whoever has such a ticket when it goes out is counted then. */
  audience,
  purpose: z.enum(['ticket', 'news']),
  /** The event's support address, to which replies go. Null: it has none, so nobody can reply. */
  replyTo: z.string().nullable(),
  /** The latest message that it made. */
  lastMessageId: z.number().nullable(),
  problems: z.array(placeholderProblem),
  /** 0 until it is saved for the first time. */
  version: z.number(),
});
export type Reminder = z.output<typeof reminder>;

export const listReminders = endpoint({
  method: 'GET',
  path: '/events/:eventId/message-reminders',
  access: 'messages.read',
  summary: 'The reminders of an event, one of each kind. All are off until somebody switches them on.',
  params: z.object({ eventId: pathId }),
  response: single(z.array(reminder)),
});

export const saveReminder = endpoint({
  method: 'PUT',
  path: '/events/:eventId/message-reminders/:kind',
  access: 'messages.write',
  summary:
    'Write a reminder and switch it on or off. Nobody gets the same reminder twice, also when the event moves. Switching it on needs a confirmed address (EMAIL_NOT_CONFIRMED), a subject and a text without a placeholder that does not exist (MESSAGE_PLACEHOLDER_UNKNOWN), and `isNotPromotional`.',
  params: z.object({ eventId: pathId, kind: z.enum(REMINDER_KINDS) }),
  body: z.strictObject({
    isOn: z.boolean(),
    subject: line(200),
    body: text(LIMITS.message),
    isNotPromotional: z.boolean(),
    version: z.number().int().min(0).max(2_147_483_647),
  }),
  response: single(reminder),
});
