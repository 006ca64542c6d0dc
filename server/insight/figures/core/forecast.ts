import { addDays, daysUntil } from './days.ts';

/** A forecast needs so many full days of sale and so many tickets. */
export const LEAST_DAYS = 14;
export const LEAST_TICKETS = 20;
/** The pace is that of the last so many full days, or of all if there are fewer. */
const PACE_DAYS = 28;
/** Four of five cases lie within so many standard deviations. */
const SPREAD = 1.28;
/** How far two events differ in their course, as a standard deviation of what is still to come. */
const UNLIKE = 0.15;

/** Tickets that were sold at the end of a day, all in all. */
export type Sold = { day: string; sold: number };
type Expected = { day: string; likely: number; low: number; high: number };

export type ForecastInput = {
  today: string;
  startDay: string;
  /** Null without a limit. */
  capacity: number | null;
  /** Each day from the first sale to today. Empty if nothing was sold. */
  soFar: readonly Sold[];
  /** A past event, each day from its first sale to its start, and its start. */
  past: { startDay: string; curve: readonly Sold[] } | null;
};

export type Forecast =
  | { status: 'over' | 'sold_out' }
  | { status: 'too_little'; missing: { days: number; tickets: number } }
  | { status: 'expected'; method: 'pace' | 'past_event'; expected: Expected[] };

/** Each day of a range with the sum of all changes up to it. `days` must be sorted. */
export function curveOf(days: readonly { day: string; tickets: number }[], to: string): Sold[] {
  const [first] = days;
  if (!first || first.day > to) return [];
  const changes = new Map(days.map(({ day, tickets }) => [day, tickets]));
  let sold = 0;
  return Array.from({ length: daysUntil(first.day, to) + 1 }, (_, nth) => {
    const day = addDays(first.day, nth);
    sold += changes.get(day) ?? 0;
    return { day, sold };
  });
}

/** How many tickets were sold by the end of a day: 0 before the curve begins, its last value after it ends. */
function soldBy(curve: readonly Sold[], day: string): number {
  const [first] = curve;
  if (!first || day < first.day) return 0;
  return (curve[daysUntil(first.day, day)] ?? curve.at(-1))?.sold ?? 0;
}

/**
 * What an event will have sold on each day up to the one on which it begins (docs/decisions/064).
 *
 * By its pace: `sold + p * n` after n days, where p is the mean of the last 28 full days. The band is 1.28 standard
 * deviations of that sum: of n days, and of the mean that was taken from w days: `s * sqrt(n + n * n / w)`.
 *
 * By a past event, if that had sold at least 20 tickets at the same distance from its start: it goes on in proportion,
 * `sold * past(then) / past(now)`. The band is 1.28 times `sqrt(1 / sold + 1 / past(now) + 0.15 * 0.15)` of what is still
 * to come: chance in both counts, and how much two events differ.
 *
 * Nothing falls below what is sold or rises above the capacity.
 */
export function forecast({ today, startDay, capacity, soFar, past }: ForecastInput): Forecast {
  const left = daysUntil(today, startDay);
  if (left <= 0) return { status: 'over' };
  const sold = soldBy(soFar, today);
  if (capacity !== null && capacity > 0 && sold >= capacity) return { status: 'sold_out' };
  const within = (tickets: number) =>
    Math.round(Math.min(Math.max(tickets, sold), Math.max(capacity ?? Number.POSITIVE_INFINITY, sold)));
  const days = Array.from({ length: left }, (_, nth) => nth + 1);
  const shown = (at: (after: number) => { likely: number; spread: number }): Expected[] =>
    days.map((after) => {
      const { likely, spread } = at(after);
      return {
        day: addDays(today, after),
        likely: within(likely),
        low: within(likely - spread),
        high: within(likely + spread),
      };
    });

  const shift = past ? daysUntil(startDay, past.startDay) : 0;
  const pastNow = past ? soldBy(past.curve, addDays(today, shift)) : 0;
  if (past && sold >= LEAST_TICKETS && pastNow >= LEAST_TICKETS) {
    const doubt = SPREAD * Math.sqrt(1 / sold + 1 / pastNow + UNLIKE * UNLIKE);
    const expected = shown((after) => {
      const likely = (sold * soldBy(past.curve, addDays(today, after + shift))) / pastNow;
      return { likely, spread: Math.max(0, likely - sold) * doubt };
    });
    return { status: 'expected', method: 'past_event', expected };
  }

  // Today is not over, so it says nothing about the pace.
  const full = soFar.filter(({ day }) => day < today);
  const missing = {
    days: Math.max(0, LEAST_DAYS - full.length),
    tickets: Math.max(0, LEAST_TICKETS - sold),
  };
  if (missing.days > 0 || missing.tickets > 0) return { status: 'too_little', missing };
  const steps = full.map((one, nth) => one.sold - (full[nth - 1]?.sold ?? 0)).slice(-PACE_DAYS);
  const pace = steps.reduce((sum, step) => sum + step, 0) / steps.length;
  const variance = steps.reduce((sum, step) => sum + (step - pace) ** 2, 0) / (steps.length - 1);
  const expected = shown((after) => ({
    likely: sold + pace * after,
    spread: SPREAD * Math.sqrt(variance * (after + (after * after) / steps.length)),
  }));
  return { status: 'expected', method: 'pace', expected };
}
