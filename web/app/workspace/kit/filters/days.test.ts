import { expect, test } from 'vitest';
import { dayOf, endOfDay, isBackwards, lastDayBefore, startOfDay } from './days.ts';

test.each([
  ['2026-07-10', 'Europe/Madrid', '2026-07-09T22:00:00.000Z', '2026-07-10T22:00:00.000Z'],
  // The clocks go forward, so the day has 23 hours.
  ['2026-03-29', 'Europe/Madrid', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['2026-12-31', 'Asia/Shanghai', '2026-12-30T16:00:00.000Z', '2026-12-31T16:00:00.000Z'],
])('%s in %s begins and ends, and is read back', (day, zone, start, end) => {
  expect([startOfDay(day, zone), endOfDay(day, zone)]).toEqual([start, end]);
  expect([dayOf(start, zone), lastDayBefore(end, zone)]).toEqual([day, day]);
});

test('what is no day gives none', () => {
  expect([
    startOfDay('', 'UTC'),
    endOfDay('10/7', 'UTC'),
    dayOf('x', 'UTC'),
    lastDayBefore('', 'UTC'),
  ]).toEqual(['', '', '', '']);
});

test.each([
  ['2026-07-10', '2026-07-09', true],
  ['2026-07-10', '2026-07-10', false],
  ['2026-07-10', '', false],
  ['', '2026-07-09', false],
  ['2026-07-10', '9', false],
])('from %s until %s is backwards: %s', (first, last, expected) => {
  expect(isBackwards(first, last)).toBe(expected);
});
