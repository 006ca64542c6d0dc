type Quarter = { at: string; entries: number };

/** Quarters of an hour in a day. */
const DAY = 96;
const placeOf = (at: string): number => Number(at.slice(0, 2)) * 4 + Number(at.slice(3)) / 15;
const timeOf = (place: number): string =>
  `${String(Math.floor(place / 4)).padStart(2, '0')}:${String((place % 4) * 15).padStart(2, '0')}`;

/**
 * Quarters of an hour in a row, also those in which nobody came. They begin after the longest pause of the day, so that a
 * night stays together: 22:00 to 02:00.
 */
export function everyQuarter(known: readonly Quarter[]): Quarter[] {
  const places = known.map(({ at }) => placeOf(at));
  /** The pause before the entry `nth`, around the clock. */
  const pause = (nth: number) => ((places[nth] ?? 0) - (places.at(nth - 1) ?? 0) + DAY - 1) % DAY;
  const start = places.reduce((best, _, nth) => (pause(nth) > pause(best) ? nth : best), 0);
  const from = places[start];
  if (from === undefined) return [];
  const entries = new Map(known.map((one, nth) => [places[nth], one.entries]));
  return Array.from({ length: DAY - pause(start) }, (_, nth) => {
    const place = (from + nth) % DAY;
    return { at: timeOf(place), entries: entries.get(place) ?? 0 };
  });
}
