import { z } from 'zod';
import { endpoint, single } from '../endpoint.ts';
import { id, pathId } from '../fields.ts';
import { chosenRows, listQuery, namesRows } from '../list.ts';
import { attendeeListRules } from '../sales/attendees.ts';
import { bulkJob } from '../sales/bulk/jobs.ts';

export const bulkCheckIn = endpoint({
  method: 'POST',
  path: '/events/:eventId/attendees/bulk-check-in',
  access: 'check-in.manage',
  status: 202,
  idempotent: true,
  summary:
    'Check many attendees in by a list, by the rules of its door. Answers at once with a job. Whoever the door would refuse is kept and named. `ids` names rows; `except` takes all that the query finds without these.',
  params: z.object({ eventId: pathId }),
  query: listQuery(attendeeListRules),
  body: z.strictObject({ checkInListId: id, ...chosenRows }).refine(...namesRows),
  response: single(bulkJob),
});
