import { z } from 'zod';
import { endpoint, single } from '../../endpoint.ts';
import { pathId } from '../../fields.ts';
import { accountSpan, eventSpan, reportCounts, reportDays, reportMoney } from './money.ts';

const eventId = z.object({ eventId: pathId });
const days = z.object(reportDays);

/** Money and counts of one line of a report. */
const line = reportMoney.extend(reportCounts.shape);

/** The one line that adds up from left to right. */
const total = line.extend({
  /** Orders with a promo code. */
  ordersWithCode: z.number(),
  /** Tickets that were cancelled on these days, of whatever day. */
  cancelled: z.number(),
});

const day = line.extend({ day: z.string() });

/** As many other days, to be drawn beside those that were asked for. */
const compared = z.object({
  from: z.string(),
  to: z.string(),
  sales: z.number(),
  received: z.number(),
  orders: z.number(),
  sold: z.number(),
  days: z.array(z.object({ day: z.string(), sales: z.number(), received: z.number(), sold: z.number() })),
});

const ticketLine = line.omit({ orders: true }).extend({
  /** Both null in the last line, for what went back beyond all tickets, if there is any. */
  ticketId: z.number().nullable(),
  priceId: z.number().nullable(),
  /** As it is called now. */
  name: z.string(),
  /** The name of the price, such as "Early bird"; may be empty. */
  priceLabel: z.string(),
  type: z.enum(['free', 'paid', 'donation', 'tiered']).nullable(),
  /** What it costs now, before fees and added taxes. Of a donation the least. Null in the last line. */
  price: z.number().nullable(),
  /** Tickets of it that were cancelled on these days. */
  cancelled: z.number(),
});
export type ReportTicketLine = z.output<typeof ticketLine>;

export const getEventSalesReport = endpoint({
  method: 'GET',
  path: '/events/:eventId/reports/sales',
  access: 'orders.read',
  summary:
    'What an event sold on some days in its zone: one line that adds up, by day and by ticket, with as many days before them and a past event on the same days before its start.',
  params: eventId,
  query: z.object({
    ...reportDays,
    /** An event of the account in the same currency, from `listPastEvents`. Another one is NOT_FOUND. */
    past_event: pathId.optional(),
  }),
  response: single(
    z.object({
      ...eventSpan,
      total,
      /** Each day from `from` to `to`, also those on which nothing happened. */
      days: z.array(day),
      /** In homepage order. Only those with any figure on these days. */
      tickets: z.array(ticketLine),
      /** Whether any price of the event, or any figure of these days, is above zero. If not, there is no money to show. */
      hasMoney: z.boolean(),
      /** Null if nothing happened before `from`. */
      before: compared.nullable(),
      pastEvent: compared.extend({ id: z.number(), title: z.string() }).nullable(),
    }),
  ),
});

const eventLine = line.extend({
  eventId: z.number(),
  title: z.string(),
  timezone: z.string(),
  cancelled: z.number(),
});

export const getAccountSalesReport = endpoint({
  method: 'GET',
  path: '/reports/sales',
  access: 'orders.read',
  summary:
    'What all events of the account sold on some days, each in its own zone: for each currency one line that adds up, by day and by event. Currencies are never added up.',
  query: days,
  response: single(
    z.object({
      ...accountSpan,
      /** The currency with the most orders first. */
      currencies: z.array(
        z.object({
          currency: z.string(),
          total,
          days: z.array(day),
          /** The one that received most first. At most REPORT_ROWS. */
          events: z.array(eventLine),
          /** How many events there are, also beyond those. */
          eventCount: z.number(),
        }),
      ),
    }),
  ),
});
