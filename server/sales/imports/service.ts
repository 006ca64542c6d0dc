import type { FieldError } from '@entrada/contract/errors';
import type { GuestImport, startGuestImport } from '@entrada/contract/sales/imports/endpoints';
import { guestErrors } from '@entrada/contract/sales/imports/guests';
import type { z } from 'zod';
import { inLockedEvent, requireEvent } from '../../catalog/events/service.ts';
import { demandOf } from '../../catalog/inventory/core/demand.ts';
import { leftOfAll, takeBeyond, takeReserved } from '../../catalog/inventory/queries.ts';
import { type CatalogForSale, findCatalogForSale } from '../../catalog/shop/catalog-for-sale.ts';
import type { Tx } from '../../db/client.ts';
import { audit } from '../../platform/audit.ts';
import { type AccountScope, type Ctx, scopeOf, userOf } from '../../platform/context.ts';
import { AppError, fail, failFields } from '../../platform/errors.ts';
import { isSameRequest } from '../../platform/http/idempotency.ts';
import { enqueue, type JobRef } from '../../platform/jobs/job.ts';
import { mapInSlices } from '../../platform/workers/slices.ts';
import { type Chosen, choosePlaces } from '../guests/core/guests.ts';
import { type HeldLine, insertHeldOrders, lineOf } from '../guests/queries.ts';
import { expireOverdue } from '../reservations/queries.ts';
import { batchesOf, placesByBatch } from './core/batches.ts';
import * as imports from './queries.ts';

type Wish = z.output<(typeof startGuestImport)['body']>;
type Asked = { eventId: number; wish: Wish; key: string | null; hash: string };

/** Most imports end within seconds. After this time nothing of one is left. */
export const HOLD_SECONDS = 3600;
/** Writes and completes the orders of an import. */
export const importGuests: JobRef<{ importId: number }> = { name: 'import_guests', maxAttempts: 4 };

/** Rows that are checked before others are answered. */
const CHECKED_AT_ONCE = 500;

/**
 * Starts an import: takes the places of all rows in one short transaction, stages the rows and queues the job that writes
 * them. Nobody sees the guests before all are written. With `exceedCapacity` it takes places that are not left, which the
 * audit says. A repeated key answers the import of the first call. Locks the event, then counters. Throws NOT_FOUND,
 * EVENT_ARCHIVED, EVENT_CALLED_OFF, NO_TICKETS_YET, NOT_ENOUGH_LEFT with `left`, TOTAL_CHANGED with `total`, IDEMPOTENCY_KEY_REUSED, and
 * VALIDATION_FAILED with each row and field.
 */
export async function startImport(ctx: Ctx, asked: Asked): Promise<GuestImport> {
  const { eventId, wish } = asked;
  const { scope } = await requireEvent(ctx, eventId);
  const errors = await mapInSlices(wish.rows, CHECKED_AT_ONCE, (guest) => guestErrors(guest));
  expectNone(errors.flatMap((found, at) => atRow(at, found)));
  const start = () =>
    inLockedEvent(ctx, eventId, (tx, _, event) => {
      if (event.calledOffAt) throw fail('EVENT_CALLED_OFF');
      return startWithin(tx, ctx, scope, asked);
    });
  const importId = await start().catch(async (error: unknown) => {
    // Overdue holds of others end if they keep the needed places, as in a sale.
    const isScarce = error instanceof AppError && error.code === 'NOT_ENOUGH_LEFT';
    if (!isScarce || (await expireOverdue(ctx.db, { eventId })) === 0) throw error;
    return start();
  });
  return showImport(ctx, { eventId, importId });
}

/** An import of an event. Throws NOT_FOUND. */
export async function showImport(ctx: Ctx, at: { eventId: number; importId: number }): Promise<GuestImport> {
  const found = await imports.findImport(ctx.db, scopeOf(ctx.actor), at);
  if (!found) throw fail('NOT_FOUND');
  return found;
}

/** The last imports of an event, newest first. Throws NOT_FOUND. */
export async function listImports(ctx: Ctx, { eventId }: { eventId: number }): Promise<GuestImport[]> {
  const { scope } = await requireEvent(ctx, eventId);
  return imports.findImports(ctx.db, scope, eventId);
}

const atRow = (at: number, errors: readonly FieldError[]): FieldError[] =>
  errors.map((error) => ({ ...error, path: `rows.${at}.${error.path}` }));

/** Enough for a person to see what is wrong. */
const MOST_ERRORS = 1_000;

function expectNone(errors: FieldError[]): void {
  if (errors.length > 0) throw failFields(errors.slice(0, MOST_ERRORS));
}

