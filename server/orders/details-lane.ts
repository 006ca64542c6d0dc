import type { BuyerOrder, saveOrderDetails } from '@entrada/contract/checkout';
import type { z } from 'zod';
import { type IssuedRow, signIssued } from '../attendees/service.ts';
import type { Ctx } from '../platform/context.ts';
import { type Database, inTransaction, isDatabaseUnavailable, type Tx } from '../platform/db/client.ts';
import { type AppError, fail, failFields } from '../platform/errors.ts';
import { failpoint } from '../platform/failpoints.ts';
import { createLane, type Lane, runSplitting, type Waiting } from '../platform/lane.ts';
import { describeOrder, showOrder } from './buyer-order.ts';
import { completeTogether } from './completion.ts';
import { writeDetails } from './completion-queries.ts';
import { attendeeErrors } from './core/attendee-details.ts';
import { refusalOf } from './core/open.ts';
import type { Order } from './core/types.ts';
import { type EventFacts, findEventFacts } from './event-queries.ts';
import * as queries from './queries.ts';

export type DetailsRequest = { shortId: string; body: z.output<(typeof saveOrderDetails)['body']> };
/** What was saved; `issued` where there was nothing to pay. */
export type DetailsSaved = {
  order: Order;
  event: EventFacts;
  issued: readonly IssuedRow[];
  completedAt: Date | null;
};
export type DetailsLane = Lane<DetailsRequest, DetailsSaved>;

type Entry = Waiting<DetailsRequest, DetailsSaved>;
type Parts = { database: Pick<Database, 'db'> };

/**
 * The lane for who buys and who comes. Orders with nothing to pay are completed here, all that wait in one transaction:
 * a crowd that claims free tickets would else queue for the same counter one commit at a time. Locks the orders in the
 * order of their ids, then counters. Refuses with VALIDATION_FAILED for attendees that do not fit the lines, with what
 * has become of a closed order, and with ORDER_NOT_FOUND.
 */
export function createDetailsLane({ database }: Parts): DetailsLane {
  return createLane<DetailsRequest, DetailsSaved>({
    run: async (batch) => {
      const byOrder = [...Map.groupBy(batch, (entry) => entry.request.shortId).values()];
      // Two that mean the same order follow one another.
      for (let turn = 0; byOrder.some((entries) => entries.length > turn); turn += 1) {
        const part = byOrder.flatMap((entries) => entries[turn] ?? []);
        await runSplitting(part, (entries) => saveTogether(database, entries), isDatabaseUnavailable);
      }
    },
  });
}

/** Saves who buys and who comes in the lane, and answers the order; the tickets too where there was nothing to pay. */
export async function saveDetails(ctx: Ctx, lane: DetailsLane, request: DetailsRequest): Promise<BuyerOrder> {
  const { order, event, issued, completedAt } = await lane.submit(request);
  if (order.total > 0) return showOrder(ctx.db, order);
  const done: Order = {
    ...order,
    status: 'completed',
    paymentStatus: 'not_required',
    expiresAt: null,
    secondsLeft: null,
    completedAt,
  };
  return describeOrder(done, event, { payment: null, issued: await signIssued(ctx.db, issued) });
}

type Saved = { entry: Entry; order: Order; event: EventFacts };
type Refused = { entry: Entry; error: AppError };

async function saveTogether({ db }: Parts['database'], entries: readonly Entry[]): Promise<void> {
  const { saved, refused, issued, completedAt } = await inTransaction(db, async (tx) => {
    const { saved, refused } = await sortOut(tx, entries);
    await writeDetails(
      tx,
      saved.map(({ order }) => detailsOf(order)),
    );
    const free = saved.filter(({ order }) => order.total === 0);
    const issued = await completeTogether(
      tx,
      free.map(({ order }) => ({ order, event: 'completed_free' })),
    );
    failpoint('details.before-commit');
    return { saved, refused, issued, completedAt: free.length > 0 ? await queries.readNow(tx) : null };
  });
  failpoint('details.after-commit');
  for (const { entry, error } of refused) entry.refuse(error);
  const tickets = Map.groupBy(issued, (row) => row.order_id);
  for (const { entry, order, event } of saved) {
    entry.answer({ order, event, issued: tickets.get(order.id) ?? [], completedAt });
  }
}

const detailsOf = (order: Order) => ({
  orderId: order.id,
  firstName: order.buyer?.firstName ?? '',
  lastName: order.buyer?.lastName ?? '',
  email: order.buyer?.email ?? '',
  sendAllToBuyer: order.sendAllToBuyer,
  attendees: order.attendeeDetails,
  locale: order.locale,
});

/** Locks the orders and tells those whose details can be taken, which they then carry, from the others. */
async function sortOut(tx: Tx, entries: readonly Entry[]): Promise<{ saved: Saved[]; refused: Refused[] }> {
  const orders = await queries.lockByShortIds(
    tx,
    entries.map((entry) => entry.request.shortId),
  );
  const events = new Map<number, EventFacts>();
  const [saved, refused]: [Saved[], Refused[]] = [[], []];
  for (const entry of entries) {
    const order = orders.get(entry.request.shortId);
    const code = order ? refusalOf(order) : 'ORDER_NOT_FOUND';
    if (!order || code) {
      refused.push({ entry, error: fail(code ?? 'ORDER_NOT_FOUND') });
      continue;
    }
    const event = events.get(order.eventId) ?? (await findEventFacts(tx, order.eventId));
    if (!event) throw new Error(`Event ${order.eventId} of an order is missing`);
    events.set(order.eventId, event);
    const { body } = entry.request;
    const isPerTicket = event.attendeeDetails === 'per_ticket' && !body.sendAllToBuyer;
    const errors = isPerTicket ? attendeeErrors(order.items, body.attendees) : [];
    if (errors.length > 0) refused.push({ entry, error: failFields(errors) });
    else saved.push({ entry, order: withDetails(order, body, isPerTicket), event });
  }
  return { saved, refused };
}

function withDetails(order: Order, body: DetailsRequest['body'], isPerTicket: boolean): Order {
  const { firstName, lastName, email } = body;
  return {
    ...order,
    buyer: { firstName, lastName, email },
    locale: body.locale ?? order.locale,
    sendAllToBuyer: !isPerTicket,
    attendeeDetails: isPerTicket ? body.attendees : [],
  };
}
