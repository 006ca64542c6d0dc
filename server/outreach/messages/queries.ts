import { personName } from '@entrada/contract/accounts/person-name';
import type { Audience } from '@entrada/contract/outreach/audience';
import type {
  MessageCounts,
  MessageEach,
  MessagePurpose,
  MessageStatus,
} from '@entrada/contract/outreach/messages';
import type { ReminderKind } from '@entrada/contract/outreach/reminders';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import { isAmong } from '../../db/fragments.ts';
import type { AccountScope } from '../../platform/context.ts';
import { columnFilter, type ListSource } from '../../platform/lists/page.ts';
import { inserterOf, removerOf, updaterOf } from '../../platform/rows.ts';

/** Adds a message and answers its id. */
export const insertMessage = inserterOf('messages');
/** The message that was begun under a key; undefined if there is none, or it was deleted. */
export async function findByCreationKey(
  tx: Tx,
  { accountId }: AccountScope,
  eventId: number,
  key: string,
): Promise<number | undefined> {
  const row = await tx
    .selectFrom('messages')
    .select('id')
    .where('account_id', '=', accountId)
    .where('event_id', '=', eventId)
    .where('creation_key', '=', key)
    .executeTakeFirst();
  return row?.id;
}
/** Writes to messages and raises their version. The rows must be locked. */
export const updateMessages = updaterOf('messages');
/** Removes messages. The rows must be locked. */
export const removeMessages = removerOf('messages');

const select = (tx: Tx | Db) =>
  tx
    .selectFrom('messages as m')
    .leftJoin('users as u', 'u.id', 'm.created_by')
    .selectAll('m')
    .select(['u.first_name', 'u.last_name'])
    .select(sql<boolean>`coalesce(m.undo_until > app.now(), false)`.as('can_undo'));
type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

const toMessage = (row: Row) => ({
  id: row.id,
  accountId: row.account_id,
  eventId: row.event_id,
  status: row.status as MessageStatus,
  subject: row.subject,
  body: row.body,
  audience: row.audience as Audience,
  each: row.each as MessageEach,
  purpose: row.purpose as MessagePurpose,
  copyToSelf: row.copy_to_self,
  people: row.people,
  sendAt: row.send_at,
  undoUntil: row.can_undo ? row.undo_until : null,
  sentBy: row.sent_by,
  reminder: row.reminder as ReminderKind | null,
  walkedTo: row.walked_to,
  walkUntil: row.walk_until,
  fixedAt: row.fixed_at,
  waitsUntil: row.waits_until,
  counts: row.counts as Partial<MessageCounts>,
  refusal: row.refusal,
  createdById: row.created_by,
  createdBy: personName({ firstName: row.first_name, lastName: row.last_name }),
  finishedAt: row.finished_at,
  updatedAt: row.updated_at,
  version: row.version,
});
export type Message = ReturnType<typeof toMessage>;

/** Messages of an event by their ids, in no order. */
export async function findMessages(
  tx: Tx | Db,
  scope: AccountScope,
  eventId: number,
  ids: readonly number[],
): Promise<Message[]> {
  const rows = await select(tx)
    .where('m.account_id', '=', scope.accountId)
    .where('m.event_id', '=', eventId)
    .where(isAmong('m.id', ids))
    .execute();
  return rows.map(toMessage);
}

/** One message of an event with its row locked; undefined if the account has none. */
export async function lockMessage(
  tx: Tx,
  scope: AccountScope,
  { eventId, messageId }: { eventId: number; messageId: number },
): Promise<Message | undefined> {
  const row = await select(tx)
    .where('m.account_id', '=', scope.accountId)
    .where('m.event_id', '=', eventId)
    .where('m.id', '=', messageId)
    .forNoKeyUpdate('m')
    .executeTakeFirst();
  return row && toMessage(row);
}

/** A message by its id alone, for a job that goes on with it, with its row locked. */
export async function lockById(tx: Tx, messageId: number): Promise<Message | undefined> {
  const row = await select(tx).where('m.id', '=', messageId).forNoKeyUpdate('m').executeTakeFirst();
  return row && toMessage(row);
}

/** The same without a lock. */
export async function findById(tx: Tx | Db, messageId: number): Promise<Message | undefined> {
  const row = await select(tx).where('m.id', '=', messageId).executeTakeFirst();
  return row && toMessage(row);
}

/** How the list of an event's messages becomes SQL. */
export const messageSource = (scope: AccountScope, eventId: number): ListSource => ({
  from: sql`app.messages m`,
  where: [sql`m.account_id = ${scope.accountId}`, sql`m.event_id = ${eventId}`],
  id: sql`m.id`,
  sorts: { updated_at: sql`m.updated_at` },
  filters: { status: columnFilter(sql`m.status`, 'text') },
  search: sql`app.fold(m.subject)`,
});

/** How many messages of an event are in each state. */
export async function countStatuses(
  tx: Tx | Db,
  scope: AccountScope,
  eventId: number,
): Promise<Map<MessageStatus, number>> {
  const { rows } = await sql<{ status: MessageStatus; count: number }>`
    select status, count(*) as count from app.messages
    where account_id = ${scope.accountId} and event_id = ${eventId} group by status`.execute(tx);
  return new Map(rows.map(({ status, count }) => [status, count]));
}

/** Writes how far the recipients of a message are fixed. That is no edit, so its version stays. The row must be locked. */
export async function writeWalk(
  tx: Tx,
  scope: AccountScope,
  id: number,
  { walkUntil, walkedTo, isOver }: { walkUntil: number; walkedTo: number; isOver: boolean },
): Promise<void> {
  await tx
    .updateTable('messages')
    .set({
      walk_until: walkUntil,
      walked_to: walkedTo,
      ...(isOver && { fixed_at: sql<Date>`app.now()` }),
    })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', id)
    .execute();
}

/** Writes until when the rest of a message waits. The row must be locked. */
export async function writeWaitsUntil(
  tx: Tx,
  scope: AccountScope,
  id: number,
  until: Date | null,
): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ waits_until: until })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', id)
    .execute();
}
