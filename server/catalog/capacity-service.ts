import type {
  CapacityAssignment,
  createCapacityAssignment as createEndpoint,
  updateCapacityAssignment as updateEndpoint,
} from '@entrada/contract/capacity-assignments';
import type { ListMeta, ListQuery } from '@entrada/contract/list';
import { sql } from 'kysely';
import type { z } from 'zod';
import { lockEvent } from '../events/service.ts';
import { audit, changes } from '../platform/audit.ts';
import { type AccountScope, type Ctx, scopeOf } from '../platform/context.ts';
import { type Db, inTransaction, type Tx } from '../platform/db/client.ts';
import { fail } from '../platform/errors.ts';
import { inOrderOf } from '../platform/list.ts';
import {
  type CapacityRow,
  deleteCapacityRows,
  findCapacities,
  findCapacityPage,
  findEventWithTickets,
  insertCapacity,
  updateCapacityRow,
} from './capacity-queries.ts';
import { lockShiftedCounters, type Moved, type Shift, shiftUnits, writeShift } from './capacity-units.ts';
import { expectTickets, replaceTicketLinks } from './ticket-links.ts';

type CapacityInput = z.output<(typeof createEndpoint)['body']>;
type UpdateInput = z.output<(typeof updateEndpoint)['body']>;

const toAssignment = ({ counterId: _, quantity, createdAt, ...row }: CapacityRow): CapacityAssignment => ({
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
  const scope = scopeOf(ctx.actor);
  if (!(await findEventWithTickets(ctx.db, scope, eventId))) throw fail('NOT_FOUND');
  const { ids, meta } = await findCapacityPage(ctx.db, scope, eventId, query);
  const rows = await findCapacities(ctx.db, scope, eventId, ids);
  return { data: inOrderOf(ids, rows).map(toAssignment), meta };
}

async function readCapacity(
  tx: Tx | Db,
  scope: AccountScope,
  eventId: number,
  id: number,
): Promise<CapacityRow> {
  const [row] = await findCapacities(tx, scope, eventId, [id]);
  if (!row) throw fail('NOT_FOUND');
  return row;
}

/** One capacity assignment: places in all, sold, held and left. NOT_FOUND. */
export async function getCapacity(ctx: Ctx, eventId: number, id: number): Promise<CapacityAssignment> {
  return toAssignment(await readCapacity(ctx.db, scopeOf(ctx.actor), eventId, id));
}

/** Orders kept coming for its tickets so often in a row: honest to give up. */
const TRIES = 10;
const LOCKED = '55P03';

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String((error as { code: unknown }).code) : '';

/**
 * Lets the counter stand at what its tickets have sold and hold, those that come and go counted, with the wanted
 * capacity. The catalogue must have been changed in this transaction. Orders are locked first, then counters, as everybody
 * does; the many lines before the counters, so that reservations hardly wait. An order that was made meanwhile is taken
 * along if nobody is at work on it; otherwise the counters are let go, and it is waited for.
 */
async function settle(tx: Tx, scope: AccountScope, shift: Shift, quantity: number | null): Promise<void> {
  const isShift = shift.added.length + shift.removed.length > 0;
  let moved: Moved = { sold: 0, reserved: 0 };
  const add = (more: Moved) => {
    moved = { sold: moved.sold + more.sold, reserved: moved.reserved + more.reserved };
  };
  if (isShift) add(await shiftUnits(tx, scope, shift, { which: 'settled' }));
  for (let attempt = 1; ; attempt += 1) {
    if (isShift) add(await shiftUnits(tx, scope, shift, { which: attempt === 1 ? 'held' : 'any' }));
    await sql`savepoint settling`.execute(tx);
    try {
      await lockShiftedCounters(tx, scope, shift);
      const late = isShift
        ? await shiftUnits(tx, scope, shift, { which: 'any', nowait: true })
        : { sold: 0, reserved: 0 };
      add(late);
      break;
    } catch (error) {
      if (codeOf(error) !== LOCKED) throw error;
      if (attempt === TRIES) throw fail('UNAVAILABLE', { retryAfter: 1, cause: error });
      await sql`rollback to savepoint settling`.execute(tx);
    }
  }
  await writeShift(tx, scope, { counterId: shift.counterId, quantity, moved });
}

const DEADLOCK = '40P01';

/** Whoever works on several of its orders at once may wait for this while this waits for them: one begins anew. */
async function inTurn<T>(ctx: Ctx, run: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(ctx.db, run);
    } catch (error) {
      if (codeOf(error) !== DEADLOCK || attempt === TRIES) throw error;
    }
  }
}

