import type { OrderDetail } from '@entrada/contract/sales/orders';
import type { Tx } from '../../db/client.ts';
import { audit } from '../../platform/audit.ts';
import { type Ctx, scopeOf } from '../../platform/context.ts';
import { type AppError, fail } from '../../platform/errors.ts';
import { inTurn } from '../../platform/turns.ts';
import { completeOffline } from '../checkout/completion.ts';
import { showOrderDetail } from '../order-views/detail.ts';
import type { Order } from '../orders/core/types.ts';
import { findOrderOfEvent, lockById } from '../orders/queries.ts';

type At = { eventId: number; orderId: number };

const turnsOf = ({ eventId, orderId }: At) => [`order ${orderId}`, `stock of event ${eventId}`];

/**
 * The error for an order that no longer waits for a payment, for example in a second tab after the first one has
 * decided.
 */
function whyNotAwaiting(order: Order): AppError {
  if (order.status === 'completed') return fail('ORDER_COMPLETED');
  if (order.status === 'cancelled') return fail('ORDER_CANCELLED');
  return fail('ORDER_NOT_AWAITING_PAYMENT');
}

async function lockAwaiting(tx: Tx, ctx: Ctx, at: At): Promise<Order> {
  const found = await findOrderOfEvent(tx, scopeOf(ctx.actor), at.eventId, at.orderId);
  const order = found && (await lockById(tx, found.id));
  if (!order) throw fail('NOT_FOUND');
  if (order.status !== 'awaiting_offline_payment') throw whyNotAwaiting(order);
  return order;
}

/**
 * Completes an order whose money has arrived offline: its tickets become valid and are mailed, and its invoice is
 * issued if the event issues any. Also works after the due date, until the order is cancelled. Locks the order, then
 * the series of the invoice. Throws NOT_FOUND, ORDER_COMPLETED, ORDER_CANCELLED, ORDER_NOT_AWAITING_PAYMENT.
 */
export async function markPaid(ctx: Ctx, at: At): Promise<OrderDetail> {
  await inTurn(ctx.db, turnsOf(at), async (tx) => {
    const order = await lockAwaiting(tx, ctx, at);
    await completeOffline(tx, order);
    await audit(tx, ctx, scopeOf(ctx.actor), {
      action: 'order.marked_paid',
      target: { type: 'order', id: order.id },
      before: { status: order.status, paymentStatus: order.paymentStatus },
      after: { status: 'completed', paymentStatus: 'paid', amount: order.total, currency: order.currency },
    });
  });
  return showOrderDetail(ctx, at);
}
