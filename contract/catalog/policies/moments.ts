import { addDays } from './days.ts';
import type { BuyerPolicy, GiveBackStep, StepUntil } from './give-back.ts';

/** Calendar days of a time zone. Server and browser each have their own clock for it. Instants in milliseconds. */
export type Zone = {
  /** The day of an instant, such as "2027-06-11". */
  dayOf: (at: number) => string;
  /** The first instant of a day. */
  beginOf: (day: string) => number;
};

const HOUR_MS = 3_600_000;

/**
 * The first moment after a deadline of an event that begins at `startsAt`: the midnight after the last day, or exactly so
 * many hours before. Never after the start. Milliseconds. Pure.
 */
export function endOf(until: StepUntil, startsAt: number, zone: Zone): number {
  if (until.unit === 'hours') return startsAt - until.before * HOUR_MS;
  const day = until.unit === 'date' ? until.day : addDays(zone.dayOf(startsAt), -until.before);
  return Math.min(zone.beginOf(addDays(day, 1)), startsAt);
}

/** The first moment after each step. None ends before the step ahead of it, so no moment belongs to two. Pure. */
export function endsOf(steps: readonly GiveBackStep[], startsAt: number, zone: Zone): number[] {
  let last = Number.NEGATIVE_INFINITY;
  return steps.map(({ until }) => {
    last = Math.max(last, endOf(until, startsAt, zone));
    return last;
  });
}

/** The place of the first step that does not end before or after its time; null if there is none. */
export const presentOf = (ends: readonly number[], at: number): number | null => {
  const place = ends.findIndex((end) => end > at);
  return place === -1 ? null : place;
};

/** The first step that ends no later than the one ahead of it, so that no moment belongs to it. Pure. */
export function emptyStep(steps: readonly GiveBackStep[], startsAt: number, zone: Zone): number | null {
  const ends = steps.map(({ until }) => endOf(until, startsAt, zone));
  const place = ends.findIndex((end, at) => at > 0 && end <= (ends[at - 1] ?? end));
  return place === -1 ? null : place;
}

/** Steps as buyers read them at a moment. Those that no moment belongs to are left out. Pure. */
export function showSteps(
  steps: readonly GiveBackStep[],
  ends: readonly number[],
  { at, zone }: { at: number; zone: Zone },
): Pick<BuyerPolicy, 'steps' | 'present'> {
  const real = steps.flatMap(({ percent, keepsFees, way }, place) => {
    const end = ends[place] ?? 0;
    if (end === ends[place - 1]) return [];
    const isDay = zone.beginOf(zone.dayOf(end)) === end;
    return [{ end, shown: { until: new Date(end).toISOString(), isDay, percent, keepsFees, way } }];
  });
  return {
    steps: real.map(({ shown }) => shown),
    present: presentOf(
      real.map(({ end }) => end),
      at,
    ),
  };
}
