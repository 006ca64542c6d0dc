import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { betweens, columnsOf, labelled, linePlace, valueScale } from './scale.ts';

describe('the scale of values', () => {
  test.each([
    [
      [65_00, 327_059, null, 0],
      [0, 100_000, 200_000, 300_000, 400_000],
    ],
    [
      [812, 1_500],
      [0, 500, 1_000, 1_500],
    ],
    [
      [1, 2],
      [0, 1, 2, 3, 4],
    ],
    [[], [0, 1, 2, 3, 4]],
    [
      [-30, 60],
      [-40, -20, 0, 20, 40, 60],
    ],
  ])('of %j has the lines %j', (values, lines) => {
    expect(valueScale(values, 4).lines).toEqual(lines);
  });

  test('holds every value between its outer lines, and its lines are whole and equally far apart', () => {
    const value = fc.option(fc.integer({ min: -1_000, max: 99_999_999_999 }));
    fc.assert(
      fc.property(fc.array(value, { maxLength: 400 }), (values) => {
        const { lines, top } = valueScale(values, 4);
        expect(top(lines.at(-1) ?? 0)).toBeCloseTo(0, 6);
        expect(top(lines[0] ?? 0)).toBeCloseTo(100, 6);
        const steps = lines.slice(1).map((line, nth) => line - (lines[nth] ?? 0));
        expect(new Set(steps).size).toBe(1);
        for (const known of values.filter((one) => one !== null)) {
          expect(top(known)).toBeGreaterThanOrEqual(-1e-9);
          expect(top(known)).toBeLessThanOrEqual(100 + 1e-9);
        }
      }),
    );
  });
});

test.each([
  [0, 5, []],
  [1, 5, [0]],
  [3, 5, [0, 1, 2]],
  [30, 5, [0, 7, 15, 22, 29]],
  [366, 2, [0, 365]],
])('of %i points at most %i carry a label: %j', (count, most, indexes) => {
  expect(labelled(count, most)).toEqual(indexes);
});

test('a line goes from edge to edge, and a single point stands in the middle', () => {
  expect([0, 1, 2].map((index) => linePlace(index, 3))).toEqual([0, 50, 100]);
  expect(linePlace(0, 1)).toBe(50);
});

test.each([
  [
    [0, 7, 15, 22, 29],
    [7, 22],
  ],
  [[0, 1, 2], []],
  [[0], []],
])('of the labels %j a narrow chart leaves out %j', (labels, left) => {
  expect(betweens(labels)).toEqual(left);
});

test.each([
  ['22 Oct', 6],
  ['30. Nov.', 8],
  ['11月30日', 8],
])('the label %s is %i columns wide', (label, columns) => {
  expect(columnsOf(label)).toBe(columns);
});
