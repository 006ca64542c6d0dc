import { z } from 'zod';
import { LIMITS, LOCALES } from '../constants.ts';
import { id } from '../fields.ts';
import { PLACEHOLDERS } from './placeholders.ts';

/** `attendees`: whoever holds a ticket, at their own address. `buyers`: whoever ordered. */
export const AUDIENCES = ['attendees', 'buyers'] as const;
export type AudienceOf = (typeof AUDIENCES)[number];

const manyIds = z.array(id).max(LIMITS.selectedRows);

/**
 * Who gets a message. `query`: the query of the list of attendees or of orders, as its address has it, such as
 * `{'filter_fields[ticket_id][in]': '1,2'}` or `{'filter_fields[checked_in][eq]': 'false'}`. Without a filter on `status` it
 * finds valid tickets and complete orders only. `ids`: these attendees or orders alone, whatever their status; then the
 * query means nothing. `except`: all that the query finds without these.
 */
export const audience = z.strictObject({
  to: z.enum(AUDIENCES),
  query: z
    .record(z.string().max(100), z.string().max(600))
    .refine((given) => JSON.stringify(given).length <= 4_000, { error: 'too_long' }),
  ids: manyIds.min(1).optional(),
  except: manyIds.optional(),
});
export type Audience = z.output<typeof audience>;

/** All attendees with a valid ticket. */
export const EVERYBODY: Audience = { to: 'attendees', query: {} };

/** Whether an audience is everybody who has a ticket or an order: nobody was chosen, filtered or left out. */
export const isUnfiltered = ({ query, ids, except }: Audience): boolean =>
  Object.keys(query).length === 0 && !ids && !except?.length;

export const audienceCount = z.object({
  /** The mails that would be sent. */
  mails: z.number(),
  /** The attendees or orders that were found. */
  found: z.number(),
  /** The orders behind them. */
  orders: z.number(),
  /** Those of the found who get no mail of their own, and why. `SAME_ADDRESS`: the address gets it once already. */
  left: z.array(
    z.object({
      reason: z.enum(['SAME_ADDRESS', 'NO_EMAIL', 'UNSUBSCRIBED', 'BOUNCED']),
      count: z.number(),
    }),
  ),
  /** A sample of those who get it. */
  sample: z.array(
    z.object({ name: z.string(), email: z.string(), orderId: z.number(), attendeeId: z.number().nullable() }),
  ),
  /** In how many of the mails a placeholder would be empty. Those that never are, are left out. */
  empty: z.array(z.object({ placeholder: z.enum(PLACEHOLDERS), count: z.number() })),
  /** Mails about tickets whose buyer has not said yet who comes. The buyer gets them. */
  unnamed: z.number(),
  /** The languages of those who get it, the most frequent first. */
  locales: z.array(z.object({ locale: z.enum(LOCALES), count: z.number() })),
  /** How many mails of messages the account may still send today (UTC), and at most on each of the next days. */
  leftToday: z.number(),
  perDay: z.number(),
});
export type AudienceCount = z.output<typeof audienceCount>;
