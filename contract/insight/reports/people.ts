import { z } from 'zod';
import { QUESTION_SCOPES, QUESTION_TYPES } from '../../catalog/answers.ts';
import { endpoint, single } from '../../endpoint.ts';
import { isoOut, pathId } from '../../fields.ts';
import { eventSpan, reportDays } from './money.ts';

const eventId = z.object({ eventId: pathId });

export const getEventAnswerReport = endpoint({
  method: 'GET',
  path: '/events/:eventId/reports/answers',
  access: 'orders.read',
  summary:
    'Sales of some days by the answer to one question with options. Without `question` it only names the questions that can be asked for.',
  params: eventId,
  query: z.object({
    ...reportDays,
    /** A question of the event with options. NOT_FOUND if there is none. */
    question: pathId.optional(),
  }),
  response: single(
    z.object({
      ...eventSpan,
      /** Questions with options, also deleted ones that were answered. In their order. */
      questions: z.array(z.object({ id: z.number(), title: z.string(), isDeleted: z.boolean() })),
      question: z
        .object({
          id: z.number(),
          title: z.string(),
          type: z.enum(QUESTION_TYPES),
          /** `order`: one answer for an order. `attendee`: one for each ticket. */
          scope: z.enum(QUESTION_SCOPES),
        })
        .nullable(),
      /** Whether one answer may name several options. It then counts in the line of each. */
      isMultiple: z.boolean(),
      /** The option with the most tickets first. At most REPORT_ROWS. Empty without `question`. */
      answers: z.array(
        z.object({
          answer: z.string(),
          orders: z.number(),
          /** Units that were sold with it. Of a question of the order: all units of its orders. */
          sold: z.number(),
          /** What they paid, fees and taxes with it, before refunds. Minor units. */
          paid: z.number(),
        }),
      ),
      /** What was sold without an answer to it. Null without `question`. */
      unanswered: z.object({ orders: z.number(), sold: z.number(), paid: z.number() }).nullable(),
    }),
  ),
});

export const getEventAttendanceReport = endpoint({
  method: 'GET',
  path: '/events/:eventId/reports/attendance',
  access: 'check-in.read',
  summary: 'Who came on some days: by check-in list, by day, and by time of day in the zone of the event.',
  params: eventId,
  query: z.object(reportDays),
  response: single(
    z.object({
      ...eventSpan,
      /** Active attendees of the event. */
      attendees: z.number(),
      /** People who entered on these days, each once. */
      people: z.number(),
      /** Every entry, also of somebody who had entered before. */
      entries: z.number(),
      /** With those that were deleted if anybody entered by them on these days. */
      lists: z.array(
        z.object({
          id: z.number(),
          name: z.string(),
          isDeleted: z.boolean(),
          /** Active attendees with a ticket of this list. */
          attendees: z.number(),
          people: z.number(),
          entries: z.number(),
          firstAt: isoOut.nullable(),
          lastAt: isoOut.nullable(),
        }),
      ),
      /** Only days on which anybody entered. */
      days: z.array(z.object({ day: z.string(), people: z.number(), entries: z.number() })),
      /**
       * Quarters of hours of the clock, over all days, from the first with an entry to the last. `at` as `19:15`. An hour that
       * the clocks show twice counts once.
       */
      times: z.array(z.object({ at: z.string(), entries: z.number() })),
    }),
  ),
});
