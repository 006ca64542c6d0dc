import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { isoOut, pathId } from '../fields.ts';
import { type ListRules, listQuery, page } from '../list.ts';

/** Somebody who is inside by a list. */
const personInside = z.object({
  attendeeId: z.number(),
  reference: z.string(),
  name: z.string(),
  ticket: z.string(),
  /** Since when, and at which door. */
  since: isoOut,
  device: z.string(),
});
export type PersonInside = z.output<typeof personInside>;

export const insideRules = {
  sorts: ['since'],
  defaultSort: { by: 'since', direction: 'desc' },
  filters: {},
} as const satisfies ListRules;

/** The file takes the same query for all lists of an event, or for some. */
export const insideFileRules = {
  ...insideRules,
  filters: { list: ['eq', 'in'] },
} as const satisfies ListRules;

export const listPeopleInside = endpoint({
  method: 'GET',
  path: '/events/:eventId/check-in-lists/:listId/inside',
  access: 'check-in.read',
  summary: 'Who is inside by a check-in list now, the last to come in first. Finds by name or reference.',
  params: z.object({ eventId: pathId, listId: pathId }),
  query: listQuery(insideRules),
  response: page(personInside),
});
