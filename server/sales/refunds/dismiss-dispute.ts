import type { OrderRefunds } from '@entrada/contract/sales/refunds';
import type { PaymentProvider } from '../../payment-providers/port.ts';
import { audit } from '../../platform/audit.ts';
import { type Ctx, scopeOf, userOf } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { inTurn } from '../../platform/turns.ts';
import { findOrderOfEvent, lockById } from '../orders/queries.ts';
import { listDisputes, writeDismissal } from './dispute-queries.ts';
import { showRefunds } from './service.ts';

/**
 * Notes that a person lets the tickets of an order stay valid although a dispute was lost, so that the order no longer
 * waits for one. A second call changes nothing. Locks the order. Throws NOT_FOUND, DISPUTE_NOT_LOST.
 */
export async function dismissDispute(
  ctx: Ctx,
  provider: PaymentProvider | null,
  { disputeId, ...at }: { eventId: number; orderId: number; disputeId: number },
): Promise<OrderRefunds> {
  const scope = scopeOf(ctx.actor);
  await inTurn(ctx.db, [`order ${at.orderId}`], async (tx) => {
    const found = await findOrderOfEvent(tx, scope, at.eventId, at.orderId);
    const order = found && (await lockById(tx, found.id));
    const dispute = order && (await listDisputes(tx, scope, order.id)).find(({ id }) => id === disputeId);
    if (!dispute) throw fail('NOT_FOUND');
    if (dispute.status !== 'lost') throw fail('DISPUTE_NOT_LOST');
    if (dispute.dismissedAt) return;
    await writeDismissal(tx, scope, { id: disputeId, userId: userOf(ctx.actor).userId });
    const { amount, currency, status } = dispute;
    await audit(tx, ctx, scope, {
      action: 'dispute.dismissed',
      target: { type: 'order', id: dispute.orderId },
      after: { disputeId, status, amount, currency },
    });
  });
  return showRefunds(ctx, provider, at);
}
