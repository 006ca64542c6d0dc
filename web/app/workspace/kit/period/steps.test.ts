import { addDays } from '@entrada/contract/catalog/policies/days';
import { expect, test } from 'vitest';
import { spansOf, sumsOf, usualStep } from './steps.ts';

const days = (from: string, count: number) => Array.from({ length: count }, (_, nth) => addDays(from, nth));

test('weeks begin on Monday, and the outer ones are as long as the days that were asked for', () => {
  const spans = spansOf(days('2026-09-01', 14), 'week');
  expect(spans).toEqual([
    { from: '2026-09-01', to: '2026-09-06', first: 0, last: 5 },
    { from: '2026-09-07', to: '2026-09-13', first: 6, last: 12 },
    { from: '2026-09-14', to: '2026-09-14', first: 13, last: 13 },
  ]);
});

test('months are those of the calendar, also over the end of a year', () => {
  expect(spansOf(days('2026-12-30', 40), 'month').map(({ from, to }) => [from, to])).toEqual([
    ['2026-12-30', '2026-12-31'],
    ['2027-01-01', '2027-01-31'],
    ['2027-02-01', '2027-02-07'],
  ]);
});

test('sums hold every value once, and what is unknown stays unknown', () => {
  const spans = spansOf(days('2026-09-05', 4), 'week');
  expect(sumsOf(spans, [1, 2, 4, 8])).toEqual([3, 12]);
  expect(sumsOf(spans, [1, null, null, null])).toEqual([1, null]);
  expect(sumsOf(spansOf(['2026-09-05'], 'day'), [5])).toEqual([5]);
  expect(spansOf([], 'month')).toEqual([]);
});

test.each([
  [1, 'day'],
  [31, 'day'],
  [32, 'week'],
  [217, 'week'],
  [365, 'month'],
] as const)('%i days are shown by %s', (count, step) => {
  expect(usualStep(count)).toBe(step);
});
