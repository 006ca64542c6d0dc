import { HOLD } from '@entrada/contract/constants';
import type { OutputOf } from '@entrada/contract/endpoint';
import type { ListMeta, ListQuery } from '@entrada/contract/list';
import type { BuyerOrder, getIssuedTicket } from '@entrada/contract/sales/checkout';
import type { OrderRow } from '@entrada/contract/sales/orders';
import { requireEvent } from '../../catalog/events/service.ts';
import { inTransaction, type Tx } from '../../db/client.ts';
import type { PaymentProvider } from '../../payment-providers/port.ts';
import { type Ctx, scopeOfRow } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { findIssuedByShortId } from '../attendees/service.ts';
import { eventBrief, eventOf, showOrder } from '../order-views/buyer-view.ts';
import { refusalOf } from '../orders/core/open.ts';
import type { Order } from '../orders/core/types.ts';
import { endHold } from '../orders/holds.ts';
import { listByEvent } from '../orders/list-queries.ts';
import * as queries from '../orders/queries.ts';
import { endPayment } from './end-payment.ts';

/** The order behind a link. Throws ORDER_NOT_FOUND. */
export async function getOrder(ctx: Ctx, shortId: string): Promise<BuyerOrder> {
  const order = await queries.findByShortId(ctx.db, shortId);
  if (!order) throw fail('ORDER_NOT_FOUND');
  return showOrder(ctx.db, order);
}

/** The order behind a link, locked, as long as its buyer may still change it. Throws what has become of it otherwise. */
export async function lockOpen(tx: Tx, shortId: string): Promise<Order> {
  const order = await queries.lockByShortId(tx, shortId);
  if (!order) throw fail('ORDER_NOT_FOUND');
  const refusal = refusalOf(order);
  if (refusal) throw fail(refusal);
  return order;
}

/** Gives a live hold ten minutes more, once. Throws ORDER_ALREADY_EXTENDED, or what has become of a closed order. */
export async function extendHold(ctx: Ctx, shortId: string): Promise<BuyerOrder> {
  await inTransaction(ctx.db, async (tx) => {
    const order = await lockOpen(tx, shortId);
    if (order.isExtended) throw fail('ORDER_ALREADY_EXTENDED');
    await queries.setDeadline(tx, scopeOfRow({ account_id: order.accountId }), order.id, {
      kind: 'extend',
      seconds: HOLD.extensionSeconds,
    });
    failpoint('extend.before-commit');
  });
  failpoint('extend.after-commit');
  return getOrder(ctx, shortId);
}

/**
 * Gives the tickets back; a payment under way is ended at the provider first, and completes the order if it has won.
 * Repeating it changes nothing. Throws ORDER_COMPLETED for a completed order, ORDER_AWAITING_PAYMENT for one that is paid
 * without a card.
 */
export async function abandon(ctx: Ctx, provider: PaymentProvider | null, shortId: string): Promise<void> {
  const order = await queries.findByShortId(ctx.db, shortId);
  if (!order) throw fail('ORDER_NOT_FOUND');
  if (order.status === 'completed') throw fail('ORDER_COMPLETED');
  if (order.status === 'awaiting_offline_payment') throw fail('ORDER_AWAITING_PAYMENT');
  const isPaying = await inTransaction(ctx.db, (tx) => endHold(tx, order.id, 'abandoned'));
  failpoint('abandon.after-commit');
  if (isPaying) await endPayment(ctx, provider, order.id);
}

/** The ticket behind a link, with its event. Throws NOT_FOUND. */
export async function getTicket(
  ctx: Ctx,
  shortId: string,
): Promise<OutputOf<typeof getIssuedTicket>['data']> {
  const issued = await findIssuedByShortId(ctx.db, shortId);
  const order = issued && (await queries.findById(ctx.db, issued.orderId));
  if (!issued || !order) throw fail('NOT_FOUND');
  const event = await eventOf(ctx.db, order);
  const isComplete = order.status === 'completed' && issued.ticket.status === 'active';
  return { ticket: issued.ticket, event: eventBrief(event, isComplete), orderReference: order.reference };
}

/** One page of an event's orders whose buyer is known. Throws NOT_FOUND for an event that the account does not have. */
export async function listOrders(
  ctx: Ctx,
  eventId: number,
  query: ListQuery,
): Promise<{ data: OrderRow[]; meta: ListMeta }> {
  const { scope } = await requireEvent(ctx, eventId);
  return listByEvent(ctx.db, scope, eventId, query);
}
