import {
  type CheckInList,
  type changeCheckInLists as changeEndpoint,
  checkInListRules,
} from '@entrada/contract/door/check-in-lists';
import type { ChosenRowsReply, ListMeta, ListQuery } from '@entrada/contract/list';
import { sql } from 'kysely';
import type { z } from 'zod';
import { requireEvent } from '../../catalog/events/service.ts';
import { expectTickets, replaceTicketLinks } from '../../catalog/tickets/link-queries.ts';
import { hasTickets } from '../../catalog/tickets/queries.ts';
import { inTransaction, type Tx } from '../../db/client.ts';
import { audit, changes } from '../../platform/audit.ts';
import { type AccountScope, type Ctx, scopeOf } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { columnFilter, findPage, inOrderOf, type ListSource } from '../../platform/lists/page.ts';
import { findChosen, selectionOf } from '../../platform/lists/selection.ts';
import { newShortId } from '../../platform/secrets.ts';
import { stateOf } from './core/state.ts';
import * as queries from './queries.ts';

export type ListInput = {
  name: string;
  description: string;
  allTickets: boolean;
  ticketIds: number[];
  activatesAt: string | null;
  expiresAt: string | null;
};

const toList = (row: queries.ListRow): CheckInList => ({
  id: row.id,
  shortId: row.short_id,
  name: row.name,
  description: row.description,
  state: stateOf(row),
  activatesAt: row.activates_at?.toISOString() ?? null,
  expiresAt: row.expires_at?.toISOString() ?? null,
  allTickets: row.all_tickets,
  tickets: row.tickets,
  attendees: row.attendees,
  checkedIn: row.checked_in,
  createdAt: row.created_at.toISOString(),
});

const fieldsOf = (input: ListInput): queries.ListFields => ({
  name: input.name,
  description: input.description,
  all_tickets: input.allTickets,
  activates_at: input.activatesAt ? new Date(input.activatesAt) : null,
  expires_at: input.expiresAt ? new Date(input.expiresAt) : null,
});

/** The check-in lists of an event as a list. */
const listSource = (scope: AccountScope, eventId: number): ListSource => ({
  from: sql`app.check_in_lists l`,
  where: [sql`l.account_id = ${scope.accountId}`, sql`l.event_id = ${eventId}`],
  id: sql`l.id`,
  sorts: { created_at: sql`l.created_at`, name: sql`app.fold(l.name)` },
  filters: { state: columnFilter(queries.STATE_SQL, 'text') },
  search: sql`app.fold(l.name)`,
});

/** One page of an event's check-in lists with their counts. Throws NOT_FOUND. */
export async function listLists(
  ctx: Ctx,
  eventId: number,
  query: ListQuery,
): Promise<{ data: CheckInList[]; meta: ListMeta }> {
  const { scope } = await requireEvent(ctx, eventId);
  const { ids, meta } = await findPage(ctx.db, checkInListRules, listSource(scope, eventId), query);
  return { data: inOrderOf(ids, await queries.findLists(ctx.db, scope, ids)).map(toList), meta };
}

async function readList(tx: Tx, scope: AccountScope, listId: number): Promise<CheckInList> {
  const [row] = await queries.findLists(tx, scope, [listId]);
  if (!row) throw fail('NOT_FOUND');
  return toList(row);
}

/** Creates a list. Throws NOT_FOUND, NO_TICKETS_YET, VALIDATION_FAILED for a ticket that is not the event's. */
export async function createList(ctx: Ctx, eventId: number, input: ListInput): Promise<CheckInList> {
  return inTransaction(ctx.db, async (tx) => {
    const { scope } = await requireEvent(ctx, eventId, tx);
    if (!(await hasTickets(tx, scope, eventId))) throw fail('NO_TICKETS_YET');
    const ticketIds = input.allTickets ? [] : await expectTickets(tx, scope, eventId, input.ticketIds);
    const id = await queries.insertList(tx, scope, eventId, newShortId('cl'), fieldsOf(input));
    await replaceTicketLinks(tx, scope, 'check_in_list_tickets', { id, ticketIds });
    await audit(tx, ctx, scope, {
      action: 'check_in_list.created',
      target: { type: 'check_in_list', id },
      after: { ...input, ticketIds },
    });
    return readList(tx, scope, id);
  });
}

/** Changes a list; its row is locked. Throws NOT_FOUND, VALIDATION_FAILED as above. */
export async function updateList(
  ctx: Ctx,
  eventId: number,
  listId: number,
  input: ListInput,
): Promise<CheckInList> {
  return inTransaction(ctx.db, async (tx) => {
    const scope = scopeOf(ctx.actor);
    const before = await queries.lockList(tx, scope, eventId, listId);
    if (!before) throw fail('NOT_FOUND');
    const ticketIds = input.allTickets ? [] : await expectTickets(tx, scope, eventId, input.ticketIds);
    const fields = fieldsOf(input);
    await queries.updateList(tx, scope, listId, fields);
    await replaceTicketLinks(tx, scope, 'check_in_list_tickets', { id: listId, ticketIds });
    const changed = changes<Record<string, unknown>>(before, fields);
    await audit(tx, ctx, scope, {
      action: 'check_in_list.updated',
      target: { type: 'check_in_list', id: listId },
      before: changed?.before,
      after: { ...changed?.after, ticketIds },
    });
    return readList(tx, scope, listId);
  });
}

/** Deletes a list with its check-ins; its link stops working. Throws NOT_FOUND. */
export async function removeList(ctx: Ctx, eventId: number, listId: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const removed = await removeLists(ctx, tx, eventId, [listId]);
    if (removed.length === 0) throw fail('NOT_FOUND');
  });
}

/** The same for many, their rows locked in the order of their ids; answers the ids of those that were the event's. */
async function removeLists(ctx: Ctx, tx: Tx, eventId: number, ids: readonly number[]): Promise<number[]> {
  const scope = scopeOf(ctx.actor);
  const found = await queries.lockLists(tx, scope, eventId, ids);
  const removed = found.map(({ id }) => id);
  await queries.deleteLists(tx, scope, removed);
  for (const { id, name } of found) {
    await audit(tx, ctx, scope, {
      action: 'check_in_list.deleted',
      target: { type: 'check_in_list', id },
      before: { name },
    });
  }
  return removed;
}

type ChangeInput = z.output<(typeof changeEndpoint)['body']> & { query: ListQuery };

/**
 * Deletes many check-in lists with their check-ins, those named or all that the query finds but a few, and records each.
 * Answers which were deleted; those that are not the event's are passed over. Throws NOT_FOUND. Locks the lists.
 */
export function changeLists(ctx: Ctx, eventId: number, input: ChangeInput): Promise<ChosenRowsReply> {
  return inTransaction(ctx.db, async (tx) => {
    const { scope } = await requireEvent(ctx, eventId, tx);
    const chosen = await findChosen(tx, listSource(scope, eventId), selectionOf(input));
    return { changed: await removeLists(ctx, tx, eventId, chosen), kept: [] };
  });
}
