/**
 * The whole order once some of its ids, all different and all known, are put into an order of their own: they take the
 * places that they have between them.
 */
export function orderWithin(all: readonly number[], part: readonly number[]): number[] {
  const members = new Set(part);
  const next = part.values();
  return all.map((id) => (members.has(id) ? (next.next().value ?? id) : id));
}
