import { expect, test } from 'vitest';
import { everyQuarter } from './quarters.ts';

test('quarters in which nobody came stand between those with entries', () => {
  expect(
    everyQuarter([
      { at: '18:45', entries: 3 },
      { at: '19:30', entries: 5 },
    ]),
  ).toEqual([
    { at: '18:45', entries: 3 },
    { at: '19:00', entries: 0 },
    { at: '19:15', entries: 0 },
    { at: '19:30', entries: 5 },
  ]);
  expect(everyQuarter([{ at: '00:00', entries: 1 }])).toEqual([{ at: '00:00', entries: 1 }]);
  expect(everyQuarter([])).toEqual([]);
});

test('a night stays together', () => {
  const night = everyQuarter([
    { at: '00:15', entries: 2 },
    { at: '23:30', entries: 4 },
    { at: '23:45', entries: 1 },
  ]);
  expect(night.map(({ at, entries }) => [at, entries])).toEqual([
    ['23:30', 4],
    ['23:45', 1],
    ['00:00', 0],
    ['00:15', 2],
  ]);
});

test('a whole day has each quarter once', () => {
  const known = Array.from({ length: 96 }, (_, nth) => ({
    at: `${String(Math.floor(nth / 4)).padStart(2, '0')}:${String((nth % 4) * 15).padStart(2, '0')}`,
    entries: 1,
  }));
  expect(everyQuarter(known)).toEqual(known);
});
