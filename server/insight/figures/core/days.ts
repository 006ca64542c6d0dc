import type { Figures } from '@entrada/contract/insight/figures';

/** Calendar days as `2027-06-11`, both ends with them. */
export type Range = { from: string; to: string };

export type DayFigures = Figures & { day: string };

const ZERO: Figures = {
  gross: 0,
  tax: 0,
  net: 0,
  fees: 0,
  discounts: 0,
  refunded: 0,
  orders: 0,
  ownOrders: 0,
  tickets: 0,
  cancelled: 0,
  views: 0,
  visitors: 0,
};
const NAMES = Object.keys(ZERO) as (keyof Figures)[];

/** The day so many days later, or earlier if `days` is negative. */
export const addDays = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).add({ days }).toString();

/** How many days `to` is after `from`. */
export const daysUntil = (from: string, to: string): number =>
  Temporal.PlainDate.from(from).until(to, { largestUnit: 'day' }).days;

/** How many days a range has. */
export const lengthOf = ({ from, to }: Range): number => daysUntil(from, to) + 1;

/** As many days right before a range. */
export const rangeBefore = (range: Range): Range => ({
  from: addDays(range.from, -lengthOf(range)),
  to: addDays(range.from, -1),
});

/** The days of another event that lie as long before its start as the days of `range` lie before `start`. */
export function alignedRange(
  range: Range,
  { start, otherStart }: { start: string; otherStart: string },
): Range {
  const shift = daysUntil(start, otherStart);
  return { from: addDays(range.from, shift), to: addDays(range.to, shift) };
}

/** Each day of a range, with zeros on the days that have no row. */
export function eachDay(range: Range, rows: readonly DayFigures[]): DayFigures[] {
  const known = new Map(rows.map((row) => [row.day, row]));
  return Array.from({ length: lengthOf(range) }, (_, nth) => {
    const day = addDays(range.from, nth);
    return known.get(day) ?? { day, ...ZERO };
  });
}

/** The sums of some days or ranges. Zeros for none. */
export function sumOf(rows: readonly Figures[]): Figures {
  const sums = { ...ZERO };
  for (const row of rows) for (const name of NAMES) sums[name] += row[name];
  return sums;
}
