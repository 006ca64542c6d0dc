import type { addGuests as addEndpoint } from '@entrada/contract/sales/guests/add';
import type { OrderDetail } from '@entrada/contract/sales/orders';
import type { z } from 'zod';
import { inLockedEvent } from '../../catalog/events/service.ts';
import { findCatalogForSale } from '../../catalog/shop/catalog-for-sale.ts';
import type { Tx } from '../../db/client.ts';
import { type AccountScope, type Ctx, userOf } from '../../platform/context.ts';
import { AppError, fail, failFields } from '../../platform/errors.ts';
import { showOrderDetail } from '../order-views/detail.ts';
import { expireOverdue } from '../reservations/queries.ts';
import { addByHand, addedBefore } from './by-hand.ts';
import { choosePlaces } from './core/guests.ts';

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
  const before = await addedBefore(tx, idempotencyKey, hash);
  if (before !== null) return before;
  const catalog = await findCatalogForSale(tx, eventId);
  if (!catalog) throw fail('NOT_FOUND');
  if (catalog.event.calledOffAt) throw fail('EVENT_CALLED_OFF');
  const quantity = wish.attendees.length;
  const chosen = choosePlaces(catalog.tickets, { ...wish, quantity });
  if (!chosen.ok) throw 'errors' in chosen ? failFields(chosen.errors) : fail(chosen.code);
  const { total } = chosen.priced;
  if (wish.expectedTotal !== undefined && wish.expectedTotal !== total)
    throw fail('TOTAL_CHANGED', { params: { total } });
  const { locale, payment, notify, exceedCapacity, answers, attendeeAnswers, note } = wish;
  const added = await addByHand(tx, ctx, scope, {
    eventId,
    currency: catalog.event.currency,
    locale,
    lines: [{ chosen, people: wish.attendees }],
    payment,
    notify,
    exceedCapacity,
    sheets: { answers, attendeeAnswers },
    ...(note && { note: { userId: userOf(ctx.actor).userId, body: note } }),
    idempotencyKey,
    requestHash: hash,
  });
  return added.orderId;
}
