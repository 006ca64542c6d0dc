import { prorate } from '@entrada/contract/pricing';

/** A line of an order of which money went back. */
export type SoldItem = {
  orderId: number;
  ticketId: number;
  total: number;
  /** What went back of the whole order: refunds and lost disputes. */
  orderGaveBack: number;
  /** The tallies hold its total. */
  isTallied: boolean;
};

/**
 * What is kept of each ticket's sales and is not in the tallies, in minor units: the price of its items less their share
 * of what went back of each order. With the tallies the tickets add up exactly to what is kept of the event's completed
 * orders.
 */
export function notTalliedByTicket(items: readonly SoldItem[]): Map<number, number> {
  const kept = new Map<number, number>();
  const add = (ticketId: number, amount: number) => kept.set(ticketId, (kept.get(ticketId) ?? 0) + amount);
  const orders = Map.groupBy(items, (item) => item.orderId);
  for (const lines of orders.values()) {
    const shares = prorate(
      lines[0]?.orderGaveBack ?? 0,
      lines.map((line) => line.total),
    );
    for (const [index, line] of lines.entries())
      add(line.ticketId, (line.isTallied ? 0 : line.total) - (shares[index] ?? 0));
  }
  return kept;
}
