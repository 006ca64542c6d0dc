import { z } from 'zod';
import { LIMITS } from '../constants.ts';
import { endpoint, single } from '../endpoint.ts';
import { id, isoOut, pathId } from '../fields.ts';
import { VERDICTS } from './check-in.ts';

const params = z.object({ eventId: pathId, listId: pathId });
const body = z.strictObject({ attendeeIds: z.array(id).min(1).max(LIMITS.selectedRows) });

export const checkInAttendees = endpoint({
  method: 'POST',
  path: '/events/:eventId/check-in-lists/:listId/check-ins',
  access: 'check-in.manage',
  idempotent: true,
  summary:
    'Let attendees of the event in by a list, as its door does. Each gets the verdict of the door; a refusal is no error. Every attempt is recorded with the user who made it.',
  params,
  body,
  response: single(
    z.array(
      z.object({
        attendeeId: z.number(),
        verdict: z.enum(VERDICTS),
        /** When and where the person was already checked in. */
        earlier: z.object({ at: isoOut, device: z.string() }).nullable(),
      }),
    ),
  ),
});

export const undoAttendeeCheckIns = endpoint({
  method: 'DELETE',
  path: '/events/:eventId/check-in-lists/:listId/check-ins',
  access: 'check-in.manage',
  summary: 'Take entries of attendees back. Answers those that were inside; the others stay as they are.',
  params,
  body,
  response: single(z.object({ undone: z.array(z.number()) })),
});
