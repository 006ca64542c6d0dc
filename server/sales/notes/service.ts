import { roleMay } from '@entrada/contract/permissions';
import type { Note } from '@entrada/contract/sales/notes';
import { inTransaction, type Tx } from '../../db/client.ts';
import { audit } from '../../platform/audit.ts';
import { type Ctx, scopeOf, userOf } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { inTurn } from '../../platform/turns.ts';
import * as notes from './queries.ts';

export type OfOrder = { eventId: number; orderId: number };
export type OfAttendee = { eventId: number; attendeeId: number };
type OfNote = { eventId: number; noteId: number };
type Row = notes.NoteRow;

const isAuthor = (ctx: Ctx, note: Row): boolean => note.userId === userOf(ctx.actor).userId;
const mayDelete = (ctx: Ctx, note: Row): boolean =>
  isAuthor(ctx, note) || roleMay(userOf(ctx.actor).role, 'account.manage');

const show = (ctx: Ctx, { orderId, userId, isDeleted, ...note }: Row): Note => ({
  ...note,
  at: note.at.toISOString(),
  editedAt: note.editedAt?.toISOString() ?? null,
  mayEdit: userId === userOf(ctx.actor).userId,
  mayDelete: mayDelete(ctx, { ...note, orderId, userId, isDeleted }),
});

/** The words of a note stay out of the audit: what is deleted is gone after a day. */
const record = (tx: Tx, ctx: Ctx, action: string, { id, orderId, attendee }: Row): Promise<void> =>
  audit(tx, ctx, scopeOf(ctx.actor), {
    action,
    target: attendee ? { type: 'attendee', id: attendee.id } : { type: 'order', id: orderId },
    after: { noteId: id },
  });

async function list(ctx: Ctx, about: notes.About | undefined): Promise<Note[]> {
  if (!about) throw fail('NOT_FOUND');
  return (await notes.listNotes(ctx.db, scopeOf(ctx.actor), about)).map((note) => show(ctx, note));
}

/** The notes about an order and about its attendees, newest first. Throws NOT_FOUND. */
export const listOrderNotes = async (ctx: Ctx, at: OfOrder): Promise<Note[]> =>
  list(ctx, await notes.findOrder(ctx.db, scopeOf(ctx.actor), at));

/** The notes about one attendee, newest first. Throws NOT_FOUND. */
export const listAttendeeNotes = async (ctx: Ctx, at: OfAttendee): Promise<Note[]> =>
  list(ctx, await notes.findAttendee(ctx.db, scopeOf(ctx.actor), at));

async function add(tx: Tx, ctx: Ctx, about: notes.About | undefined, text: string): Promise<Note> {
  if (!about) throw fail('NOT_FOUND');
  const scope = scopeOf(ctx.actor);
  const id = await notes.insertNote(tx, scope, {
    order_id: about.orderId,
    attendee_id: about.attendeeId,
    user_id: userOf(ctx.actor).userId,
    body: text,
  });
  const note = await notes.findNote(tx, scope, id);
  await record(tx, ctx, 'note.added', note);
  return show(ctx, note);
}

/** Notes something about an order. Throws NOT_FOUND, also while its buyer is unknown. */
export const noteOrder = (ctx: Ctx, at: OfOrder, text: string): Promise<Note> =>
  inTransaction(ctx.db, async (tx) => add(tx, ctx, await notes.findOrder(tx, scopeOf(ctx.actor), at), text));

/** Notes something about an attendee. Throws NOT_FOUND. */
export const noteAttendee = (ctx: Ctx, at: OfAttendee, text: string): Promise<Note> =>
  inTransaction(ctx.db, async (tx) =>
    add(tx, ctx, await notes.findAttendee(tx, scopeOf(ctx.actor), at), text),
  );

/** Runs a change of one note with its row locked. */
const onNote = <T>(ctx: Ctx, at: OfNote, run: (tx: Tx, note: Row) => Promise<T>): Promise<T> =>
  inTurn(ctx.db, [`note ${at.noteId}`], async (tx) => {
    const note = await notes.lockNote(tx, scopeOf(ctx.actor), at);
    if (!note) throw fail('NOT_FOUND');
    return run(tx, note);
  });

/**
 * Changes the words of a note. The same words change nothing. Locks the note. Throws NOT_FOUND, FORBIDDEN for everybody
 * but its author, STALE_VERSION.
 */
export const changeNote = (ctx: Ctx, at: OfNote, body: { text: string; version: number }): Promise<Note> =>
  onNote(ctx, at, async (tx, note) => {
    const scope = scopeOf(ctx.actor);
    if (note.isDeleted) throw fail('NOT_FOUND');
    if (!isAuthor(ctx, note)) throw fail('FORBIDDEN');
    if (note.version !== body.version) throw fail('STALE_VERSION');
    if (note.text === body.text) return show(ctx, note);
    await notes.writeNote(tx, scope, note.id, body.text);
    await record(tx, ctx, 'note.changed', note);
    return show(ctx, await notes.findNote(tx, scope, note.id));
  });

/**
 * Deletes a note, which can come back for a day. Deleting it again changes nothing. Locks the note. Throws NOT_FOUND, and
 * FORBIDDEN for an organizer who did not write it.
 */
export const deleteNote = (ctx: Ctx, at: OfNote): Promise<void> =>
  onNote(ctx, at, async (tx, note) => {
    if (!mayDelete(ctx, note)) throw fail('FORBIDDEN');
    if (note.isDeleted) return;
    await notes.markDeleted(tx, scopeOf(ctx.actor), note.id, true);
    await record(tx, ctx, 'note.deleted', note);
  });

/** Brings a deleted note back. Locks the note. Throws like `deleteNote`; after a day NOT_FOUND. */
export const restoreNote = (ctx: Ctx, at: OfNote): Promise<Note> =>
  onNote(ctx, at, async (tx, note) => {
    if (!mayDelete(ctx, note)) throw fail('FORBIDDEN');
    if (note.isDeleted) {
      await notes.markDeleted(tx, scopeOf(ctx.actor), note.id, false);
      await record(tx, ctx, 'note.restored', note);
    }
    return show(ctx, note);
  });
