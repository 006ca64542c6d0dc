import type { addGuests as addEndpoint } from '@entrada/contract/sales/guests/add';
import type { OrderDetail } from '@entrada/contract/sales/orders';
import type { z } from 'zod';
import { inLockedEvent } from '../../catalog/events/service.ts';
import { type Demand, demandOf } from '../../catalog/inventory/core/demand.ts';
import { leftOfAll, takeBeyond, takeSold } from '../../catalog/inventory/queries.ts';
import { findBuyerQuestions } from '../../catalog/questions/queries.ts';
import { findCatalogForSale } from '../../catalog/shop/catalog-for-sale.ts';
import type { Tx } from '../../db/client.ts';
import { audit } from '../../platform/audit.ts';
import { type AccountScope, type Ctx, userOf } from '../../platform/context.ts';
import { AppError, fail, failFields } from '../../platform/errors.ts';
import { isSameRequest } from '../../platform/http/idempotency.ts';
import { completeByHand } from '../checkout/completion.ts';
import { insertNotes } from '../notes/queries.ts';
import { readAnswers } from '../order-answers/core/drafts.ts';
import { showOrderDetail } from '../order-views/detail.ts';
import type { Order } from '../orders/core/types.ts';
import { findByKey, lockById } from '../orders/queries.ts';
import { expireOverdue } from '../reservations/queries.ts';
import { type Chosen, choosePlaces, withoutDuty } from './core/guests.ts';
import { insertHeldOrders, lineOf, markExceeding, type NewHeldOrder } from './queries.ts';

type Wish = z.output<(typeof addEndpoint)['body']>;
type Asked = { eventId: number; wish: Wish; key: string | null; hash: string };

/**
 * Adds attendees by hand as one complete order: issues their tickets, takes their places as a sale does, and mails
 * whoever has an address if wanted. With `exceedCapacity` it takes places that are not left, and the order and the audit
 * say so. A repeated key answers the order of the first call. Locks the event, then counters. Throws NOT_FOUND,
 * EVENT_ARCHIVED, EVENT_CALLED_OFF, NO_TICKETS_YET, NOT_ENOUGH_LEFT with `left`, TOTAL_CHANGED with `total`, IDEMPOTENCY_KEY_REUSED,
 * VALIDATION_FAILED.
 */
export async function addGuests(ctx: Ctx, asked: Asked): Promise<OrderDetail> {
  const { eventId } = asked;
  const add = () => inLockedEvent(ctx, eventId, (tx, scope) => addWithin(tx, ctx, scope, asked));
  const orderId = await add().catch(async (error: unknown) => {
    // Overdue holds of others end if they keep the needed places, as in a sale.
    const isScarce = error instanceof AppError && error.code === 'NOT_ENOUGH_LEFT';
    if (!isScarce || (await expireOverdue(ctx.db, { eventId })) === 0) throw error;
    return add();
  });
  return showOrderDetail(ctx, { eventId, orderId });
}

async function addWithin(
  tx: Tx,
  ctx: Ctx,
  scope: AccountScope,
  { eventId, wish, key, hash }: Asked,
): Promise<number> {
  const idempotencyKey = key === null ? null : `guests ${scope.accountId} ${key}`;
  const before = idempotencyKey === null ? null : await findByKey(tx, idempotencyKey);
  if (before) {
    if (isSameRequest(before.requestHash, hash)) return before.id;
    throw fail('IDEMPOTENCY_KEY_REUSED');
  }
  const catalog = await findCatalogForSale(tx, eventId);
  if (!catalog) throw fail('NOT_FOUND');
  if (catalog.event.calledOffAt) throw fail('EVENT_CALLED_OFF');
  const quantity = wish.attendees.length;
  const chosen = choosePlaces(catalog.tickets, { ...wish, quantity });
  if (!chosen.ok) throw 'errors' in chosen ? failFields(chosen.errors) : fail(chosen.code);
  const { total } = chosen.priced;
  if (wish.expectedTotal !== undefined && wish.expectedTotal !== total)
    throw fail('TOTAL_CHANGED', { params: { total } });
  const { currency } = catalog.event;
  const order = await prepare(tx, scope, wish, {
    eventId,
    currency,
    locale: wish.locale,
    lines: [lineOf(chosen, quantity)],
    paidByHand: wish.payment,
    // It never passes: this transaction completes the order.
    holdSeconds: 60,
    idempotencyKey,
    requestHash: hash,
  });
  if (wish.note)
    await insertNotes(tx, scope, [{ orderId: order.id, userId: userOf(ctx.actor).userId, body: wish.note }]);
  let over = new Map<number, number>();
  const issued = await completeByHand(tx, [{ order, event: total > 0 ? 'added_paid' : 'added_free' }], {
    notify: wish.notify,
    mailsPerDay: ctx.config.bulkMailsPerDay,
    take: async () => {
      over = await takePlaces(tx, scope, wish, { chosen, demand: demandOf(order.items, null) });
      if (over.size > 0) await markExceeding(tx, scope, [order.id]);
    },
  });
  await audit(tx, ctx, scope, {
    action: 'order.added_by_hand',
    target: { type: 'order', id: order.id },
    after: {
      attendeeIds: issued.map(({ id }) => id),
      total,
      payment: wish.payment,
      notify: wish.notify,
      ...(over.size > 0 && { exceeded: [...over].map(([counterId, by]) => ({ counterId, by })) }),
    },
  });
  return order.id;
}

/** Writes the order, and answers it with the people and the answers that were typed. Throws VALIDATION_FAILED. */
async function prepare(tx: Tx, scope: AccountScope, wish: Wish, more: NewHeldOrder): Promise<Order> {
  const [id] = await insertHeldOrders(tx, scope, [more]);
  const order = id === undefined ? null : await lockById(tx, id);
  const [buyer] = wish.attendees;
  const itemId = order?.items[0]?.id;
  if (!order || !buyer || itemId === undefined) throw new Error('An order that was just written is gone');
  const questions = withoutDuty(await findBuyerQuestions(tx, scope, order.eventId));
  const { answers, errors } = readAnswers(order.items, questions, wish);
  if (errors.length > 0) throw failFields(errors);
  const attendeeDetails = wish.attendees.map((one) => ({ itemId, ...one }));
  return { ...order, buyer, sendAllToBuyer: false, attendeeDetails, answers };
}

/** Takes the places. Answers by how many each counter is exceeded. Throws NOT_ENOUGH_LEFT. */
async function takePlaces(
  tx: Tx,
  scope: AccountScope,
  { exceedCapacity }: Wish,
  { chosen, demand }: { chosen: Chosen; demand: Demand },
): Promise<Map<number, number>> {
  if (await takeSold(tx, scope, demand)) return new Map();
  if (exceedCapacity) return takeBeyond(tx, scope, demand);
  const { ticket, price, counterIds } = chosen;
  const left = await leftOfAll(tx, scope, counterIds);
  throw fail('NOT_ENOUGH_LEFT', {
    params: { left, priceId: price.id, ticketId: ticket.id, ticket: ticket.name, price: price.label },
  });
}
