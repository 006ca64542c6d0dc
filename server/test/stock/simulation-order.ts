import { demandOf } from '../../catalog/inventory/core/demand.ts';
import { isPaying } from '../../sales/orders/core/order-state.ts';
import type { Order } from '../../sales/orders/core/types.ts';
import type { Counter } from './catalogue.ts';
import type { Sight } from './shop.ts';

/** An order as the simulation keeps it. */
export type Held = Order & {
  /** -1: an organizer added it by hand. */
  browser: number;
  bank: 'open' | 'processing' | null;
  attempts: number;
  /** The units of each item and of each place that somebody was moved to, that are not cancelled. */
  standing: Map<number, number>;
};

const EPOCH = Date.UTC(2030, 0, 1);
const NOBODY = { firstName: 'A', lastName: 'B', email: 'a@example.com' };

/** A second of the run as an instant. */
export const instant = (seconds: number) => new Date(EPOCH + seconds * 1000);

/** The deadline in seconds since the start of the run. */
export const deadlineOf = (order: Held) => ((order.expiresAt?.getTime() ?? 0) - EPOCH) / 1000;

export const demandBy = (order: Held) => demandOf(order.items, order.promoCounterId);

/** Whether it holds its places only until the next sweep. */
export const isOver = (order: Held, now: number) =>
  order.status === 'reserved' && deadlineOf(order) <= now && !isPaying(order);

/** A new order that nobody has paid. `items`: with the fields that the simulation reads. */
export const newOrder = (
  browser: number,
  order: Pick<Held, 'total' | 'promoCode' | 'promoCounterId' | 'expiresAt' | 'isExtended'> & {
    items: object[];
  },
) =>
  ({
    ...order,
    browser,
    bank: null,
    attempts: 0,
    standing: new Map(),
    status: 'reserved',
    paymentStatus: 'none',
    refundStatus: 'none',
    buyer: NOBODY,
    moved: [],
  }) as unknown as Held;

/** What can be seen of the shop. An overdue hold counts as ended. */
export function sightOf(orders: readonly Held[], counters: ReadonlyMap<number, Counter>, now: number): Sight {
  const given = new Map<number, number>();
  for (const order of orders.filter((one) => isOver(one, now))) {
    for (const [id, n] of demandBy(order)) given.set(id, (given.get(id) ?? 0) + n);
  }
  return {
    orders: orders.map((order) =>
      [
        `${isOver(order, now) ? 'expired' : order.status}/${order.paymentStatus} ${order.total}`,
        (order.status === 'reserved' && !isOver(order, now)) || order.status === 'cancelling'
          ? `until ${deadlineOf(order) - now}`
          : 'ended',
        ...(order.isExtended ? ['extended'] : []),
      ].join(' '),
    ),
    counters: Object.fromEntries(
      [...counters].map(([id, one]) => [
        one.name,
        `${one.quantity ?? 'unlimited'} ${one.sold} ${one.reserved - (given.get(id) ?? 0)}`,
      ]),
    ),
  };
}