async function startWithin(
  tx: Tx,
  ctx: Ctx,
  scope: AccountScope,
  { eventId, wish, key, hash }: Asked,
): Promise<number> {
  const idempotencyKey = key === null ? null : `imports ${scope.accountId} ${key}`;
  const before = idempotencyKey === null ? null : await imports.findByKey(tx, scope, idempotencyKey);
  if (before) {
    if (isSameRequest(before.requestHash, hash)) return before.id;
    throw fail('IDEMPOTENCY_KEY_REUSED');
  }
  const catalog = await findCatalogForSale(tx, eventId);
  if (!catalog) throw fail('NOT_FOUND');
  const chosen = choosePrices(catalog, wish);
  const places = wish.rows.reduce((sum, { plus }) => sum + plus + 1, 0);
  const lines = placesByBatch(batchesOf(wish.rows)).map(
    ({ batch, priceId, places }): HeldLine => ({
      ...lineOf(chosenOf(chosen, priceId), places),
      position: batch,
    }),
  );
  const total = lines.reduce((sum, { unitTotal, quantity }) => sum + unitTotal * quantity, 0);
  if (wish.expectedTotal !== undefined && wish.expectedTotal !== total)
    throw fail('TOTAL_CHANGED', { params: { total } });
  const importId = await imports.insertImport(tx, scope, {
    event_id: eventId,
    user_id: userOf(ctx.actor).userId,
    rows: JSON.stringify(wish.rows),
    guests: wish.rows.length,
    places,
    paid_by_hand: wish.payment,
    notify: wish.notify,
    idempotency_key: idempotencyKey,
    request_hash: Buffer.from(hash, 'hex'),
    request_id: ctx.requestId,
  });
  const [holdId] = await insertHeldOrders(tx, scope, [
    {
      eventId,
      currency: catalog.event.currency,
      locale: ctx.locale,
      lines,
      paidByHand: wish.payment,
      holdSeconds: HOLD_SECONDS,
      importId,
    },
  ]);
  await enqueue(tx, importGuests, { importId });
  // Last, so that the counters stay locked no longer than the commit takes.
  const over = await takePlaces(tx, scope, wish, { chosen, lines });
  const exceeded = over.size === 0 ? null : [...over].map(([counterId, by]) => ({ counterId, by }));
  await imports.noteStart(tx, scope, importId, { holdId: holdId ?? null, exceeded });
  await audit(tx, ctx, scope, {
    action: 'guests.import_started',
    target: { type: 'guest_import', id: importId },
    after: {
      guests: wish.rows.length,
      places,
      total,
      payment: wish.payment,
      notify: wish.notify,
      ...(exceeded && { exceeded }),
    },
  });
  return importId;
}

/** What each price of the rows gives for one place. Throws NO_TICKETS_YET, and VALIDATION_FAILED at each row. */
function choosePrices({ tickets }: CatalogForSale, { rows, payment }: Wish): Map<number, Chosen> {
  const amounts = new Map(tickets.flatMap(({ prices }) => prices.map(({ id, amount }) => [id, amount])));
  const chosen = new Map<number, Chosen>();
  const refused = new Map<number, FieldError[]>();
  for (const priceId of new Set(rows.map((row) => row.priceId))) {
    const amount = payment === null ? 0 : (amounts.get(priceId) ?? 0);
    const one = choosePlaces(tickets, { priceId, amount, quantity: 1 });
    if (one.ok) chosen.set(priceId, one);
    else if ('errors' in one) refused.set(priceId, one.errors);
    else throw fail(one.code);
  }
  if (refused.size > 0) expectNone(rows.flatMap(({ priceId }, at) => atRow(at, refused.get(priceId) ?? [])));
  return chosen;
}

function chosenOf(chosen: ReadonlyMap<number, Chosen>, priceId: number): Chosen {
  const one = chosen.get(priceId);
  if (!one) throw new Error('A price was not chosen');
  return one;
}

/** Reserves the places. Answers by how many each counter is exceeded. Throws NOT_ENOUGH_LEFT for the scarcest price. */
async function takePlaces(
  tx: Tx,
  scope: AccountScope,
  { exceedCapacity }: Wish,
  { chosen, lines }: { chosen: ReadonlyMap<number, Chosen>; lines: readonly HeldLine[] },
): Promise<Map<number, number>> {
  const demand = demandOf(
    lines.map(({ quantity, counterIds }) => ({ quantity, counterIds })),
    null,
  );
  if (await takeReserved(tx, scope, demand)) return new Map();
  if (exceedCapacity) return takeBeyond(tx, scope, demand, 'reserved');
  const wanted = Map.groupBy(lines, ({ priceId }) => priceId);
  for (const [priceId, own] of wanted) {
    const { ticket, price, counterIds } = chosenOf(chosen, priceId);
    const left = await leftOfAll(tx, scope, counterIds);
    const needed = own.reduce((sum, { quantity }) => sum + quantity, 0);
    if (left < needed || wanted.size === 1)
      throw fail('NOT_ENOUGH_LEFT', {
        params: { left, priceId, ticketId: ticket.id, ticket: ticket.name, price: price.label },
      });
  }
  // Each alone would fit; together they want more of a shared capacity than is left.
  throw fail('NOT_ENOUGH_LEFT', { params: { left: await leftOfAll(tx, scope, [...demand.keys()]) } });
}
