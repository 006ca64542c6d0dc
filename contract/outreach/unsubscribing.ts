import { z } from 'zod';
import { endpoint, single } from '../endpoint.ts';

/** A signed address that nobody can guess: the number of a mail and its signature. */
const signed = z.string().regex(/^[1-9][0-9]{0,14}\.[A-Za-z0-9_-]{43}$/);
const params = z.object({ token: signed });

const subscription = z.object({
  /** Who sends the messages. */
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
    'Whether an address gets news of an organizer. Changes nothing, because mail programs open links by themselves.',
  params,
  response: single(subscription),
});

export const unsubscribe = endpoint({
  method: 'POST',
  path,
  access: 'self',
  summary: 'No more news of this account to this address. Messages about tickets still come.',
  params,
  response: single(subscription),
});

export const subscribeAgain = endpoint({
  method: 'POST',
  path: `${path}/again`,
  access: 'self',
  summary: 'News of this account to this address again.',
  params,
  response: single(subscription),
});
