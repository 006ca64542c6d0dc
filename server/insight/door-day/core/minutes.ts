/** Entries of one door in one minute. */
export type MinuteRow = { listId: number; minute: Date; entries: number };

const MINUTE_MS = 60_000;
/** The pace is that of the last so many full minutes. */
const PACE_MINUTES = 5;
/** Longer than a day with a clock change: no chart has more columns. */
const MOST_MINUTES = 25 * 60;

const minuteOf = (time: Date) => Math.floor(time.getTime() / MINUTE_MS);

/** Entries by minute, from all rows. */
function countsOf(rows: readonly MinuteRow[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { minute, entries } of rows)
    counts.set(minuteOf(minute), (counts.get(minuteOf(minute)) ?? 0) + entries);
  return counts;
}

const span = (counts: ReadonlyMap<number, number>, from: number, length: number) =>
  Array.from({ length }, (_, nth) => counts.get(from + nth) ?? 0);

/** Each minute from the first entry to `until`, which is the running minute or the last of the day. Null without an entry. */
export function minutesSince(
  rows: readonly MinuteRow[],
  until: Date,
): { from: string; entries: number[] } | null {
  const counts = countsOf(rows);
  const last = minuteOf(until);
  const first = Math.min(...counts.keys());
  if (counts.size === 0 || first > last) return null;
  const from = Math.max(first, last - MOST_MINUTES + 1);
  return { from: new Date(from * MINUTE_MS).toISOString(), entries: span(counts, from, last - from + 1) };
}

/** The last `length` minutes, the running one last. */
export const lastMinutes = (rows: readonly MinuteRow[], now: Date, length: number): number[] =>
  span(countsOf(rows), minuteOf(now) - length + 1, length);

/** Entries a minute over the last five full minutes, to a tenth. The running minute is not over, so it does not count. */
export function paceOf(rows: readonly MinuteRow[], now: Date): number {
  const sum = span(countsOf(rows), minuteOf(now) - PACE_MINUTES, PACE_MINUTES).reduce((a, b) => a + b, 0);
  return Math.round((sum * 10) / PACE_MINUTES) / 10;
}

/** The full minute with the most entries, the first of several. Null if there is none. */
export function busiestOf(rows: readonly MinuteRow[], now: Date): { at: string; entries: number } | null {
  let found: [number, number] | null = null;
  for (const [minute, entries] of [...countsOf(rows)].sort(([a], [b]) => a - b)) {
    if (minute < minuteOf(now) && entries > (found?.[1] ?? 0)) found = [minute, entries];
  }
  return found && { at: new Date(found[0] * MINUTE_MS).toISOString(), entries: found[1] };
}

/** When everybody is in at this pace, to the next full minute. Null if nobody comes, nobody is missing, or it takes a day. */
export function allInAt({ missing, pace, now }: { missing: number; pace: number; now: Date }): string | null {
  if (pace <= 0 || missing <= 0) return null;
  const minutes = Math.ceil(missing / pace);
  return minutes > 24 * 60 ? null : new Date((minuteOf(now) + minutes) * MINUTE_MS).toISOString();
}
