import { prorate } from '@entrada/contract/pricing';

export type SoldItem = { orderId: number; ticketId: number; total: number; orderRefunded: number };

/**
 * What is kept of each ticket's sales, in minor units: the price of its items less their share of each order's refunds.
 * The tickets add up exactly to what is kept of the event's completed orders.
 */
export function grossByTicket(items: readonly SoldItem[]): Map<number, number> {
  const gross = new Map<number, number>();
  const add = (ticketId: number, amount: number) => gross.set(ticketId, (gross.get(ticketId) ?? 0) + amount);
  const orders = Map.groupBy(items, (item) => item.orderId);
  for (const lines of orders.values()) {
    const refunded = lines[0]?.orderRefunded ?? 0;
    const shares = prorate(
      refunded,
      lines.map((line) => line.total),
    );
    for (const [index, line] of lines.entries()) add(line.ticketId, line.total - (shares[index] ?? 0));
  }
  return gross;
}
