import {
  type CapacityAssignment,
  capacityAssignmentRules,
  type createCapacityAssignment as createEndpoint,
  type updateCapacityAssignment as updateEndpoint,
} from '@entrada/contract/catalog/capacity-assignments';
import type { ListMeta, ListQuery } from '@entrada/contract/list';
import type { z } from 'zod';
import type { Db, Tx } from '../../db/client.ts';
import { audit, auditDeleted, auditEach, saveChange } from '../../platform/audit.ts';
import { type AccountScope, type Ctx, scopeOf } from '../../platform/context.ts';
import { expectVersion, fail } from '../../platform/errors.ts';
import { inOrderOf, readPage } from '../../platform/lists/page.ts';
import { lockEvent, requireEvent } from '../events/service.ts';
import { deleteTicketLinks, expectTickets, replaceTicketLinks } from '../tickets/link-queries.ts';
import { hasTickets } from '../tickets/queries.ts';
import * as queries from './queries.ts';
import { type CapacityChange, recountUnits, retryOnDeadlock } from './recount.ts';

type CapacityInput = z.output<(typeof createEndpoint)['body']>;
type UpdateInput = z.output<(typeof updateEndpoint)['body']>;

const toAssignment = ({
  counterId: _,
  quantity,
  createdAt,
  ...row
}: queries.CapacityRow): CapacityAssignment => ({
  ...row,
  capacity: quantity,
  available: quantity === null ? null : Math.max(0, quantity - row.sold - row.reserved),
  createdAt: createdAt.toISOString(),
});

/** A page of an event's capacity assignments. NOT_FOUND. */
export async function listCapacities(
  ctx: Ctx,
  eventId: number,
  query: ListQuery,
): Promise<{ data: CapacityAssignment[]; meta: ListMeta }> {
  const { scope } = await requireEvent(ctx, eventId);
  const list = { rules: capacityAssignmentRules, source: queries.capacitySource(scope, eventId), query };
  return readPage(ctx.db, list, async (ids) =>
    (await queries.findCapacities(ctx.db, scope, eventId, ids)).map(toAssignment),
  );
}

async function readCapacity(
  tx: Tx | Db,
  scope: AccountScope,
  eventId: number,
  id: number,
): Promise<queries.CapacityRow> {
  const [row] = await queries.findCapacities(tx, scope, eventId, [id]);
  if (!row) throw fail('NOT_FOUND');
  return row;
}

/** One capacity assignment: places in all, sold, held and left. NOT_FOUND. */
export async function getCapacity(ctx: Ctx, eventId: number, id: number): Promise<CapacityAssignment> {
  return toAssignment(await readCapacity(ctx.db, scopeOf(ctx.actor), eventId, id));
}

const TARGET = 'capacity_assignment';
const LINKS = 'capacity_assignment_tickets';

/**
 * Creates a capacity assignment and records it. While it is active, it counts what its tickets have already sold and
 * hold. If that is more than its capacity, nothing more is sold. NOT_FOUND, EVENT_ARCHIVED, NO_TICKETS_YET,
 * VALIDATION_FAILED for a ticket that is not the event's. Locks the event, the orders of these tickets, then counters,
 * each in id order.
 */
export function createCapacity(ctx: Ctx, eventId: number, input: CapacityInput): Promise<CapacityAssignment> {
  const scope = scopeOf(ctx.actor);
  return retryOnDeadlock(ctx, eventId, async (tx) => {
    await lockEvent(tx, scope, eventId);
    if (!(await hasTickets(tx, scope, eventId))) throw fail('NO_TICKETS_YET');
    const ticketIds = await expectTickets(tx, scope, eventId, input.ticketIds);
    const { name, active, capacity } = input;
    const { id, counterId } = await queries.insertCapacity(tx, scope, {
      eventId,
      name,
      active,
      quantity: capacity,
    });
    await replaceTicketLinks(tx, scope, LINKS, { id, ticketIds });
    if (active)
      await recountUnits(tx, scope, [{ counterId, added: ticketIds, removed: [], quantity: capacity }]);
    await audit(tx, ctx, scope, {
      action: 'capacity_assignment.created',
      target: { type: TARGET, id },
      after: { name, capacity, active, ticketIds },
    });
    return toAssignment(await readCapacity(tx, scope, eventId, id));
  });
}

/**
 * Changes a capacity assignment and records it. The counter gains what an added ticket has sold and holds, and loses
 * what a removed ticket has. Switching on or off does this for all its tickets. A capacity below what is used stops
 * sales. NOT_FOUND, EVENT_ARCHIVED, STALE_VERSION with params.version, VALIDATION_FAILED as above. Locks as
 * `createCapacity`.
 */
