/** So many places one network address may hold of any stock without a proof of work. */
export const FREE_PLACES = 20;
/** And so many hundredths of a larger stock. */
const FREE_PERCENT = 2;

/**
 * How many places of an event one network address may hold without a proof of work, if these are the quantities of the
 * stocks that a request takes from (row E3). The smallest stock decides. Null: none of them is limited, so nobody can
 * take it from others.
 */
export function freePlaces(quantities: readonly (number | null)[]): number | null {
  const limited = quantities.filter((quantity) => quantity !== null);
  if (limited.length === 0) return null;
  return Math.max(FREE_PLACES, Math.floor((Math.min(...limited) * FREE_PERCENT) / 100));
}
