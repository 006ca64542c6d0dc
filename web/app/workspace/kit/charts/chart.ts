/** How values of a chart are written. They are whole numbers, money in minor units. */
export type Measure = {
  /** In full: "€3,270.59". */
  full: (value: number) => string;
  /** Beside a line of the chart: "€3k". */
  short: (value: number) => string;
  /** How far up the scale goes at least. */
  least: number;
};

/** One place along a chart, such as a day. */
export type Point = {
  /** In full: "Mon 9 November". */
  name: string;
  /** Below the chart: "9 Nov". */
  short: string;
};

/**
 * `main` is what matters, `before` what it is compared with, `expected` goes on where `main` ends, and `limit` cannot be
 * passed.
 */
export type Look = 'main' | 'before' | 'expected' | 'limit';

export type Series = {
  key: string;
  name: string;
  look: Look;
  /** One for each point. Null: unknown, or not yet. */
  values: readonly (number | null)[];
};

/** What a chart shows. */
export type ChartData = {
  name: string;
  /** What the chart says, in one or two sentences, for people who cannot see it. */
  summary: string;
  /** What a point is, for the head of the table: "Day". */
  pointsAre: string;
  points: readonly Point[];
  /** At most one of each look. */
  series: readonly Series[];
  /** Between what and what `expected` most likely is. */
  range?: { low: readonly (number | null)[]; high: readonly (number | null)[] };
  measure: Measure;
  /** A further line about a point, such as its tickets. */
  note?: (index: number) => string;
};

/** The values of a point, with their names: "This week: €120; before: €90". Unknown ones are left out. */
export const valuesAt = ({ series, measure }: ChartData, index: number) =>
  series.flatMap(({ key, name, look, values }) => {
    const value = values[index] ?? null;
    return value === null ? [] : [{ key, name, look, text: measure.full(value) }];
  });
