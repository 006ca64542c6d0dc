/**
 * The whole order once some of its ids, all different and all known, are put into an order of their own: they take the
 * places that they have between them, the others keep theirs.
 */
export function orderWithin(all: readonly number[], part: readonly number[]): number[] {
  const members = new Set(part);
  const next = part.values();
  return all.map((id) => (members.has(id) ? (next.next().value ?? id) : id));
}

type Place = { id: number; position: number };

/**
 * Puts `ids` into their order as `orderWithin` does, so that a list can be sorted that shows only a part: a page, or what
 * is not hidden. `places` come in their present order. Answers what moves; where two shared a place, they are numbered
 * anew.
 */
export function arrange(places: readonly Place[], ids: readonly number[]): Place[] {
  const before = new Map(places.map(({ id, position }) => [id, position]));
  return orderWithin(
    places.map(({ id }) => id),
    ids,
  )
    .map((id, index) => ({ id, position: index + 1 }))
    .filter(({ id, position }) => before.get(id) !== position);
}
