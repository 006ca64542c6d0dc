const PLAIN = /^[A-Za-z0-9_.:+-]+$/;

function element(value: string | number | boolean | Date | null): string | number | boolean {
  if (value === null) return 'NULL';
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value : value.toISOString();
  // Every other element is quoted. Without quotes, the word NULL would be read as null.
  if (PLAIN.test(text) && text.length !== 4) return text;
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/**
 * The text of a PostgreSQL array, for statements on the hot path whose arrays hold a whole batch. The
 * driver's own conversion of arrays costs several times as much. Cast it in the statement:
 * `${arrayText(ids)}::bigint[]`.
 */
export function arrayText(values: readonly (string | number | boolean | Date | null)[]): string {
  return `{${values.map(element).join(',')}}`;
}
