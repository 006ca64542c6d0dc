import type { Tx } from '../../db/client.ts';
import { audit, type Witness } from '../../platform/audit.ts';
import { scopeOfRow } from '../../platform/context.ts';
import { queueMails } from '../../platform/mail/mailer.ts';
import { toBuyer } from '../order-views/core/letters.ts';
import type { Order } from '../orders/core/types.ts';
import { cancelOne } from '../orders/places/cancel.ts';

const ACTIONS = { offline_cancelled: 'order.cancelled', offline_unpaid: 'order.unpaid' } as const;

/**
 * Cancels an order that waits for an offline payment, and its tickets. Its places and its use of the promo code are
 * available again when the caller's transaction commits. The order's row must be locked; locks counters here. `notify`
 * mails the buyer.
 */
export async function endUnpaid(
  tx: Tx,
  witness: Witness,
  order: Order,
  { event, notify }: { event: keyof typeof ACTIONS; notify: boolean },
): Promise<void> {
  if (notify) await queueMails(tx, toBuyer(order, 'order_cancelled'));
  const { attendeeIds, lineIds } = await cancelOne(tx, witness, {
    order,
    event,
    chosen: null,
    activeIds: [],
  });
  await audit(tx, witness, scopeOfRow(order), {
    action: ACTIONS[event],
    target: { type: 'order', id: order.id },
    before: { status: order.status },
    after: { attendeeIds, lineIds },
  });
}