export async function updateCapacity(
  ctx: Ctx,
  ids: { eventId: number; assignmentId: number },
  { version, ...input }: UpdateInput,
): Promise<CapacityAssignment> {
  const scope = scopeOf(ctx.actor);
  const { eventId, assignmentId: id } = ids;
  const entry = { action: 'capacity_assignment.updated', target: { type: TARGET, id }, auditable };
  const transact = <R>(run: (tx: Tx) => Promise<R>) => retryOnDeadlock(ctx, eventId, run);
  const saved = await saveChange(ctx, scope, { ...entry, transact }, async (tx) => {
    await lockEvent(tx, scope, eventId);
    const before = await readCapacity(tx, scope, eventId, id);
    expectVersion(version, before.version);
    const ticketIds = await expectTickets(tx, scope, eventId, input.ticketIds);
    const { name, active, capacity } = input;
    const linked = ticketsOf(before);
    await queries.updateCapacityRows(tx, scope, [id], { name, active });
    await replaceTicketLinks(tx, scope, LINKS, { id, ticketIds });
    const counted = before.active ? linked : [];
    const toCount = active ? ticketIds : [];
    const change = {
      counterId: before.counterId,
      added: without(toCount, counted),
      removed: without(counted, toCount),
    };
    await recountUnits(tx, scope, [{ ...change, quantity: capacity }]);
    return { before, after: await readCapacity(tx, scope, eventId, id) };
  });
  return toAssignment(saved);
}

/**
 * Deletes a capacity assignment and records it. Its tickets keep their own quantities. Throws NOT_FOUND,
 * EVENT_ARCHIVED. Locks as `createCapacity`.
 */
export function deleteCapacity(ctx: Ctx, eventId: number, id: number): Promise<void> {
  const scope = scopeOf(ctx.actor);
  return retryOnDeadlock(ctx, eventId, async (tx) => {
    await lockEvent(tx, scope, eventId);
    const removed = await removeCapacities(ctx, tx, eventId, [id]);
    if (removed.length === 0) throw fail('NOT_FOUND');
  });
}

/**
 * Deletes many as `deleteCapacity` does. Skips ids of other events and answers the deleted ids. The caller holds the
 * event's lock.
 */
export async function removeCapacities(
  ctx: Ctx,
  tx: Tx,
  eventId: number,
  ids: readonly number[],
): Promise<number[]> {
  const scope = scopeOf(ctx.actor);
  const found = inOrderOf(ids, await queries.findCapacities(tx, scope, eventId, ids));
  const removed = found.map(({ id }) => id);
  if (removed.length === 0) return [];
  await deleteTicketLinks(tx, scope, LINKS, removed);
  await recountUnits(tx, scope, found.map(withoutTickets));
  await queries.deleteCapacityRows(tx, scope, found);
  await auditDeleted(tx, ctx, scope, {
    action: 'capacity_assignment.deleted',
    type: TARGET,
    rows: found,
    held: auditable,
  });
  return removed;
}

/**
 * Switches capacity assignments of an event on or off and records each. The counters gain or lose what their tickets
 * have sold and hold. None of them may already have the wanted state. The caller holds the event's lock; locks as
 * above.
 */
export async function switchCapacities(
  ctx: Ctx,
  tx: Tx,
  eventId: number,
  { ids, active }: { ids: readonly number[]; active: boolean },
): Promise<void> {
  const scope = scopeOf(ctx.actor);
  const found = await queries.findCapacities(tx, scope, eventId, ids);
  await queries.updateCapacityRows(tx, scope, ids, { active });
  await recountUnits(tx, scope, found.map(active ? withTickets : withoutTickets));
  await auditEach(tx, ctx, scope, {
    action: 'capacity_assignment.updated',
    type: TARGET,
    ids: found.map(({ id }) => id),
    before: { active: !active },
    after: { active },
  });
}

const ticketsOf = ({ tickets }: queries.CapacityRow) => tickets.map((ticket) => ticket.id);

/** The change by which the tickets of an assignment begin to count. */
const withTickets = (row: queries.CapacityRow): CapacityChange => ({
  counterId: row.counterId,
  quantity: row.quantity,
  added: ticketsOf(row),
  removed: [],
});

/** The change by which the tickets of an active assignment stop counting. */
const withoutTickets = (row: queries.CapacityRow): CapacityChange => ({
  counterId: row.counterId,
  quantity: row.quantity,
  added: [],
  removed: row.active ? ticketsOf(row) : [],
});

const without = (ids: readonly number[], others: readonly number[]) =>
  ids.filter((id) => !others.includes(id));
const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);

const auditable = ({ name, quantity, active, tickets }: queries.CapacityRow) => ({
  name,
  capacity: quantity,
  active,
  ticketIds: sorted(tickets.map((ticket) => ticket.id)),
});
