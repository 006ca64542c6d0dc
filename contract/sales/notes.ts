import { z } from 'zod';
import { LIMITS } from '../constants.ts';
import { endpoint, single } from '../endpoint.ts';
import { isoOut, pathId, text } from '../fields.ts';
import { orderOfEvent } from './orders.ts';

/** What somebody of the team wrote about an order or one of its attendees. Neither buyers nor the door see it. */
const note = z.object({
  id: z.number(),
  /** Null: the note is about the order itself. */
  attendee: z.object({ id: z.number(), name: z.string(), reference: z.string() }).nullable(),
  text: z.string(),
  /** Who wrote it; null if nobody did by hand. */
  by: z.string().nullable(),
  at: isoOut,
  /** When its author changed it; null if it is as it was written. */
  editedAt: isoOut.nullable(),
  version: z.number(),
  /** Only its author may change it. */
  mayEdit: z.boolean(),
  /** Its author, owners and admins may delete it. */
  mayDelete: z.boolean(),
});
export type Note = z.output<typeof note>;

const words = text(LIMITS.note, 1);
const attendeeOfEvent = z.object({ eventId: pathId, attendeeId: pathId });
const noteOfEvent = z.object({ eventId: pathId, noteId: pathId });

export const listOrderNotes = endpoint({
  method: 'GET',
  path: '/events/:eventId/orders/:orderId/notes',
  access: 'orders.read',
  summary: 'The notes about an order and about its attendees, newest first.',
  params: orderOfEvent,
  response: single(z.array(note)),
});

export const addOrderNote = endpoint({
  method: 'POST',
  path: '/events/:eventId/orders/:orderId/notes',
  access: 'orders.write',
  status: 201,
  summary: 'Note something about an order. Plain text; only the team sees it.',
  params: orderOfEvent,
  body: z.strictObject({ text: words }),
  response: single(note),
});

export const listAttendeeNotes = endpoint({
  method: 'GET',
  path: '/events/:eventId/attendees/:attendeeId/notes',
  access: 'attendees.read',
  summary: 'The notes about one attendee, newest first.',
  params: attendeeOfEvent,
  response: single(z.array(note)),
});

export const addAttendeeNote = endpoint({
  method: 'POST',
  path: '/events/:eventId/attendees/:attendeeId/notes',
  access: 'orders.write',
  status: 201,
  summary: 'Note something about an attendee, as about an order.',
  params: attendeeOfEvent,
  body: z.strictObject({ text: words }),
  response: single(note),
});

export const updateNote = endpoint({
  method: 'PUT',
  path: '/events/:eventId/notes/:noteId',
  access: 'orders.write',
  summary:
    'Change a note. Only its author may. A `version` that is not the present one answers 409 STALE_VERSION.',
  params: noteOfEvent,
  body: z.strictObject({ text: words, version: z.number().int().min(1).max(2_147_483_647) }),
  response: single(note),
});

export const deleteNote = endpoint({
  method: 'DELETE',
  path: '/events/:eventId/notes/:noteId',
  access: 'orders.write',
  summary: 'Delete a note. Its author, owners and admins may. It can be brought back for a day.',
  params: noteOfEvent,
});

export const restoreNote = endpoint({
  method: 'POST',
  path: '/events/:eventId/notes/:noteId/restore',
  access: 'orders.write',
  summary: 'Bring back a note that was deleted within the last day.',
  params: noteOfEvent,
  response: single(note),
});
