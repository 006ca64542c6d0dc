import {
  type CheckInList,
  type changeCheckInLists as changeEndpoint,
  checkInListRules,
  type createCheckInList as createEndpoint,
  type updateCheckInList as updateEndpoint,
} from '@entrada/contract/door/check-in-lists';
import type { ChosenRowsReply, ListMeta, ListQuery } from '@entrada/contract/list';
import type { z } from 'zod';
import { inLockedEvent, lockEvent, requireEvent } from '../../catalog/events/service.ts';
import { expectTickets, replaceTicketLinks } from '../../catalog/tickets/link-queries.ts';
import { hasTickets } from '../../catalog/tickets/queries.ts';
import type { Db, Tx } from '../../db/client.ts';
import { audit, auditDeleted, saveChange } from '../../platform/audit.ts';
import { type AccountScope, type Ctx, scopeOf } from '../../platform/context.ts';
import { expectVersion, fail } from '../../platform/errors.ts';
import { readPage } from '../../platform/lists/page.ts';
import { selectionOf } from '../../platform/lists/selection.ts';
import { newShortId } from '../../platform/secrets.ts';
import { stateOf } from './core/state.ts';
import * as queries from './queries.ts';

type ListInput = z.output<(typeof createEndpoint)['body']>;
type UpdateInput = z.output<(typeof updateEndpoint)['body']>;
type Ids = { eventId: number; listId: number };

const TARGET = 'check_in_list';
const LINKS = 'check_in_list_tickets';

const toList = (row: queries.ListRow): CheckInList => ({
  id: row.id,
  version: row.version,
  shortId: row.link_short_id ?? '',
  name: row.name,
  description: row.description,
  state: stateOf(row),
  activatesAt: row.activates_at?.toISOString() ?? null,
  expiresAt: row.expires_at?.toISOString() ?? null,
  closedAt: row.closed_at?.toISOString() ?? null,
  allowsReentry: row.allows_reentry,
  allowsSales: row.allows_sales,
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
  ...(input.allowsReentry !== undefined && { allows_reentry: input.allowsReentry }),
  ...(input.allowsSales !== undefined && { allows_sales: input.allowsSales }),
});

/** One page of an event's check-in lists with their counts. NOT_FOUND. */
export async function listLists(
  ctx: Ctx,
  eventId: number,
  query: ListQuery,
): Promise<{ data: CheckInList[]; meta: ListMeta }> {
  const { scope } = await requireEvent(ctx, eventId);
  const list = { rules: checkInListRules, source: queries.listSource(scope, eventId), query };
  return readPage(ctx.db, list, async (ids) =>
    (await queries.findLists(ctx.db, scope, eventId, ids)).map(toList),
  );
}

/** One check-in list with its counts. NOT_FOUND. */
export const getList = (ctx: Ctx, ids: Ids): Promise<CheckInList> =>
  readList(ctx.db, scopeOf(ctx.actor), ids);

async function readList(tx: Tx | Db, scope: AccountScope, { eventId, listId }: Ids): Promise<CheckInList> {
  const [row] = await queries.findLists(tx, scope, eventId, [listId]);
  if (!row) throw fail('NOT_FOUND');
  return toList(row);
}

const expectListTickets = async (tx: Tx, scope: AccountScope, eventId: number, input: ListInput) =>
  input.allTickets ? [] : expectTickets(tx, scope, eventId, input.ticketIds, { admitting: true });

/**
 * Creates a list and records it. NOT_FOUND, EVENT_ARCHIVED, NO_TICKETS_YET, VALIDATION_FAILED for a ticket of
 * another event and for one that lets nobody in. Locks the event.
 */
