import { type Demand, demandOf } from '../../../catalog/inventory/core/demand.ts';
import { returnSold } from '../../../catalog/inventory/queries.ts';
import type { Tx } from '../../../db/client.ts';
import type { Witness } from '../../../platform/audit.ts';
import { type AccountScope, scopeOfRow } from '../../../platform/context.ts';
import { cancelAttendees } from '../../attendees/queries.ts';
import { openSupport, placesOf } from '../core/lines.ts';
import { nextState, stateOf } from '../core/order-state.ts';
import type { Order } from '../core/types.ts';
import { settleRequests } from '../open-requests.ts';
import { writeStates } from '../state-queries.ts';
import { cancelLines } from './queries.ts';

/** Attendees by their ids, and lines that admit nobody, which are cancelled as a whole. */
export type Places = { attendeeIds: readonly number[]; lineIds: readonly number[] };

/**
 * What is to be cancelled of an order: the whole of it if `chosen` is null or names all that is left. `activeIds`: its
 * attendees that are not cancelled.
 */
export type Ending = {
  order: Order;
  event: 'cancelled' | 'offline_cancelled' | 'offline_unpaid';
  chosen: Places | null;
  activeIds: readonly number[];
};

export type Cancelled = { isOrder: boolean; attendeeIds: number[]; lineIds: number[] };

/** What the order and its history say of each. */
const REASONS = {
  cancelled: 'cancelled',
  offline_cancelled: 'cancelled',
  offline_unpaid: 'offline_unpaid',
} as const;

const isWhole = ({ order, chosen, activeIds }: Ending): boolean =>
  chosen === null ||
  (activeIds.every((id) => chosen.attendeeIds.includes(id)) &&
    openSupport(order.items).every(({ id }) => chosen.lineIds.includes(id)));

/**
 * Cancels places of some orders of an account in a few statements. An order whose state does not allow its event is
 * passed over. Answers what was cancelled, by order, and the units that the caller gives back by `returnSold` as its
 * last statement, so that counters stay locked no longer than the commit takes. The use of a promo code is given back
 * only with the whole order. What buyers asked for and that has ended now needs no answer any more. The rows of the orders
 * must be locked.
 */
export async function cancelTogether(
  tx: Tx,
  witness: Witness,
  scope: AccountScope,
  endings: readonly Ending[],
): Promise<{ cancelled: Map<number, Cancelled>; demand: Demand }> {
  const possible = endings.filter(({ order, event }) => nextState(stateOf(order), event));
  const whole = possible.filter(isWhole);
  const wholeIds = new Set(whole.map(({ order }) => order.id));
  const parts = possible.filter(({ order }) => !wholeIds.has(order.id));
  const chosenOf = (kind: keyof Places) => parts.flatMap(({ chosen }) => chosen?.[kind] ?? []);
  const orderIds = [...wholeIds];
  const attendees = await cancelAttendees(tx, scope, { orderIds, ids: chosenOf('attendeeIds') });
  const lines = await cancelLines(tx, scope, { orderIds, ids: chosenOf('lineIds') });
  await writeStates(
    tx,
    scope,
    whole.map(({ order, event }) => ({ order, event, reason: REASONS[event], endedReason: REASONS[event] })),
  );
  await settleRequests(tx, witness, scope, { orderIds: possible.map(({ order }) => order.id) });
  const attendeesOf = Map.groupBy(attendees, ({ orderId }) => orderId);
  const linesOf = Map.groupBy(lines, ({ orderId }) => orderId);
  const cancelled = new Map<number, Cancelled>();
  const demand = new Map<number, number>();
  for (const { order } of possible) {
    const isOrder = wholeIds.has(order.id);
    const theirs = attendeesOf.get(order.id) ?? [];
    const lineIds = (linesOf.get(order.id) ?? []).map(({ id }) => id);
    cancelled.set(order.id, { isOrder, attendeeIds: theirs.map(({ id }) => id), lineIds });
    const items = placesOf(order).map((item) => ({
      quantity: lineIds.includes(item.id)
        ? item.quantity
        : theirs.filter((one) => one.orderItemId === item.id).length,
      counterIds: item.counterIds,
    }));
    for (const [id, n] of demandOf(items, isOrder ? order.promoCounterId : null))
      demand.set(id, (demand.get(id) ?? 0) + n);
  }
  return { cancelled, demand };
}

/**
 * Cancels places of one complete order as `cancelTogether` does, and gives them back: they are on sale again when the
 * caller's transaction commits. The order's row must be locked; locks counters here. Does nothing if the order is not
 * complete.
 */
export async function cancelPlaces(
  tx: Tx,
  witness: Witness,
  { order, chosen, activeIds }: Omit<Ending, 'event'>,
): Promise<Cancelled> {
  return cancelOne(tx, witness, { order, event: 'cancelled', chosen, activeIds });
}

/** The same with another event, such as an order whose payment never came. */
export async function cancelOne(tx: Tx, witness: Witness, ending: Ending): Promise<Cancelled> {
  const scope = scopeOfRow(ending.order);
  const { cancelled, demand } = await cancelTogether(tx, witness, scope, [ending]);
  await returnSold(tx, scope, demand);
  return cancelled.get(ending.order.id) ?? { isOrder: false, attendeeIds: [], lineIds: [] };
}
