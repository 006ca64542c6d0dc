import { z } from 'zod';
import { endpoint, single } from '../endpoint.ts';

/** The summaries of an account. `daily`: every morning of the day before. `weekly`: on Monday of the week before. */
export const DIGESTS = ['daily', 'weekly'] as const;
export type Digest = (typeof DIGESTS)[number];

/** The hour at which summaries come, by the clock of the reader. */
export const DIGEST_HOUR = 8;

const notifications = z.object({
  daily: z.boolean(),
  weekly: z.boolean(),
  /** Where they go. */
  email: z.string(),
  /** Nothing goes to an address that nobody has confirmed. */
  emailConfirmed: z.boolean(),
  account: z.string(),
  /** The own zone of the reader or else that of the account, by whose clock they come. */
  timezone: z.string(),
});
export type Notifications = z.output<typeof notifications>;

export const getNotifications = endpoint({
  method: 'GET',
  path: '/users/me/notifications',
  access: 'orders.read',
  summary:
    'Which summaries of the account of this session the signed-in user gets by mail. None until one is switched on.',
  response: single(notifications),
});

export const saveNotifications = endpoint({
  method: 'PUT',
  path: '/users/me/notifications',
  access: 'orders.read',
  summary:
    'Switch summaries of the account of this session on or off, for the signed-in user alone. Nothing is sent for a time in which nothing happened.',
  body: z.strictObject({ daily: z.boolean(), weekly: z.boolean() }),
  response: single(notifications),
});
