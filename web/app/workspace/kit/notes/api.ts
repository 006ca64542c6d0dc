import * as endpoints from '@entrada/contract/sales/notes';
import { api } from '../../../platform/api/client.ts';

/** What notes are about: an order with its attendees, or one attendee. */
export type NotesOf = { eventId: number } & ({ orderId: number } | { attendeeId: number });

const orderParams = (eventId: number, orderId: number) => ({
  eventId: String(eventId),
  orderId: String(orderId),
});
const attendeeParams = (eventId: number, attendeeId: number) => ({
  eventId: String(eventId),
  attendeeId: String(attendeeId),
});
const noteParams = (eventId: number, noteId: number) => ({
  params: { eventId: String(eventId), noteId: String(noteId) },
});

export async function loadNotes(of: NotesOf, signal: AbortSignal): Promise<endpoints.Note[]> {
  const reply =
    'orderId' in of
      ? api(endpoints.listOrderNotes, { params: orderParams(of.eventId, of.orderId) }, { signal })
      : api(endpoints.listAttendeeNotes, { params: attendeeParams(of.eventId, of.attendeeId) }, { signal });
  return (await reply).data;
}

export const addNote = (of: NotesOf, text: string) =>
  'orderId' in of
    ? api(endpoints.addOrderNote, { params: orderParams(of.eventId, of.orderId), body: { text } })
    : api(endpoints.addAttendeeNote, { params: attendeeParams(of.eventId, of.attendeeId), body: { text } });

export const saveNote = (eventId: number, note: Pick<endpoints.Note, 'id' | 'version'>, text: string) =>
  api(endpoints.updateNote, { ...noteParams(eventId, note.id), body: { text, version: note.version } });

export const dropNote = (eventId: number, noteId: number) =>
  api(endpoints.deleteNote, noteParams(eventId, noteId));

export const bringBackNote = (eventId: number, noteId: number) =>
  api(endpoints.restoreNote, noteParams(eventId, noteId));
