/**
 * One place in a list that renders only the rows near the window: a row by its index, or the room of rows that are not
 * rendered. `after` is the index of the row before that room, `size` is in pixels.
 */
export type Place = { kind: 'row'; index: number } | { kind: 'room'; after: number; size: number };

type Measured = { index: number; start: number; end: number };

/**
 * The rows to render: those near the window and the pinned ones. The neighbours of a pinned row are rendered too, so
 * that Tab and the arrow keys find them.
 */
export function withPinned(indexes: readonly number[], pinned: readonly number[], count: number): number[] {
  const all = new Set(indexes);
  for (const pin of pinned) for (const index of [pin - 1, pin, pin + 1]) all.add(index);
  return [...all].filter((index) => index >= 0 && index < count).sort((a, b) => a - b);
}

/** The places of these rows, in their order, with room for all rows between them. `size`: of the whole list. */
export function placesOf(rows: readonly Measured[], { top, size }: { top: number; size: number }): Place[] {
  const places: Place[] = [];
  let end = top;
  let last = -1;
  for (const { index, start, end: next } of rows) {
    if (index > last + 1) places.push({ kind: 'room', after: last, size: start - end });
    places.push({ kind: 'row', index });
    end = next;
    last = index;
  }
  const rest = top + size - end;
  if (rest > 0) places.push({ kind: 'room', after: last, size: rest });
  return places;
}

/** The places of a list that renders all its rows. */
export const allPlaces = (count: number): Place[] =>
  Array.from({ length: count }, (_, index) => ({ kind: 'row', index }));
