import { expect, test } from 'vitest';
import { barAt, cursorAfterKey, nearestPoint } from './cursor.ts';

test.each([
  [null, 'ArrowRight', 0],
  [null, 'ArrowLeft', 29],
  [3, 'ArrowRight', 4],
  [3, 'ArrowUp', 4],
  [3, 'ArrowLeft', 2],
  [3, 'ArrowDown', 2],
  [0, 'ArrowLeft', 0],
  [29, 'ArrowRight', 29],
  [3, 'PageUp', 10],
  [3, 'PageDown', 0],
  [28, 'PageUp', 29],
  [null, 'PageDown', 22],
  [7, 'Home', 0],
  [7, 'End', 29],
  [7, 'Escape', null],
  [null, 'Escape', undefined],
  [7, 'Tab', undefined],
  [7, 'a', undefined],
])('from %j, %s goes to %j', (cursor, key, after) => {
  expect(cursorAfterKey(cursor, key, 30)).toBe(after);
});

test('no key does anything to a chart without points', () => {
  expect(cursorAfterKey(null, 'End', 0)).toBeUndefined();
});

test('a pointer finds the nearest point of a line, and the bar below it', () => {
  expect([-0.2, 0, 0.49, 0.51, 1, 1.3].map((share) => nearestPoint(share, 2))).toEqual([0, 0, 0, 1, 1, 1]);
  expect([-0.2, 0, 0.49, 0.51, 1, 1.3].map((share) => barAt(share, 2))).toEqual([0, 0, 0, 1, 1, 1]);
  expect(barAt(0.34, 3)).toBe(1);
});
