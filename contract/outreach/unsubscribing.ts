import { z } from 'zod';
import { endpoint, single } from '../endpoint.ts';

/** What a link ends: `news` of an organizer, or a summary of an account, which one of its people gets. */
export const SUBSCRIPTIONS = ['news', 'daily', 'weekly'] as const;

/** A signed address that nobody can guess: the number of a mail or of who gets a summary (`d`, `w`), and its signature. */
const signed = z.string().regex(/^[dw]?[1-9][0-9]{0,14}\.[A-Za-z0-9_-]{43}$/);
const params = z.object({ token: signed });

const subscription = z.object({
  what: z.enum(SUBSCRIPTIONS),
  /** Who sends the messages; of a summary, the account that it is about. */
  organizer: z.string(),
  /** The address, for the most part hidden: `l…@example.org`. */
  email: z.string(),
  isUnsubscribed: z.boolean(),
});
export type Subscription = z.output<typeof subscription>;

const path = '/public/unsubscribe/:token';

export const getSubscription = endpoint({
  method: 'GET',
  path,
  access: 'self',
  summary:
    'Whether an address gets news of an organizer, or a summary. Changes nothing, because mail programs open links by themselves.',
  params,
  response: single(subscription),
});

export const unsubscribe = endpoint({
  method: 'POST',
  path,
  access: 'self',
  summary:
    'No more news of this account to this address, or none of these summaries. Messages about tickets still come.',
  params,
  response: single(subscription),
});

export const subscribeAgain = endpoint({
  method: 'POST',
  path: `${path}/again`,
  access: 'self',
  summary: 'The same to this address again.',
  params,
  response: single(subscription),
});
