import { personName } from '@entrada/contract/accounts/person-name';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import { deletionMarkerOf, inserterOf, markedRemoverOf } from '../../platform/rows.ts';

/** A note is about an order, or about one attendee of it. */
export type About = { orderId: number; attendeeId: number | null };

/** An order of an event whose buyer is known, as what a note is about; undefined if the account owns none. */
export async function findOrder(
  tx: Tx | Db,
  scope: AccountScope,
  { eventId, orderId }: { eventId: number; orderId: number },
): Promise<About | undefined> {
  const row = await tx
    .selectFrom('orders')
    .select('id')
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .where('id', '=', orderId)
    .where('email', 'is not', null)
    .executeTakeFirst();
  return row && { orderId: row.id, attendeeId: null };
}

/** An attendee of an event, likewise. */
export async function findAttendee(
  tx: Tx | Db,
  scope: AccountScope,
  { eventId, attendeeId }: { eventId: number; attendeeId: number },
): Promise<About | undefined> {
  const row = await tx
    .selectFrom('attendees')
    .select(['id', 'order_id'])
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .where('id', '=', attendeeId)
    .executeTakeFirst();
  return row && { orderId: row.order_id, attendeeId: row.id };
}

/** Adds a note and answers its id. */
export const insertNote = inserterOf('notes');

/** Adds notes about orders, in one statement. */
export async function insertNotes(
  tx: Tx,
  scope: AccountScope,
  notes: readonly { orderId: number; userId: number; body: string }[],
): Promise<void> {
  if (notes.length === 0) return;
  const of = <T>(pick: (note: (typeof notes)[number]) => T) => notes.map(pick);
  await sql`insert into app.notes (account_id, order_id, user_id, body)
    select ${scope.accountId}, n.order_id, n.user_id, n.body from unnest(${of((n) => n.orderId)}::bigint[],
      ${of((n) => n.userId)}::bigint[], ${of((n) => n.body)}::text[]) n(order_id, user_id, body)`.execute(tx);
}

const select = (tx: Tx | Db, scope: AccountScope) =>
  tx
    .selectFrom('notes as n')
    .leftJoin('users as u', 'u.id', 'n.user_id')
    .leftJoin('attendees as a', 'a.id', 'n.attendee_id')
    .select([
      'n.id',
      'n.order_id',
      'n.attendee_id',
      'n.user_id',
      'n.body',
      'n.version',
      'n.created_at',
      'n.edited_at',
      'n.deleted_at',
      'u.first_name as author_first_name',
      'u.last_name as author_last_name',
      'a.first_name',
      'a.last_name',
      'a.reference',
    ])
    .where('n.account_id', '=', scope.accountId);

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

const toNote = (row: Row) => ({
  id: row.id,
  orderId: row.order_id,
  attendee:
    row.attendee_id === null
      ? null
      : {
          id: row.attendee_id,
          name: personName({ firstName: row.first_name, lastName: row.last_name }),
          reference: row.reference ?? '',
        },
  userId: row.user_id,
  by:
    row.user_id === null
      ? null
      : personName({ firstName: row.author_first_name, lastName: row.author_last_name }),
  text: row.body,
  version: row.version,
  at: row.created_at,
  editedAt: row.edited_at,
  isDeleted: row.deleted_at !== null,
});
export type NoteRow = ReturnType<typeof toNote>;

/** The notes about an order and its attendees, or about one attendee only, newest first. */
export async function listNotes(
  tx: Tx | Db,
  scope: AccountScope,
  { orderId, attendeeId }: About,
): Promise<NoteRow[]> {
  const rows = await select(tx, scope)
    .where('n.order_id', '=', orderId)
    .where('n.deleted_at', 'is', null)
    .$if(attendeeId !== null, (query) => query.where('n.attendee_id', '=', attendeeId))
    .orderBy('n.id', 'desc')
    .execute();
  return rows.map(toNote);
}

/** A note by its id, deleted or not. */
export async function findNote(tx: Tx | Db, scope: AccountScope, id: number): Promise<NoteRow> {
  return toNote(await select(tx, scope).where('n.id', '=', id).executeTakeFirstOrThrow());
}

/** A note of an event with its row locked; undefined if the account has none. Deleted ones too, for a day. */
export async function lockNote(
  tx: Tx,
  scope: AccountScope,
  { eventId, noteId }: { eventId: number; noteId: number },
): Promise<NoteRow | undefined> {
  const row = await tx
    .selectFrom('notes as n')
    .innerJoin('orders as o', 'o.id', 'n.order_id')
    .select('n.id')
    .where('n.account_id', '=', scope.accountId)
    .where('n.id', '=', noteId)
    .where('o.event_id', '=', eventId)
    .where(sql<boolean>`(n.deleted_at is null or n.deleted_at > app.now() - interval '1 day')`)
    .forNoKeyUpdate('n')
    .executeTakeFirst();
  return row && findNote(tx, scope, row.id);
}

/** Writes new words into a note and raises its version. The row must be locked. */
export async function writeNote(tx: Tx, scope: AccountScope, id: number, text: string): Promise<void> {
  await tx
    .updateTable('notes')
    .set({ body: text, version: sql<number>`version + 1`, edited_at: sql<Date>`app.now()` })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', id)
    .execute();
}

/** Marks a note as deleted, or takes that back. The row must be locked. */
export const markDeleted = deletionMarkerOf('notes');

/** Removes the notes of all accounts that were deleted more than a day ago. */
export const removeDeletedNotes = markedRemoverOf('notes');
