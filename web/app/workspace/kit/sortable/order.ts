export type Move = 'up' | 'down' | 'top' | 'bottom';
export type SortId = number | string;

/** Moves the entry at `from` to `to`. */
export function moveEntry<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list];
  const [entry] = next.splice(from, 1);
  if (entry !== undefined) next.splice(to, 0, entry);
  return next;
}

/** The place after a move from place `from` in a list of `count` rows. */
export function placeAfter(move: Move, from: number, count: number): number {
  if (move === 'top') return 0;
  if (move === 'bottom') return count - 1;
  return Math.min(Math.max(from + (move === 'up' ? -1 : 1), 0), count - 1);
}

/**
 * The whole order after some of its ids were sorted among themselves. These ids share the places that they had before.
 */
export function orderWithin<Id extends SortId>(all: readonly Id[], part: readonly Id[]): Id[] {
  const members = new Set(part);
  const next = part.values();
  return all.map((id) => (members.has(id) ? (next.next().value ?? id) : id));
}

/** Sorts the rows by these ids. Rows whose ids are missing stand at the end. */
export function inOrder<Row>(
  rows: readonly Row[],
  ids: readonly SortId[],
  idOf: (row: Row) => SortId,
): Row[] {
  const place = new Map(ids.map((id, index) => [id, index]));
  const placeOf = (row: Row) => place.get(idOf(row)) ?? ids.length;
  return [...rows].sort((a, b) => placeOf(a) - placeOf(b));
}

/**
 * Keeps the old object of each row that has not changed, or that has changed only its position. Such a row needs no
 * rendering.
 */
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
