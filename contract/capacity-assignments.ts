import { z } from 'zod';
import { LIMITS } from './constants.ts';
import { endpoint, single } from './endpoint.ts';
import { id, isoOut, line, pathId } from './fields.ts';
import { type ListRules, listQuery, page } from './list.ts';

/** Places that several tickets share. */
export const capacityAssignment = z.object({
  id: z.number(),
  version: z.number(),
  name: z.string(),
  /** Places in all; null has no limit. */
  capacity: z.number().nullable(),
  /** While it is not active it limits nothing. */
  active: z.boolean(),
  tickets: z.array(z.object({ id: z.number(), name: z.string() })),
  /** What its tickets have sold, and what buyers hold at the moment. */
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
  filters: { active: ['eq'] },
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
    'Capacity assignments of an event with what is used of them. `filter_fields[active][eq]` is true or false.',
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
