import { ticketListRules } from '@entrada/contract/tickets';
import { sql } from 'kysely';
import type { AccountScope } from '../platform/context.ts';
import type { Tx } from '../platform/db/client.ts';
import { findPage } from '../platform/list.ts';
import { type ListSelection, selectionConditions } from '../platform/list-selection.ts';
import { ticketSource } from './queries.ts';

/** The ids of an event's tickets that somebody chose, in the order of the list; with `hidden` only those that are so. */
export async function findChosenTickets(
  tx: Tx,
  scope: AccountScope,
  eventId: number,
  { selection, hidden }: { selection: ListSelection; hidden?: boolean },
): Promise<number[]> {
  const list = ticketSource(scope, eventId);
  const where = [
    ...list.where,
    ...selectionConditions(list.id, selection),
    ...(hidden === undefined ? [] : [sql`t.hidden = ${hidden}`]),
  ];
  return (await findPage(tx, ticketListRules, { ...list, where }, selection.query)).ids;
}

/** Hides tickets or shows them, and raises their versions. The caller holds the event's lock. */
export async function switchTicketRows(
  tx: Tx,
  scope: AccountScope,
  ids: readonly number[],
  hidden: boolean,
): Promise<void> {
  await tx
    .updateTable('tickets')
    .set((eb) => ({ hidden, version: eb('version', '+', 1), updated_at: sql<Date>`app.now()` }))
    .where('account_id', '=', scope.accountId)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute();
}