const TARGET = 'capacity_assignment';
const LINKS = 'capacity_assignment_tickets';

/**
 * Creates a capacity assignment and records it. While it is active it counts what its tickets have sold and hold already;
 * where that is more than its capacity, nothing more is sold. NOT_FOUND, EVENT_ARCHIVED, NO_TICKETS_YET, VALIDATION_FAILED
 * for a ticket that is not the event's. Locks the event, the orders of these tickets, then counters, each in id order.
 */
export function createCapacity(ctx: Ctx, eventId: number, input: CapacityInput): Promise<CapacityAssignment> {
  const scope = scopeOf(ctx.actor);
  return inTurn(ctx, async (tx) => {
    await lockEvent(tx, scope, eventId);
    if (!(await findEventWithTickets(tx, scope, eventId))?.hasTicket) throw fail('NO_TICKETS_YET');
    const ticketIds = await expectTickets(tx, scope, eventId, input.ticketIds);
    const { name, active, capacity } = input;
    const { id, counterId } = await insertCapacity(tx, scope, { eventId, name, active, quantity: capacity });
    await replaceTicketLinks(tx, scope, LINKS, { id, ticketIds });
    if (active) await settle(tx, scope, { counterId, added: ticketIds, removed: [] }, capacity);
    await audit(tx, ctx, scope, {
      action: 'capacity_assignment.created',
      target: { type: TARGET, id },
      after: { name, capacity, active, ticketIds },
    });
    return toAssignment(await readCapacity(tx, scope, eventId, id));
  });
}

/**
 * Changes a capacity assignment and records it. A ticket that comes brings what it has sold and what is held of it, one
 * that goes takes that along; so do all when it is switched on or off. A capacity below what is used stops sales.
 * NOT_FOUND, EVENT_ARCHIVED, STALE_VERSION with params.version, VALIDATION_FAILED as above. Locks as `createCapacity`.
 */
export function updateCapacity(
  ctx: Ctx,
  ids: { eventId: number; assignmentId: number },
  { version, ...input }: UpdateInput,
): Promise<CapacityAssignment> {
  const scope = scopeOf(ctx.actor);
  const { eventId, assignmentId: id } = ids;
  return inTurn(ctx, async (tx) => {
    await lockEvent(tx, scope, eventId);
    const before = await readCapacity(tx, scope, eventId, id);
    if (before.version !== version) throw fail('STALE_VERSION', { params: { version: before.version } });
    const ticketIds = await expectTickets(tx, scope, eventId, input.ticketIds);
    const { name, active, capacity } = input;
    const linked = before.tickets.map((ticket) => ticket.id);
    await updateCapacityRow(tx, scope, id, { name, active });
    await replaceTicketLinks(tx, scope, LINKS, { id, ticketIds });
    const counted = before.active ? linked : [];
    const toCount = active ? ticketIds : [];
    const shift = {
      counterId: before.counterId,
      added: without(toCount, counted),
      removed: without(counted, toCount),
    };
    await settle(tx, scope, shift, capacity);
    const changed = changes(auditable(before), { name, capacity, active, ticketIds: sorted(ticketIds) });
    const target = { type: TARGET, id };
    await audit(tx, ctx, scope, { action: 'capacity_assignment.updated', target, ...changed });
    return toAssignment(await readCapacity(tx, scope, eventId, id));
  });
}

/**
 * Deletes a capacity assignment and records it. Its tickets keep their own quantities. NOT_FOUND, EVENT_ARCHIVED. Locks as
 * `createCapacity`.
 */
export function deleteCapacity(ctx: Ctx, eventId: number, id: number): Promise<void> {
  const scope = scopeOf(ctx.actor);
  return inTurn(ctx, async (tx) => {
    await lockEvent(tx, scope, eventId);
    const before = await readCapacity(tx, scope, eventId, id);
    const linked = before.tickets.map((ticket) => ticket.id);
    await replaceTicketLinks(tx, scope, LINKS, { id, ticketIds: [] });
    const removed = before.active ? linked : [];
    await settle(tx, scope, { counterId: before.counterId, added: [], removed }, before.quantity);
    await deleteCapacityRows(tx, scope, before);
    await audit(tx, ctx, scope, {
      action: 'capacity_assignment.deleted',
      target: { type: TARGET, id },
      before: auditable(before),
    });
  });
}

const without = (ids: readonly number[], others: readonly number[]) =>
  ids.filter((id) => !others.includes(id));
const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);

const auditable = ({ name, quantity, active, tickets }: CapacityRow) => ({
  name,
  capacity: quantity,
  active,
  ticketIds: sorted(tickets.map((ticket) => ticket.id)),
});
