import { z } from 'zod';
import { endpoint, single } from '../endpoint.ts';
import { pathId } from '../fields.ts';

const eventId = z.object({ eventId: pathId });

export const getEventStats = endpoint({
  method: 'GET',
  path: '/events/:eventId/stats',
  access: 'events.read',
  summary:
    'Totals of an event: what buyers paid and what went back in minor units, tickets, orders, and each ticket’s share.',
  params: eventId,
  response: single(
    z.object({
      currency: z.string(),
      /** What buyers paid, fees and taxes with it, also for orders that were cancelled since. */
      paidTotal: z.number(),
      /** What went back of it: refunds and lost disputes. */
      refundedTotal: z.number(),
      /** The part of `refundedTotal` that banks took back by disputes. */
      lostToDisputes: z.number(),
      /** Of completed orders only, less what went back. Older than its name; `paidTotal` is the gross figure. */
      grossSales: z.number(),
      ticketsSold: z.number(),
      ticketsTotal: z.number().nullable(),
      ordersCompleted: z.number(),
      checkedIn: z.number(),
      tickets: z.array(
        z.object({
          id: z.number(),
          name: z.string(),
          sold: z.number(),
          total: z.number().nullable(),
          /** Of completed orders only, less what went back. */
          gross: z.number(),
        }),
      ),
    }),
  ),
});

export const getCheckInStats = endpoint({
  method: 'GET',
  path: '/events/:eventId/check_in_stats',
  access: 'events.read',
  summary: 'How many attendees there are and how many have entered, over all lists and for each.',
  params: eventId,
  response: single(
    z.object({
      attendees: z.number(),
      checkedIn: z.number(),
      lists: z.array(
        z.object({ id: z.number(), name: z.string(), attendees: z.number(), checkedIn: z.number() }),
      ),
    }),
  ),
});
