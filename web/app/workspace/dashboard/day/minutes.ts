/** Sizes of a bar in minutes. All of them end on the hour. */
const SIZES = [1, 2, 5, 10, 15, 30, 60] as const;

export type Bars = {
  /** How many minutes a bar stands for. */
  size: number;
  bars: { from: string; entries: number }[];
};

const MINUTE_MS = 60_000;

/** Entries of each minute as at most `most` bars, as short as possible. The last one may have begun just now. */
export function barsOf({ from, entries }: { from: string; entries: readonly number[] }, most: number): Bars {
  const size = SIZES.find((one) => Math.ceil(entries.length / one) <= most) ?? 60;
  const start = Date.parse(from);
  const count = Math.ceil(entries.length / size);
  const bars = Array.from({ length: count }, (_, nth) => ({
    from: new Date(start + nth * size * MINUTE_MS).toISOString(),
    entries: entries.slice(nth * size, (nth + 1) * size).reduce((sum, one) => sum + one, 0),
  }));
  return { size, bars };
}

/** The last minutes only. */
export function lastMinutes({ from, entries }: { from: string; entries: number[] }, count: number) {
  const left = Math.max(0, entries.length - count);
  return { from: new Date(Date.parse(from) + left * MINUTE_MS).toISOString(), entries: entries.slice(left) };
}
