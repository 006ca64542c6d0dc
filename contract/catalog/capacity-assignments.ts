import { z } from 'zod';
import { LIMITS } from '../constants.ts';
import { endpoint, single } from '../endpoint.ts';
import { id, isoOut, line, pathId } from '../fields.ts';
import { chosenRows, chosenRowsReply, type ListRules, listQuery, namesRows, page } from '../list.ts';

/** How an assignment limits sales now. Over capacity means that more places are sold and held than it has. */
const CAPACITY_STATES = ['active', 'full', 'over_capacity', 'off'] as const;
export type CapacityState = (typeof CAPACITY_STATES)[number];

/** Places that several tickets share. */
const capacityAssignment = z.object({
  id: z.number(),
  version: z.number(),
  name: z.string(),
  /** Places in all; null has no limit. */
  capacity: z.number().nullable(),
  /** An inactive assignment limits nothing. */
  active: z.boolean(),
  state: z.enum(CAPACITY_STATES),
  tickets: z.array(z.object({ id: z.number(), name: z.string() })),
  /** The places that its tickets have sold, and the places that buyers hold now. */
  sold: z.number(),
  reserved: z.number(),
  /** Places left; never below zero; null has no limit. */
  available: z.number().nullable(),
  createdAt: isoOut,
});
export type CapacityAssignment = z.output<typeof capacityAssignment>;

export const capacityAssignmentRules = {
  sorts: ['created_at', 'name'],
  defaultSort: { by: 'created_at', direction: 'asc' },
  filters: { state: ['eq', 'in'] },
} as const satisfies ListRules;

const eventId = z.object({ eventId: pathId });
const assignmentId = z.object({ eventId: pathId, assignmentId: pathId });

const fields = {
  name: line(LIMITS.name, 1),
  capacity: z.number().int().min(0).max(LIMITS.quantity).nullable(),
  active: z.boolean(),
  ticketIds: z.array(id).min(1).max(LIMITS.capacityTickets),
};

export const listCapacityAssignments = endpoint({
  method: 'GET',
  path: '/events/:eventId/capacity-assignments',
  access: 'tickets.read',
  summary:
    'Capacity assignments of an event with what is used of them. `filter_fields[state][in]` takes active, full, over_capacity, off.',
  params: eventId,
  query: listQuery(capacityAssignmentRules),
  response: page(capacityAssignment),
});

export const getCapacityAssignment = endpoint({
  method: 'GET',
  path: '/events/:eventId/capacity-assignments/:assignmentId',
  access: 'tickets.read',
  summary: 'One capacity assignment.',
  params: assignmentId,
  response: single(capacityAssignment),
});

export const createCapacityAssignment = endpoint({
  method: 'POST',
  path: '/events/:eventId/capacity-assignments',
  access: 'tickets.write',
  summary:
    'Create a capacity assignment; needs that the event has a ticket. What its tickets have sold and hold counts from the start.',
  status: 201,
  params: eventId,
  body: z.strictObject(fields),
  response: single(capacityAssignment),
});

export const updateCapacityAssignment = endpoint({
  method: 'PUT',
  path: '/events/:eventId/capacity-assignments/:assignmentId',
  access: 'tickets.write',
  summary:
    'Change a capacity assignment. What a ticket has sold and holds comes and goes with it. A capacity below what is used stops sales.',
  params: assignmentId,
  body: z.strictObject({ version: z.number().int().min(1).max(2_147_483_647), ...fields }),
  response: single(capacityAssignment),
});

export const deleteCapacityAssignment = endpoint({
  method: 'DELETE',
  path: '/events/:eventId/capacity-assignments/:assignmentId',
  access: 'tickets.write',
  summary: 'Delete a capacity assignment. Its tickets keep their own quantities and what they have sold.',
  params: assignmentId,
});

/** The actions on many capacity assignments at once. */
const CAPACITY_ACTIONS = ['switch-on', 'switch-off', 'delete'] as const;

export const changeCapacityAssignments = endpoint({
  method: 'POST',
  path: '/events/:eventId/capacity-assignments/bulk',
  access: 'tickets.write',
  summary:
    'Switch on, switch off or delete many capacity assignments: those of `ids`, or all that the query finds without `except`. What their tickets have sold and hold comes and goes with each.',
  params: eventId,
  query: listQuery(capacityAssignmentRules),
  body: z.strictObject({ action: z.enum(CAPACITY_ACTIONS), ...chosenRows }).refine(...namesRows),
  response: chosenRowsReply,
});
