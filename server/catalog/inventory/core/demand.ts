/** How many units of each counter, by the counter's id. */
export type Demand = ReadonlyMap<number, number>;

type Item = { quantity: number; counterIds: readonly number[] };

/** What an order takes: each unit one of each counter of its item, the order one use of its promo code. */
export function demandOf(items: readonly Item[], promoCounterId: number | null): Map<number, number> {
  const demand = new Map<number, number>();
  const add = (id: number, n: number) => demand.set(id, (demand.get(id) ?? 0) + n);
  for (const item of items) for (const id of item.counterIds) add(id, item.quantity);
  if (promoCounterId !== null) add(promoCounterId, 1);
  return demand;
}
