/** A field that changed, with its values before and after. */
export type ChangedField = { field: string; from: unknown; to: unknown };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The fields of an audit entry that changed, in the order of their names. A field that stands on one side only was
 * added or taken away, and is null on the other. What was kept as it was is left out.
 */
export function changedFields(before: unknown, after: unknown): ChangedField[] {
  const from = isRecord(before) ? before : {};
  const to = isRecord(after) ? after : {};
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .sort()
    .map((field) => ({ field, from: from[field] ?? null, to: to[field] ?? null }))
    .filter((change) => JSON.stringify(change.from) !== JSON.stringify(change.to));
}

/** What people called a record that is gone, by what its last entry says of it. Null: it does not say. */
export function formerName(before: unknown, after: unknown): string | null {
  for (const side of [before, after]) {
    if (!isRecord(side)) continue;
    for (const field of ['name', 'title', 'code', 'subject']) {
      const value = side[field];
      if (typeof value === 'string' && value !== '') return value;
    }
  }
  return null;
}
