/** A number of units for each counter, by the counter's id. */
export type Demand = ReadonlyMap<number, number>;

type Item = { quantity: number; counterIds: readonly number[] };

/**
 * The demand of an order: each unit takes one from each counter of its item, and the order takes one use of its promo
 * code.
 */
export function demandOf(items: readonly Item[], promoCounterId: number | null): Map<number, number> {
  const demand = new Map<number, number>();
  const add = (id: number, n: number) => demand.set(id, (demand.get(id) ?? 0) + n);
  for (const item of items) for (const id of item.counterIds) add(id, item.quantity);
  if (promoCounterId !== null) add(promoCounterId, 1);
  return demand;
}
