import { expect, test } from 'vitest';
import { addDays, alignedRange, daysUntil, eachDay, lengthOf, rangeBefore, sumOf } from './days.ts';

test('days are counted by the calendar, over leap days and clock changes', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2027-03-28', -1)).toBe('2027-03-27');
  expect(daysUntil('2027-12-31', '2028-03-01')).toBe(61);
  expect(lengthOf({ from: '2027-06-11', to: '2027-06-11' })).toBe(1);
});

test('the range before has the same length and ends the day before', () => {
  expect(rangeBefore({ from: '2027-01-22', to: '2027-02-20' })).toEqual({
    from: '2026-12-23',
    to: '2027-01-21',
  });
});

test('a past event is read as long before its start', () => {
  const range = { from: '2027-05-12', to: '2027-06-11' };
  expect(alignedRange(range, { start: '2027-06-11', otherStart: '2025-06-13' })).toEqual({
    from: '2025-05-14',
    to: '2025-06-13',
  });
});

test('days without a row are zero, and sums add what there is', () => {
  const sold = { ...sumOf([]), gross: 100, orders: 1 };
  const days = eachDay({ from: '2027-06-10', to: '2027-06-12' }, [{ day: '2027-06-11', ...sold }]);
  expect(days.map(({ day, gross }) => [day, gross])).toEqual([
    ['2027-06-10', 0],
    ['2027-06-11', 100],
    ['2027-06-12', 0],
  ]);
  expect(sumOf([...days, sold])).toMatchObject({ gross: 200, orders: 2, views: 0 });
});
