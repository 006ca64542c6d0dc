import { demandOf } from '../../../catalog/inventory/core/demand.ts';
import { findUnits, takeSold } from '../../../catalog/inventory/queries.ts';
import type { Tx } from '../../../db/client.ts';
import type { AccountScope } from '../../../platform/context.ts';
import { fail } from '../../../platform/errors.ts';
import { reactivateAttendees } from '../../attendees/queries.ts';
import { placesOf } from '../core/lines.ts';
import { admitNext, type Shortage } from '../core/shortage.ts';
import type { Order } from '../core/types.ts';
import { writeStates } from '../state-queries.ts';
import { reactivateLines } from './queries.ts';

/** The cancelled places of an order that become valid again: attendees, and lines that admit nobody. */
export type Revival = {
  order: Order;
  attendees: readonly { id: number; orderItemId: number }[];
  lineIds: readonly number[];
};

/**
 * Makes places of some orders of an account valid again, with the same codes. All places of an order or none: those of a
 * cancelled order also take the use of its promo code again. Answers for each order what was missing, or null. `take`
 * takes the places and must be the caller's last statement, so that counters stay locked no longer than the commit
 * takes; it throws NOT_ENOUGH_LEFT if somebody else took them since. The rows of the orders must be locked, and their
 * states allow it.
 */
export async function reactivateTogether(
  tx: Tx,
  scope: AccountScope,
  revivals: readonly Revival[],
): Promise<{ missing: Map<number, Shortage | null>; take: () => Promise<void> }> {
  const asked = revivals.map(({ order, attendees, lineIds }) => {
    const items = placesOf(order).map((item) => ({
      quantity: lineIds.includes(item.id)
        ? item.quantity
        : attendees.filter((one) => one.orderItemId === item.id).length,
      counterIds: item.counterIds,
    }));
    const promo = order.status === 'cancelled' ? order.promoCounterId : null;
    return { orderId: order.id, demand: demandOf(items, promo), promo };
  });
  const ids = [...new Set(asked.flatMap(({ demand }) => [...demand.keys()]))];
  const { missing, taken } = admitNext(await findUnits(tx, scope, ids), asked);
  const admitted = revivals.filter(({ order }) => missing.get(order.id) === null);
  await writeStates(
    tx,
    scope,
    admitted.flatMap(({ order }) =>
      order.status === 'cancelled' ? [{ order, event: 'reactivated' as const }] : [],
    ),
  );
  await reactivateAttendees(
    tx,
    scope,
    admitted.flatMap(({ attendees }) => attendees.map(({ id }) => id)),
  );
  await reactivateLines(
    tx,
    scope,
    admitted.flatMap(({ lineIds }) => lineIds),
  );
  const take = async () => {
    if (!(await takeSold(tx, scope, taken))) throw fail('NOT_ENOUGH_LEFT');
  };
  return { missing, take };
}
