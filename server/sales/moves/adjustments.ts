import type { OrderDetail } from '@entrada/contract/sales/orders';
import type { Tx } from '../../db/client.ts';
import { audit } from '../../platform/audit.ts';
import { type Ctx, scopeOf } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { inTurn } from '../../platform/turns.ts';
import { creditWaived } from '../invoices/anew.ts';
import { findBilledItem } from '../invoices/credit-queries.ts';
import { showOrderDetail } from '../order-views/detail.ts';
import type { Order } from '../orders/core/types.ts';
import { findOrderOfEvent, lockById } from '../orders/queries.ts';
import * as queries from './queries.ts';

type At = { eventId: number; orderId: number; adjustmentId: number };
type Owed = NonNullable<Awaited<ReturnType<typeof queries.findOwed>>>;
type Ending = { order: Order; owed: Owed };

/**
 * Notes that a difference that was owed after a move has been paid by hand. Does nothing if it is noted already. Locks
 * the order. Throws NOT_FOUND, ADJUSTMENT_IS_WAIVED.
 */
export const settleAdjustment = (ctx: Ctx, at: At): Promise<OrderDetail> =>
  endAdjustment(ctx, at, async (tx, { owed }) => {
    if (owed.waivedAt) throw fail('ADJUSTMENT_IS_WAIVED');
    if (owed.settledAt) return null;
    await queries.endOwed(tx, scopeOf(ctx.actor), { id: at.adjustmentId, how: 'settled_at' });
    return 'adjustment.paid';
  });

/**
 * Notes that a difference that was owed after a move is not paid after all. What an invoice bills of it is credited. Does
 * nothing if it is noted already. Locks the order, then the series of the credit note. Throws NOT_FOUND,
 * ADJUSTMENT_IS_PAID.
 */
export const waiveAdjustment = (ctx: Ctx, at: At): Promise<OrderDetail> =>
  endAdjustment(ctx, at, async (tx, { order, owed }) => {
    if (owed.settledAt) throw fail('ADJUSTMENT_IS_PAID');
    if (owed.waivedAt) return null;
    const scope = scopeOf(ctx.actor);
    await queries.endOwed(tx, scope, { id: at.adjustmentId, how: 'waived_at' });
    if (owed.invoiceId !== null) {
      const itemId = await findBilledItem(tx, scope, owed.attendeeId);
      await creditWaived(tx, ctx, order, { itemId, amount: owed.total });
    }
    return 'adjustment.waived';
  });

/** Ends what is owed under the order's lock. `end` answers what the audit is to say; null if nothing changed. */
async function endAdjustment(
  ctx: Ctx,
  at: At,
  end: (tx: Tx, ending: Ending) => Promise<string | null>,
): Promise<OrderDetail> {
  const scope = scopeOf(ctx.actor);
  await inTurn(ctx.db, [`order ${at.orderId}`], async (tx) => {
    const found = await findOrderOfEvent(tx, scope, at.eventId, at.orderId);
    const order = found && (await lockById(tx, found.id));
    const owed = order && (await queries.findOwed(tx, scope, { orderId: order.id, id: at.adjustmentId }));
    if (!order || !owed) throw fail('NOT_FOUND');
    const action = await end(tx, { order, owed });
    if (!action) return;
    await audit(tx, ctx, scope, {
      action,
      target: { type: 'order', id: order.id },
      after: { attendeeId: owed.attendeeId, moveId: at.adjustmentId, amount: owed.total },
    });
  });
  return showOrderDetail(ctx, at);
}
