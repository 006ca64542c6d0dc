import { lockEvent } from '../../catalog/events/service.ts';
import { sellReserved } from '../../catalog/inventory/queries.ts';
import { inTransaction, type Tx } from '../../db/client.ts';
import { audit, auditAll } from '../../platform/audit.ts';
import { scopeOfRow } from '../../platform/context.ts';
import type { JobCtx } from '../../platform/jobs/job.ts';
import { completeByHand } from '../checkout/completion.ts';
import { type HeldLine, insertHeldOrders, markExceeding, type NewHeldOrder } from '../guests/queries.ts';
import { insertNotes } from '../notes/queries.ts';
import type { Order } from '../orders/core/types.ts';
import { lockByIds } from '../orders/queries.ts';
import { expireOverdue } from '../reservations/queries.ts';
import { BATCH, batchesOf } from './core/batches.ts';
import * as imports from './queries.ts';
import { HOLD_SECONDS } from './service.ts';

type Running = imports.RunningImport;

/** The import cannot go on: what it held has ended. */
class Interrupted extends Error {}

/**
 * Writes an import batch by batch from where it stands, then completes all of its orders in one transaction. An import
 * that cannot go on gives everything back. Does nothing for one that has ended.
 */
export async function runImport(ctx: JobCtx, importId: number, isLast: boolean): Promise<void> {
  const found = await imports.findRunning(ctx.db, importId);
  if (found?.state !== 'running') return;
  try {
    const batches = batchesOf(found.rows);
    for (let nth = found.batchesWritten; nth < batches.length; nth += 1) {
      const isLastBatch = nth === batches.length - 1;
      await writeBatch(ctx, found, { nth, rows: batches[nth] ?? [], isLast: isLastBatch });
    }
    await finish(ctx, found);
  } catch (error) {
    if (!(error instanceof Interrupted) && !isLast) throw error;
    ctx.log.warn({ importId, err: error }, 'an import of guests is given back');
    await giveBack(ctx, importId);
  }
}

type Batch = { nth: number; rows: readonly Running['rows'][number][]; isLast: boolean };

/** One transaction of at most BATCH orders and places. No counter changes: the places move from one hold to others. */
const writeBatch = (ctx: JobCtx, found: Running, { nth, rows, isLast }: Batch): Promise<void> =>
  inTransaction(ctx.db, async (tx) => {
    const scope = scopeOfRow(found);
    // Whoever changes a capacity assignment holds this lock as well, so a line's counters are the current ones.
    const event = await lockEvent(tx, scope, found.eventId, { archivedToo: true });
    if (event.calledOffAt) throw new Interrupted('The event was called off');
    const now = await imports.lockRunning(tx, found.id);
    if (now?.state !== 'running') throw new Interrupted('The import has ended');
    // Another worker was faster.
    if (now.batchesWritten > nth) return;
    if (now.holdId === null) throw new Interrupted('Nothing holds the places');
    const lines = await imports.takeLines(tx, scope, { holdId: now.holdId, batch: nth });
    const byPrice = new Map(lines.map((line) => [line.priceId, line]));
    const orders = rows.map((row): NewHeldOrder => {
      const line = byPrice.get(row.priceId);
      if (!line) throw new Interrupted('The places have ended');
      return heldOrder(found, row, line, event.currency);
    });
    const ids = await insertHeldOrders(tx, scope, orders);
    await insertNotes(
      tx,
      scope,
      rows.flatMap(({ note }, at) => {
        const body = note.trim();
        return body === '' ? [] : [{ orderId: ids[at] ?? 0, userId: found.userId, body }];
      }),
    );
    if (isLast) await imports.removeEmptyHold(tx, scope, now.holdId);
    await imports.noteBatch(tx, scope, found.id, { written: rows.length, isLast });
  });

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

const heldOrder = (
  { id, eventId, paidByHand }: Running,
  { firstName, lastName, email, locale, plus }: Running['rows'][number],
  line: HeldLine,
  currency: string,
): NewHeldOrder => ({
  eventId,
  currency,
  locale,
  lines: [{ ...line, quantity: plus + 1, position: 0 }],
  // A payment that is zero, as for a ticket without a price, needs no way.
  paidByHand: line.unitTotal > 0 ? paidByHand : null,
  holdSeconds: HOLD_SECONDS,
  people: [{ itemId: 0, firstName: oneLine(firstName), lastName: oneLine(lastName), email }],
  importId: id,
});

