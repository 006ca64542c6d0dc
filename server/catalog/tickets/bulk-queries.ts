import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import { findChosen, type ListSelection } from '../../platform/lists/selection.ts';
import { ticketSource } from './queries.ts';

/**
 * The ids of an event's tickets that somebody chose, in the order of the list. `hidden` narrows them to those in that
 * state.
 */
export function findChosenTickets(
  tx: Tx,
  scope: AccountScope,
  eventId: number,
  { selection, hidden }: { selection: ListSelection; hidden?: boolean },
): Promise<number[]> {
  const only = hidden === undefined ? undefined : sql`t.hidden = ${hidden}`;
  return findChosen(tx, ticketSource(scope, eventId), selection, only);
}