export function createList(ctx: Ctx, eventId: number, input: ListInput): Promise<CheckInList> {
  return inLockedEvent(ctx, eventId, async (tx, scope) => {
    if (!(await hasTickets(tx, scope, eventId))) throw fail('NO_TICKETS_YET');
    const ticketIds = await expectListTickets(tx, scope, eventId, input);
    const id = await queries.insertList(tx, scope, {
      ...fieldsOf(input),
      event_id: eventId,
      short_id: newShortId('cl'),
    });
    await replaceTicketLinks(tx, scope, LINKS, { id, ticketIds });
    const after = { ...input, ticketIds };
    await audit(tx, ctx, scope, { action: 'check_in_list.created', target: { type: TARGET, id }, after });
    return readList(tx, scope, { eventId, listId: id });
  });
}

/**
 * Changes a list. Records it if something differs. NOT_FOUND, EVENT_ARCHIVED, STALE_VERSION with
 * params.version, VALIDATION_FAILED as for `createList`. Locks the event.
 */
export function updateList(ctx: Ctx, ids: Ids, { version, ...input }: UpdateInput): Promise<CheckInList> {
  const scope = scopeOf(ctx.actor);
  const { eventId, listId: id } = ids;
  const change = { action: 'check_in_list.updated', target: { type: TARGET, id }, auditable, eventId };
  return saveChange(ctx, scope, change, async (tx) => {
    await lockEvent(tx, scope, eventId);
    const before = await readList(tx, scope, ids);
    expectVersion(version, before.version);
    const ticketIds = await expectListTickets(tx, scope, eventId, input);
    await queries.updateListRows(tx, scope, [id], fieldsOf(input));
    await replaceTicketLinks(tx, scope, LINKS, { id, ticketIds });
    return { before, after: await readList(tx, scope, ids) };
  });
}

const auditable = (list: CheckInList) => ({
  name: list.name,
  description: list.description,
  allTickets: list.allTickets,
  ticketIds: list.tickets.map((ticket) => ticket.id).sort((a, b) => a - b),
  activatesAt: list.activatesAt,
  expiresAt: list.expiresAt,
  allowsReentry: list.allowsReentry,
  allowsSales: list.allowsSales,
});

/**
 * Deletes a list and records it. Its link stops working and its check-ins end, but its scans are kept.
 * NOT_FOUND, EVENT_ARCHIVED. Locks the event, then the list against scans.
 */
export function deleteList(ctx: Ctx, { eventId, listId }: Ids): Promise<void> {
  return inLockedEvent(ctx, eventId, async (tx) => {
    const removed = await deleteLists(ctx, tx, eventId, [listId]);
    if (removed.length === 0) throw fail('NOT_FOUND');
  });
}

/**
 * Deletes many lists, locked in the order of their ids. Returns the ids of the lists that belong to the
 * event.
 */
async function deleteLists(ctx: Ctx, tx: Tx, eventId: number, ids: readonly number[]): Promise<number[]> {
  const scope = scopeOf(ctx.actor);
  const found = await queries.lockLists(tx, scope, eventId, ids);
  const removed = found.map(({ id }) => id);
  await queries.closeLists(tx, scope, removed);
  const held = ({ name }: { name: string }) => ({ name });
  await auditDeleted(tx, ctx, scope, { action: 'check_in_list.deleted', type: TARGET, rows: found, held });
  return removed;
}

type ChangeInput = z.output<(typeof changeEndpoint)['body']> & { query: ListQuery };

/**
 * Deletes many check-in lists as `deleteList` does: the named lists, or all that the query finds without the
 * exceptions. Returns the deleted lists. Lists of other events are skipped. NOT_FOUND, EVENT_ARCHIVED. Locks
 * the event, then the lists.
 */
export function changeLists(ctx: Ctx, eventId: number, input: ChangeInput): Promise<ChosenRowsReply> {
  return inLockedEvent(ctx, eventId, async (tx, scope) => {
    const chosen = await queries.findChosenLists(tx, scope, eventId, selectionOf(input));
    return { changed: await deleteLists(ctx, tx, eventId, chosen), kept: [] };
  });
}
