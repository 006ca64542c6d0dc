/** The chosen rows: some rows by their ids, or all matching rows except some. */
export type SelectedRows =
  | { kind: 'some'; ids: ReadonlySet<number> }
  | { kind: 'all'; except: ReadonlySet<number> };

export const noneSelected: SelectedRows = { kind: 'some', ids: new Set() };
export const allSelected: SelectedRows = { kind: 'all', except: new Set() };

/** Whether a row is chosen. */
export function isSelected(rows: SelectedRows, id: number): boolean {
  return rows.kind === 'some' ? rows.ids.has(id) : !rows.except.has(id);
}

/** The number of chosen rows. `total` is the number of matching rows. */
export function countSelected(rows: SelectedRows, total: number): number {
  return rows.kind === 'some' ? rows.ids.size : Math.max(0, total - rows.except.size);
}

/** Adds these rows to the choice, or removes them. */
export function withRows(rows: SelectedRows, ids: readonly number[], isOn: boolean): SelectedRows {
  const before = rows.kind === 'some' ? rows.ids : rows.except;
  const next = new Set(before);
  const isAdding = isOn === (rows.kind === 'some');
  for (const id of ids) {
    if (isAdding) next.add(id);
    else next.delete(id);
  }
  return rows.kind === 'some' ? { kind: 'some', ids: next } : { kind: 'all', except: next };
}

/**
 * The rows from one row to another, both included, in the shown order. If the first row is not shown, only the second.
 */
export function rangeOf(shown: readonly number[], from: number | null, to: number): number[] {
  const end = shown.indexOf(to);
  const start = from === null ? -1 : shown.indexOf(from);
  if (end < 0) return [];
  if (start < 0) return [to];
  return shown.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/** The query for the chosen rows, added to the list's own query. */
export function selectionParams(rows: SelectedRows, params: Record<string, string>): Record<string, string> {
  const named = [...(rows.kind === 'some' ? rows.ids : rows.except)].join(',');
  if (rows.kind === 'some') return { ...params, ids: named };
  return named === '' ? params : { ...params, except: named };
}