/**
 * Completes all orders of an import in one transaction, so that they are seen together. No row in it is shared with
 * anybody before the invoices' series and, last, the counters.
 */
const finish = (ctx: JobCtx, found: Running): Promise<void> =>
  inTransaction(ctx.db, async (tx) => {
    const scope = scopeOfRow(found);
    const now = await imports.lockRunning(tx, found.id);
    if (now?.state !== 'running') return;
    const ids = await imports.findHeld(tx, scope, found.id);
    if (ids.length !== found.guests) throw new Interrupted('The orders have ended');
    const author = {
      actor: { kind: 'system', forUserId: found.userId } as const,
      requestId: found.requestId,
    };
    for (let from = 0; from < ids.length; from += BATCH) {
      const chunk = ids.slice(from, from + BATCH);
      await completeSome(tx, found, { ids: chunk, mailsPerDay: ctx.config.bulkMailsPerDay });
      if (found.exceeded) await markExceeding(tx, scope, chunk);
    }
    await auditAll(
      tx,
      author,
      scope,
      ids.map((id) => ({
        action: 'order.added_by_hand',
        target: { type: 'order', id },
        after: { importId: found.id, ...(found.exceeded && { exceeded: found.exceeded }) },
      })),
    );
    await audit(tx, author, scope, {
      action: 'guests.imported',
      target: { type: 'guest_import', id: found.id },
      after: { guests: found.guests },
    });
    await imports.endImport(tx, scope, found.id, { state: 'done' });
    await sellReserved(tx, ids);
  });

async function completeSome(
  tx: Tx,
  { notify }: Running,
  { ids, mailsPerDay }: { ids: readonly number[]; mailsPerDay: number },
): Promise<void> {
  const orders = [...(await lockByIds(tx, ids)).values()];
  if (orders.some(({ status }) => status !== 'reserved')) throw new Interrupted('An order has ended');
  await completeByHand(
    tx,
    orders.map((order) => ({
      order: withGuest(order),
      event: order.total > 0 ? 'added_paid' : 'added_free',
    })),
    { notify, mailsPerDay, take: async () => undefined },
  );
}

/** The guest stands for the buyer, and the companions come under the same name. */
function withGuest(order: Order): Order {
  const [guest] = order.attendeeDetails;
  if (!guest) throw new Interrupted('An order has lost its guest');
  const { firstName, lastName, email } = guest;
  return { ...order, buyer: { firstName, lastName, email }, sendAllToBuyer: true, attendeeDetails: [] };
}

/**
 * Gives back all places of an import and removes what it wrote. Takes at most BATCH orders in a transaction. Locks orders,
 * then counters, and at the end the import alone.
 */
export async function giveBack(ctx: JobCtx, importId: number): Promise<void> {
  const found = await imports.findRunning(ctx.db, importId);
  if (found?.state !== 'running') return;
  const scope = scopeOfRow(found);
  while ((await imports.findHeld(ctx.db, scope, importId)).length > 0) {
    await imports.endHolds(ctx.db, scope, importId);
    await expireOverdue(ctx.db, { eventId: found.eventId });
  }
  while ((await imports.removeEnded(ctx.db, scope, importId)) > 0);
  await inTransaction(ctx.db, async (tx) => {
    const now = await imports.lockRunning(tx, importId);
    if (now?.state !== 'running') return;
    await imports.endImport(tx, scope, importId, { state: 'failed', failure: 'IMPORT_INTERRUPTED' });
    await audit(
      tx,
      { actor: { kind: 'system', forUserId: found.userId }, requestId: found.requestId },
      scope,
      {
        action: 'guests.import_failed',
        target: { type: 'guest_import', id: importId },
      },
    );
  });
}

/** Gives back what imports hold whose job is lost. */
export async function sweepImports(ctx: JobCtx): Promise<void> {
  for (const id of await imports.findOverdueImports(ctx.db, HOLD_SECONDS)) await giveBack(ctx, id);
}
