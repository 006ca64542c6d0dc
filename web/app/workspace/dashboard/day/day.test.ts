import { expect, test } from 'vitest';
import { barsOf, lastMinutes } from './minutes.ts';
import { noticesOf } from './notices.ts';

const from = '2027-06-11T16:00:00.000Z';

test('a short evening has a bar for each minute, a long one fewer and wider bars', () => {
  expect(barsOf({ from, entries: [1, 0, 4] }, 72)).toEqual({
    size: 1,
    bars: [
      { from, entries: 1 },
      { from: '2027-06-11T16:01:00.000Z', entries: 0 },
      { from: '2027-06-11T16:02:00.000Z', entries: 4 },
    ],
  });
  const entries = Array.from({ length: 361 }, () => 2);
  const long = barsOf({ from, entries }, 72);
  expect(long.size).toBe(10);
  expect(long.bars).toHaveLength(37);
  expect(long.bars.at(-1)).toEqual({ from: '2027-06-11T22:00:00.000Z', entries: 2 });
  expect(long.bars.reduce((sum, bar) => sum + bar.entries, 0)).toBe(722);
});

test('the last minutes begin as much later as minutes are left out', () => {
  expect(lastMinutes({ from, entries: [1, 2, 3] }, 2)).toEqual({
    from: '2027-06-11T16:01:00.000Z',
    entries: [2, 3],
  });
  expect(lastMinutes({ from, entries: [1] }, 15)).toEqual({ from, entries: [1] });
});

test('a door is silent only while others scan, and busy by its people for each device', () => {
  const door = (name: string, devices: number, pace: number, lastEntryAt: string | null = from) => ({
    id: name.length,
    name,
    entered: 10,
    inside: 10,
    pace,
    minutes: [],
    devices,
    lastEntryAt,
  });
  const pier = door('Pier', 0, 0);
  expect(noticesOf([pier, door('Closed', 0, 0, null)])).toEqual([]);
  const main = door('Main', 2, 24);
  expect(noticesOf([main, pier, door('Tinglado', 1, 5), door('Closed', 0, 0, null)])).toEqual([
    { kind: 'silent', door: pier },
    { kind: 'busy', door: main },
  ]);
});
