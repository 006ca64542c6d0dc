import { demandOf } from '../../catalog/inventory/core/demand.ts';
import { returnSold } from '../../catalog/inventory/queries.ts';
import type { Tx } from '../../db/client.ts';
import { audit } from '../../platform/audit.ts';
import { scopeOfRow } from '../../platform/context.ts';
import { queueMails } from '../../platform/mail/mailer.ts';
import { cancelAttendees } from '../attendees/queries.ts';
import { toBuyer } from '../order-views/core/letters.ts';
import { advance } from '../orders/advance.ts';
import type { Order } from '../orders/core/types.ts';
import { cancelLines } from '../orders/queries.ts';
import type { Witness } from '../refunds/record.ts';

const ENDINGS = {
  offline_cancelled: { reason: 'cancelled', endedReason: 'cancelled', action: 'order.cancelled' },
  offline_unpaid: { reason: 'offline_unpaid', endedReason: 'offline_unpaid', action: 'order.unpaid' },
} as const;

/**
 * Cancels an order that waits for an offline payment, and its tickets. Its places and its use of the promo code are
 * available again when the caller's transaction commits. The order's row must be locked; locks counters here. `notify`
 * mails the buyer.
 */
export async function endUnpaid(
  tx: Tx,
  witness: Witness,
  order: Order,
  { event, notify }: { event: keyof typeof ENDINGS; notify: boolean },
): Promise<void> {
  const scope = scopeOfRow(order);
  const { reason, endedReason, action } = ENDINGS[event];
  await advance(tx, order, event, { reason, endedReason });
  const cancelled = await cancelAttendees(tx, scope, order.id, null);
  const lineIds = await cancelLines(tx, scope, order.id, null);
  await audit(tx, witness, scope, {
    action,
    target: { type: 'order', id: order.id },
    before: { status: order.status },
    after: { attendeeIds: cancelled.map(({ id }) => id), lineIds },
  });
  if (notify) await queueMails(tx, toBuyer(order, 'order_cancelled'));
  await returnSold(tx, scope, demandOf(order.items, order.promoCounterId));
}
