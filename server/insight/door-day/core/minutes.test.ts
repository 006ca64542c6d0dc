import { expect, test } from 'vitest';
import { allInAt, busiestOf, lastMinutes, type MinuteRow, minutesSince, paceOf } from './minutes.ts';

const at = (minute: string) => new Date(`2027-06-11T${minute}:00Z`);
const now = new Date('2027-06-11T19:12:40Z');
const rows: MinuteRow[] = [
  { listId: 1, minute: at('19:05'), entries: 4 },
  { listId: 2, minute: at('19:05'), entries: 3 },
  { listId: 1, minute: at('19:08'), entries: 5 },
  { listId: 1, minute: at('19:12'), entries: 9 },
];

test('each minute since the first entry, of all doors together', () => {
  expect(minutesSince(rows, now)).toEqual({
    from: '2027-06-11T19:05:00.000Z',
    entries: [7, 0, 0, 5, 0, 0, 0, 9],
  });
  expect(minutesSince([], now)).toBeNull();
  expect(lastMinutes(rows, now, 5)).toEqual([5, 0, 0, 0, 9]);
});

test('the pace and the busiest minute leave out the running minute', () => {
  expect(paceOf(rows, now)).toBe(1);
  expect(paceOf([], now)).toBe(0);
  expect(busiestOf(rows, now)).toEqual({ at: '2027-06-11T19:05:00.000Z', entries: 7 });
  expect(busiestOf(rows.slice(3), now)).toBeNull();
});

test('when everybody is in', () => {
  expect(allInAt({ missing: 256, pace: 14.2, now })).toBe('2027-06-11T19:31:00.000Z');
  for (const none of [
    { missing: 0, pace: 5 },
    { missing: 5, pace: 0 },
    { missing: 100_000, pace: 1 },
  ])
    expect(allInAt({ ...none, now })).toBeNull();
});
