import { z } from 'zod';
import { isoOut } from '../../fields.ts';

/**
 * Whether buyers may give tickets back. `none`: they write to the organizer. `asked`: each time the organizer decides.
 * `automatic`: the ticket ends and the money goes back at once.
 */
export const GIVE_BACK = ['none', 'asked', 'automatic'] as const;
export type GiveBack = (typeof GIVE_BACK)[number];

/**
 * How the time before the start is counted. `days`: through the whole day that lies so many days before the day of the
 * start, in the event's time zone. `hours`: until exactly so many hours before the start.
 */
export const GIVE_BACK_UNITS = ['days', 'hours'] as const;
export type GiveBackUnit = (typeof GIVE_BACK_UNITS)[number];

/** The bounds of `giveBackBefore`, in days or hours, and of `giveBackPercent`. */
export const GIVE_BACK_BEFORE = { min: 0, max: 365 } as const;
export const GIVE_BACK_PERCENT = { min: 1, max: 100 } as const;

const deadline = {
  /** The first moment at which it is no longer possible. */
  until: isoOut,
  /** Whether that moment had passed already when the tickets were offered. */
  isOver: z.boolean(),
  unit: z.enum(GIVE_BACK_UNITS),
};

/** What buyers of an event may do by themselves, as they read it. */
export const buyerPolicy = z.object({
  giveBack: z.enum(GIVE_BACK),
  /** The first moment at which nothing can be given back any more. Null if nothing ever can. */
  until: isoOut.nullable(),
  /** Whether that moment had passed already when the tickets were offered. */
  isOver: z.boolean(),
  unit: z.enum(GIVE_BACK_UNITS),
  /** How much of the price of a ticket goes back. */
  percent: z.number(),
  /** Whether fees, and the tax on them, stay with the organizer. */
  keepsFees: z.boolean(),
  /**
   * Until when names and addresses of attendees can be corrected; null if they cannot. `later`: they need not be known
   * before that.
   */
  names: z.object({ ...deadline, later: z.boolean() }).nullable(),
  /** Until when a ticket can be passed on to another person; null if it cannot. */
  passOn: z.object(deadline).nullable(),
});
export type BuyerPolicy = z.output<typeof buyerPolicy>;
