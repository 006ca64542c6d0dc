import { daysBack, daysBetween } from '../../kit/period/days.ts';
import type { Forecast } from '../reads.ts';

type Values = (number | null)[];

/** The lines of a forecast, each with a value for each of the days. */
export type ForecastLines = {
  days: string[];
  sold: Values;
  /** It begins where `sold` ends, so that both lines meet. */
  expected: { likely: Values; low: Values; high: Values } | null;
  past: Values | null;
  /** The capacity. Left out where it is so far up that the lines would lie flat. */
  limit: Values | null;
};

/** How many times as high as the highest line the capacity may be. */
const REACH = 2;

/** From the first sale to the day on which the event begins, or to the last known day. */
export function forecastLines({ soFar, expected, pastEvent, capacity }: Forecast): ForecastLines {
  const known = [...soFar, ...expected];
  const first = known[0]?.day ?? '';
  const last = known.at(-1)?.day ?? first;
  const count = first ? daysBetween(first, last) + 1 : 0;
  const days = Array.from({ length: count }, (_, nth) => daysBack(first, -nth));
  const along = <T extends { day: string }>(of: readonly T[], read: (one: T) => number): Values => {
    const byDay = new Map(of.map((one) => [one.day, read(one)]));
    return days.map((day) => byDay.get(day) ?? null);
  };
  const end = soFar.at(-1);
  const meets = end ? [{ day: end.day, likely: end.sold, low: end.sold, high: end.sold }] : [];
  const ahead = expected.length > 0 ? [...meets, ...expected] : null;
  const past = pastEvent && pastEvent.days.length > 0 ? along(pastEvent.days, ({ sold }) => sold) : null;
  const highest = Math.max(
    ...soFar.map(({ sold }) => sold),
    ...expected.map(({ high }) => high),
    ...(past ?? []).map((value) => value ?? 0),
    0,
  );
  const isNear = capacity !== null && capacity <= REACH * highest;
  return {
    days,
    sold: along(soFar, ({ sold }) => sold),
    expected: ahead && {
      likely: along(ahead, ({ likely }) => likely),
      low: along(ahead, ({ low }) => low),
      high: along(ahead, ({ high }) => high),
    },
    past,
    limit: isNear ? days.map(() => capacity) : null,
  };
}
