type Place = { id: number; position: number };

/**
 * Puts `ids` into their order within the places that they have between them now; whatever is not named stays where it is.
 * So a list that shows a part, by a page or without what is hidden, can be sorted. `places` in their present order;
 * answers what moves, numbered anew where two shared a place. Pure.
 */
export function arrange(places: readonly Place[], ids: readonly number[]): Place[] {
  const named = new Set(ids);
  const next = ids.values();
  const order = places.map(({ id }) => (named.has(id) ? (next.next().value ?? id) : id));
  const before = new Map(places.map(({ id, position }) => [id, position]));
  return order
    .map((id, index) => ({ id, position: index + 1 }))
    .filter(({ id, position }) => before.get(id) !== position);
}
