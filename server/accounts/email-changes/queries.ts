import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';

const now = sql<Date>`app.now()`;
const inSeconds = (seconds: number) => sql<Date>`app.now() + make_interval(secs => ${seconds})`;

export async function insertChange(
  tx: Tx,
  change: {
    userId: number;
    oldEmail: string;
    newEmail: string;
    confirmHash: Buffer;
    confirmSeconds: number;
    undoSeconds: number;
  },
): Promise<number> {
  const { id } = await tx
    .insertInto('email_changes')
    .values({
      user_id: change.userId,
      old_email: change.oldEmail,
      new_email: change.newEmail,
      confirm_hash: change.confirmHash,
      // Replaced at once: the link to undo it is made from the id.
      undo_hash: change.confirmHash,
      expires_at: inSeconds(change.confirmSeconds),
      undo_until: inSeconds(change.undoSeconds),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function setUndoHash(tx: Tx, id: number, hash: Buffer): Promise<void> {
  await tx.updateTable('email_changes').set({ undo_hash: hash }).where('id', '=', id).execute();
}

/** The change that waits, also one whose time is over. */
export function findPending(tx: Tx | Db, userId: number) {
  return tx
    .selectFrom('email_changes')
    .selectAll()
    .select(sql<boolean>`expires_at <= app.now()`.as('is_expired'))
    .where('user_id', '=', userId)
    .where('status', '=', 'pending')
    .executeTakeFirst();
}

/** Ends the change that waits. Its undo link stays, because the old address was told about it. */
export async function cancelPending(tx: Tx | Db, userId: number): Promise<boolean> {
  const ended = await tx
    .updateTable('email_changes')
    .set({ status: 'cancelled' })
    .where('user_id', '=', userId)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** Gives the change that waits a new link and a new time limit. */
export async function renewPending(tx: Tx, id: number, confirmHash: Buffer, seconds: number): Promise<void> {
  await tx
    .updateTable('email_changes')
    .set({ confirm_hash: confirmHash, expires_at: inSeconds(seconds) })
    .where('id', '=', id)
    .execute();
}

export function findByConfirmHash(tx: Tx, hash: Buffer) {
  return tx
    .selectFrom('email_changes')
    .selectAll()
    .where('confirm_hash', '=', hash)
    .where('status', '=', 'pending')
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** A change that its old address can still undo. */
export function findByUndoHash(tx: Tx, hash: Buffer) {
  return tx
    .selectFrom('email_changes')
    .selectAll()
    .where('undo_hash', '=', hash)
    .where('status', '<>', 'undone')
    .where('undo_until', '>', now)
    .executeTakeFirst();
}

/** Gives the undo link of the old address another seven days, from the moment of the change. */
export async function noteConfirmed(tx: Tx, id: number, undoSeconds: number): Promise<void> {
  await tx
    .updateTable('email_changes')
    .set({ status: 'confirmed', confirmed_at: now, undo_until: inSeconds(undoSeconds) })
    .where('id', '=', id)
    .execute();
}

/** Undoes a change and every later one of the user, so that no link of theirs works any more. */
export async function undoFrom(tx: Tx, userId: number, id: number): Promise<void> {
  await tx
    .updateTable('email_changes')
    .set({ status: 'undone' })
    .where('user_id', '=', userId)
    .where('id', '>=', id)
    .execute();
}

/** Whether this change, or a later one before it was undone, was confirmed. */
export async function wasConfirmedSince(tx: Tx, userId: number, id: number): Promise<boolean> {
  const found = await tx
    .selectFrom('email_changes')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '>=', id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Writes a confirmed address. False if another user has it. */
export async function setEmail(tx: Tx, userId: number, email: string): Promise<boolean> {
  const taken = await tx
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where('id', '<>', userId)
    .executeTakeFirst();
  if (taken) return false;
  await tx.updateTable('users').set({ email, email_confirmed_at: now }).where('id', '=', userId).execute();
  return true;
}

/** Ends every mailed link of a user: they went to an address that is no longer theirs. */
export async function deleteUserTokens(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('user_tokens').where('user_id', '=', userId).execute();
}
