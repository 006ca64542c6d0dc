/**
 * Reorders some ids within the whole order. The ids in `part`, all different and all known, take the places that they
 * had among them. The others keep their places.
 */
export function orderWithin(all: readonly number[], part: readonly number[]): number[] {
  const members = new Set(part);
  const next = part.values();
  return all.map((id) => (members.has(id) ? (next.next().value ?? id) : id));
}

type Place = { id: number; position: number };

/**
 * Puts `ids` into their order as `orderWithin` does. So users can sort a list that shows only a part, for example one
 * page, or only what is not hidden. `places` are in their present order. Answers the ids whose place changes. If two
 * shared a place, they are numbered again.
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
