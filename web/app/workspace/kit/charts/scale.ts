import { scaleLinear } from 'd3-scale';

/** The vertical scale of a chart: its lines, and where a value stands. */
export type ValueScale = {
  /** The values of the lines, the lowest first. They are equally far apart, and the outer two are the edges. */
  lines: number[];
  /** How far below the upper edge a value stands, in percent of the height. */
  top: (value: number) => number;
};

const LINES = 4;

/**
 * A scale of whole numbers that begins at 0, or below it if a value is, and ends at a round number. `least`: how far up it
 * goes at least, so that a chart without anything is not made of fractions.
 */
export function valueScale(values: readonly (number | null)[], least: number): ValueScale {
  const known = values.filter((value) => value !== null);
  const highest = Math.max(least, ...known);
  const lowest = Math.min(0, ...known);
  const scale = scaleLinear().domain([lowest, highest]).nice(LINES);
  const [from = 0, to = least] = scale.domain();
  return {
    lines: scale.ticks(LINES).filter((line) => Number.isInteger(line)),
    top: (value) => ((to - value) / (to - from)) * 100,
  };
}

/** Which of `count` points carry a label below the chart: the first, the last, and at most `most` in even steps. */
export function labelled(count: number, most: number): number[] {
  if (count === 0) return [];
  const steps = Math.min(count, most) - 1;
  if (steps <= 0) return [0];
  return Array.from({ length: steps + 1 }, (_, nth) => Math.round((nth * (count - 1)) / steps));
}

/** The labels that a narrow chart leaves out, so that three of five stay. Fewer have room. */
export const betweens = (labels: readonly number[]): number[] =>
  labels.length === 5 ? labels.filter((_, nth) => nth % 2 === 1) : [];

/** How wide a label is, in columns. A Chinese character takes two. */
export const columnsOf = (label: string): number =>
  Array.from(label).reduce((sum, sign) => sum + (/\p{Script=Han}/u.test(sign) ? 2 : 1), 0);

/** Where the point `index` of a line stands, in percent of the width. A single point stands in the middle. */
export const linePlace = (index: number, count: number): number =>
  count > 1 ? (index / (count - 1)) * 100 : 50;
