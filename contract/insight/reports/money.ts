import { z } from 'zod';
import { calendarDay } from '../figures.ts';

/** No table of a report has more rows than this. Its file has all of them. */
export const REPORT_ROWS = 500;

/** The days of a report, both ends with them. At most MOST_DAYS of `contract/insight/figures.ts`. */
export const reportDays = {
  /** Without it: the first day on which anything happened. */
  from: calendarDay.optional(),
  /** Without it: today. */
  to: calendarDay.optional(),
};

/** What every report of an event says about itself. Days are those of the event's zone. */
export const eventSpan = {
  currency: z.string(),
  timezone: z.string(),
  today: z.string(),
  /** The first day on which anything happened; null if nothing has. */
  firstDay: z.string().nullable(),
  from: z.string(),
  to: z.string(),
};

/** What every report of the account says about itself. Each event counts by the days of its own zone. */
export const accountSpan = {
  /** The last day that has begun in the zone of any event. */
  today: z.string(),
  firstDay: z.string().nullable(),
  from: z.string(),
  to: z.string(),
};

/**
 * Money in minor units, and it adds up from left to right:
 * `received = sales - discounts - refunded + fees + taxesAdded`. None of the parts is negative unless differences of moves
 * or money that went back outweigh the sales of the same days. Sales count on the day on which their order was completed, what
 * went back on the day on which it did, and a difference of a move on the day on which it was settled by hand.
 */
export const reportMoney = z.object({
  /** List prices, before discounts, with the taxes that prices include. */
  sales: z.number(),
  discounts: z.number(),
  /** Refunds that succeeded and lost disputes, with their fees and taxes. May be of orders of earlier days. */
  refunded: z.number(),
  /** Fees that buyers paid on top. */
  fees: z.number(),
  /** Taxes that buyers paid on top. */
  taxesAdded: z.number(),
  received: z.number(),
  /** The part of what was sold that is tax, added or included. */
  tax: z.number(),
  /** The part of `refunded` that is tax. `tax - taxRefunded` is what is left of it in `received`. */
  taxRefunded: z.number(),
});
export type ReportMoney = z.output<typeof reportMoney>;

/** Counts beside the money of some orders. */
export const reportCounts = z.object({
  /** Orders that were completed. */
  orders: z.number(),
  /** Units of what they bought: tickets, and gifts of donations. */
  sold: z.number(),
});
