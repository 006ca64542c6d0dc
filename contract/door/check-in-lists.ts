import { z } from 'zod';
import { LIMITS } from '../constants.ts';
import { endpoint, single } from '../endpoint.ts';
import { id, instant, isoOut, line, pathId, text } from '../fields.ts';
import { chosenRows, chosenRowsReply, type ListRules, listQuery, namesRows, page } from '../list.ts';

export const CHECK_IN_LIST_STATES = ['not_active', 'active', 'expired', 'closed'] as const;
export type CheckInListState = (typeof CHECK_IN_LIST_STATES)[number];

export const checkInList = z.object({
  id: z.number(),
  version: z.number(),
  /** The first open link that anybody may be given; empty if all are closed. */
  shortId: z.string(),
  name: z.string(),
  description: z.string(),
  state: z.enum(CHECK_IN_LIST_STATES),
  activatesAt: isoOut.nullable(),
  expiresAt: isoOut.nullable(),
  /** When somebody closed the list. A closed list lets nobody in until it is opened again. */
  closedAt: isoOut.nullable(),
  /** Whether people may go out and come in again. */
  allowsReentry: z.boolean(),
  /** Whether supervisors may sell tickets and add guests at the door. */
  allowsSales: z.boolean(),
  allTickets: z.boolean(),
  tickets: z.array(z.object({ id: z.number(), name: z.string() })),
  attendees: z.number(),
  checkedIn: z.number(),
  createdAt: isoOut,
});
export type CheckInList = z.output<typeof checkInList>;

export const checkInListRules = {
  sorts: ['created_at', 'name'],
  defaultSort: { by: 'created_at', direction: 'desc' },
  filters: { state: ['eq', 'in'] },
} as const satisfies ListRules;

const eventId = z.object({ eventId: pathId });
const listId = z.object({ eventId: pathId, listId: pathId });

const fields = {
  name: line(LIMITS.name, 1),
  description: text(LIMITS.staffDescription),
  allTickets: z.boolean(),
  /** Ignored if all tickets may enter. */
  ticketIds: z.array(id).max(1000),
  activatesAt: instant.nullable(),
  expiresAt: instant.nullable(),
  /** If it is left out: no, or as it was. */
  allowsReentry: z.boolean().optional(),
  allowsSales: z.boolean().optional(),
};

const check = <T extends z.ZodType<z.output<z.ZodObject<typeof fields>>>>(schema: T) =>
  schema
    .refine((body) => body.allTickets || body.ticketIds.length > 0, {
      path: ['ticketIds'],
      error: 'required',
    })
    .refine((body) => !body.activatesAt || !body.expiresAt || body.expiresAt > body.activatesAt, {
      path: ['expiresAt'],
      error: 'must_be_after_start',
    });

export const listCheckInLists = endpoint({
  method: 'GET',
  path: '/events/:eventId/check-in-lists',
  access: 'check-in.read',
  summary:
    'Check-in lists of an event. `filter_fields[state][in]` takes not_active, active, expired, closed.',
  params: eventId,
  query: listQuery(checkInListRules),
  response: page(checkInList),
});

export const getCheckInList = endpoint({
  method: 'GET',
  path: '/events/:eventId/check-in-lists/:listId',
  access: 'check-in.read',
  summary: 'One check-in list.',
  params: listId,
  response: single(checkInList),
});

export const createCheckInList = endpoint({
  method: 'POST',
  path: '/events/:eventId/check-in-lists',
  access: 'check-in.manage',
  summary: 'Create a check-in list; needs that the event has a ticket.',
  status: 201,
  params: eventId,
  body: check(z.strictObject(fields)),
  response: single(checkInList),
});

export const updateCheckInList = endpoint({
  method: 'PUT',
  path: '/events/:eventId/check-in-lists/:listId',
  access: 'check-in.manage',
  summary: 'Change a check-in list.',
  params: listId,
  body: check(z.strictObject({ version: z.number().int().min(1).max(2_147_483_647), ...fields })),
  response: single(checkInList),
});

export const deleteCheckInList = endpoint({
  method: 'DELETE',
  path: '/events/:eventId/check-in-lists/:listId',
  access: 'check-in.manage',
  summary: 'Delete a list. Its link stops working, its check-ins end, and its scans are kept.',
  params: listId,
});

/** The actions on many check-in lists at once. */
const CHECK_IN_LIST_ACTIONS = ['delete'] as const;

export const changeCheckInLists = endpoint({
  method: 'POST',
  path: '/events/:eventId/check-in-lists/bulk',
  access: 'check-in.manage',
  summary:
    'Delete many lists: those of `ids`, or all that the query finds without `except`. Their links stop working, their check-ins end, and their scans are kept.',
  params: eventId,
  query: listQuery(checkInListRules),
  body: z.strictObject({ action: z.enum(CHECK_IN_LIST_ACTIONS), ...chosenRows }).refine(...namesRows),
  response: chosenRowsReply,
});
