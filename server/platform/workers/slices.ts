import { setImmediate as turn } from 'node:timers/promises';

/**
 * Maps many items and lets the other work of the server run after each `atOnce` of them. No turn is given for fewer
 * items than that.
 */
export async function mapInSlices<T, R>(
  items: readonly T[],
  atOnce: number,
  map: (item: T) => R,
): Promise<R[]> {
  const mapped: R[] = [];
  for (const [at, item] of items.entries()) {
    if (at > 0 && at % atOnce === 0) await turn();
    mapped.push(map(item));
  }
  return mapped;
}
