import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';

/** A list of an event with the database's time. It cannot be deleted until the transaction ends. */
export const lockList = (
  tx: Tx,
  scope: AccountScope,
  { eventId, listId }: { eventId: number; listId: number },
) =>
  tx
    .selectFrom('check_in_lists')
    .select(['id', 'account_id', 'event_id', 'activates_at', 'expires_at', 'closed_at', 'all_tickets'])
    .select(sql<Date>`app.now()`.as('now'))
    .select(
      sql<boolean>`(select e.called_off_at is not null from app.events e where e.id = check_in_lists.event_id)`.as(
        'is_called_off',
      ),
    )
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .where('id', '=', listId)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst();

/** What the door looks at before it lets attendees in by a list. */
export async function findPeople(tx: Tx, listId: number, ids: readonly number[]) {
  const { rows } = await sql<{
    id: number;
    eventId: number;
    status: 'active' | 'cancelled' | 'awaiting_payment';
    codeVersion: number;
    ownStartsAt: Date | null;
    ownEndsAt: Date | null;
    isAdmitted: boolean;
    isIn: boolean;
  }>`
    select a.id, a.event_id as "eventId", a.status, a.code_version as "codeVersion", t.own_starts_at as "ownStartsAt",
      t.own_ends_at as "ownEndsAt",
      exists (select from app.check_in_list_tickets lt where lt.check_in_list_id = ${listId} and lt.ticket_id = a.ticket_id) as "isAdmitted",
      exists (select from app.check_ins c where c.check_in_list_id = ${listId} and c.attendee_id = a.id
        and c.checked_out_at is null) as "isIn"
    from app.attendees a join app.tickets t on t.id = a.ticket_id
    where a.id = any(${[...ids]}::bigint[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The open entries of attendees by a list, by attendee. */
export async function findEntryIds(
  tx: Tx,
  listId: number,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const rows = await tx
    .selectFrom('check_ins')
    .select(['id', 'attendee_id'])
    .where('check_in_list_id', '=', listId)
    .where('checked_out_at', 'is', null)
    .where(sql<boolean>`attendee_id = any(${[...ids]}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.attendee_id, row.id]));
}

/**
 * Takes entries back that are still open, and records it as scans. Answers the attendees. The nonce of each begins with
 * `prefix`.
 */
export async function removeEntries(
  tx: Tx,
  list: { id: number; account_id: number },
  {
    entryIds,
    prefix,
    device,
    userId,
  }: { entryIds: readonly number[]; prefix: string; device: string; userId: number },
): Promise<Set<number>> {
  const { rows } = await sql<{ attendee_id: number }>`
    with held as materialized (
      select id from app.attendees where id = any(array(
        select attendee_id from app.check_ins where id = any(${[...entryIds]}::bigint[]))) order by id for no key update),
    gone as (
      delete from app.check_ins where check_in_list_id = ${list.id} and checked_out_at is null
        and id = any(${[...entryIds]}::bigint[]) and (select count(*) from held) >= 0
      returning attendee_id),
    noted as (
      insert into app.scans (account_id, check_in_list_id, attendee_id, outcome, method, device, nonce, scanned_at, user_id)
      select ${list.account_id}::bigint, ${list.id}::bigint, attendee_id, 'undone', 'undo', ${device}::text, ${prefix}::text || attendee_id, app.now(), ${userId}::bigint
      from gone order by attendee_id)
    select attendee_id from gone`.execute(tx);
  return new Set(rows.map((row) => row.attendee_id));
}
