export type Move = 'up' | 'down' | 'top' | 'bottom';
export type SortId = number | string;

/** The list with the entry at `from` taken out and put in at `to`. */
export function moveEntry<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list];
  const [entry] = next.splice(from, 1);
  if (entry !== undefined) next.splice(to, 0, entry);
  return next;
}

/** Where a move leads from this place of so many. */
export function placeAfter(move: Move, from: number, count: number): number {
  if (move === 'top') return 0;
  if (move === 'bottom') return count - 1;
  return Math.min(Math.max(from + (move === 'up' ? -1 : 1), 0), count - 1);
}

/** The whole order once some of its ids are put in an order of their own: they share the places that they had. */
export function orderWithin<Id extends SortId>(all: readonly Id[], part: readonly Id[]): Id[] {
  const members = new Set(part);
  const next = part.values();
  return all.map((id) => (members.has(id) ? (next.next().value ?? id) : id));
}

/** Rows in the order of these ids. What is new since the order was made stands at the end. */
export function inOrder<Row>(
  rows: readonly Row[],
  ids: readonly SortId[],
  idOf: (row: Row) => SortId,
): Row[] {
  const place = new Map(ids.map((id, index) => [id, index]));
  const placeOf = (row: Row) => place.get(idOf(row)) ?? ids.length;
  return [...rows].sort((a, b) => placeOf(a) - placeOf(b));
}

/** Rows of which those that say the same as before, but for their place, are the same objects: they need no rendering. */
export function keepRows<Row>(
  before: ReadonlyMap<SortId, Row>,
  rows: readonly Row[],
  idOf: (row: Row) => SortId,
): Map<SortId, Row> {
  const words = (row: Row) => JSON.stringify({ ...row, position: null });
  return new Map(
    rows.map((row) => {
      const id = idOf(row);
      const known = before.get(id);
      const isSame = known !== undefined && (known === row || words(known) === words(row));
      return [id, isSame ? known : row];
    }),
  );
}
