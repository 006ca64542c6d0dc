import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { isoOut, pathId } from '../fields.ts';
import { type ListRules, listQuery, page } from '../list.ts';

export const ATTENDEE_STATUSES = ['active', 'cancelled', 'awaiting_payment'] as const;

const attendeeRow = z.object({
  id: z.number(),
  /** Rises with every change of the person's data and with every new code. */
  version: z.number(),
  shortId: z.string(),
  reference: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  status: z.enum(ATTENDEE_STATUSES),
  /** The buyer has not said yet who comes. The names and the address are the buyer's until then. */
  awaitsName: z.boolean(),
  ticket: z.object({ id: z.number(), name: z.string(), priceLabel: z.string() }),
  order: z.object({ id: z.number(), shortId: z.string(), reference: z.string() }),
  checkedInAt: isoOut.nullable(),
  createdAt: isoOut,
});
export type AttendeeRow = z.output<typeof attendeeRow>;

export const attendeeListRules = {
  sorts: ['created_at', 'last_name', 'first_name', 'reference'],
  defaultSort: { by: 'created_at', direction: 'desc' },
  filters: {
    status: ['eq', 'ne', 'in'],
    ticket_id: ['eq', 'ne', 'in'],
    checked_in: ['eq'],
    awaits_name: ['eq'],
    answered: ['eq'],
    created_at: ['gt', 'gte', 'lt', 'lte'],
  },
} as const satisfies ListRules;

export const listAttendees = endpoint({
  method: 'GET',
  path: '/events/:eventId/attendees',
  access: 'attendees.read',
  summary:
    'Attendees of an event. `filter_fields[checked_in][eq]` is true or false; so is `awaits_name`, for tickets whose buyer has not said yet who comes, and `answered`: false finds those who have not answered a required question. `in` and `ne` take several values with commas between them: one of them, or none.',
  params: z.object({ eventId: pathId }),
  query: listQuery(attendeeListRules),
  response: page(attendeeRow),
});
