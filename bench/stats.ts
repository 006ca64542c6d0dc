/** The median: the middle value, or the mean of the two middle values. NaN if there are no values. */
export function median(values: readonly number[]): number {
  if (values.length === 0) return Number.NaN;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/**
 * The smallest value that at least `percent` of all values do not exceed (nearest rank). NaN if there are no
 * values.
 */
export function percentile(values: readonly number[], percent: number): number {
  if (values.length === 0) return Number.NaN;
  const sorted = Float64Array.from(values).sort();
  const rank = Math.max(1, Math.ceil((percent / 100) * sorted.length));
  return sorted[rank - 1] ?? Number.NaN;
}

/** The ratio of two contestants in each round. Leaves out rounds in which one of them has no figure. */
export function ratios(ours: readonly number[], theirs: readonly number[]): number[] {
  return ours.flatMap((value, round) => {
    const other = theirs[round];
    const ratio = other === undefined || other === 0 ? Number.NaN : value / other;
    return Number.isFinite(ratio) ? [ratio] : [];
  });
}

/** A figure with about three significant digits: `0.032`, `1.24`, `17.3`, `1520`, `12.5k`. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return '-';
  const size = Math.abs(value);
  if (size >= 100_000) return `${Math.round(value / 1000)}k`;
  if (size >= 10_000) return `${(value / 1000).toFixed(1)}k`;
  if (size >= 100) return value.toFixed(0);
  if (size >= 10) return value.toFixed(1);
  if (size >= 1 || size === 0) return value.toFixed(2);
  return value.toPrecision(2);
}
