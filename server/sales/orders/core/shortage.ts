import type { Demand } from '../../../catalog/inventory/core/demand.ts';

export type Shortage = 'NOT_ENOUGH_LEFT' | 'PROMO_CODE_USED_UP';

type Asked = { orderId: number; demand: Demand; promo: number | null };

/**
 * Gives the units that are left to orders in their sequence, all that an order needs or none. `left`: units by counter;
 * null has no limit. Answers what each order misses, null if nothing, and the units that are given in all. Pure.
 */
export function admitNext(
  left: ReadonlyMap<number, number | null>,
  asked: readonly Asked[],
): { missing: Map<number, Shortage | null>; taken: Map<number, number> } {
  const missing = new Map<number, Shortage | null>();
  const taken = new Map<number, number>();
  for (const { orderId, demand, promo } of asked) {
    const scarce = [...demand].filter(([id, n]) => {
      const units = left.get(id) ?? null;
      return n > 0 && units !== null && (taken.get(id) ?? 0) + n > units;
    });
    const isPromo = scarce.length > 0 && scarce.every(([id]) => id === promo);
    missing.set(orderId, scarce.length === 0 ? null : isPromo ? 'PROMO_CODE_USED_UP' : 'NOT_ENOUGH_LEFT');
    if (scarce.length > 0) continue;
    for (const [id, n] of demand) taken.set(id, (taken.get(id) ?? 0) + n);
  }
  return { missing, taken };
}
