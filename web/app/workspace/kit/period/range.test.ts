import { expect, test } from 'vitest';
import { daysOf, isDay, readPeriod, writePeriod } from './range.ts';

test.each([
  ['', { preset: '30' }],
  ['period=last-month', { preset: 'last-month' }],
  ['period=century', { preset: '30' }],
  ['from=2026-09-01&to=2026-11-21&period=7', { from: '2026-09-01', to: '2026-11-21' }],
  ['from=2026-09-01&to=2026-09-01', { from: '2026-09-01', to: '2026-09-01' }],
  ['from=2026-09-02&to=2026-09-01', { preset: '30' }],
  ['from=2027-02-29&to=2027-03-01', { preset: '30' }],
  ['from=2026-09-01', { preset: '30' }],
])('%s is read as %j', (search, period) => {
  expect(readPeriod(new URLSearchParams(search), '30')).toEqual(period);
});

test.each([
  ['7', '2026-11-24', { from: '2026-11-18', to: '2026-11-24' }],
  ['30', '2026-03-01', { from: '2026-01-31', to: '2026-03-01' }],
  ['month', '2026-11-24', { from: '2026-11-01', to: '2026-11-24' }],
  ['last-month', '2026-03-31', { from: '2026-02-01', to: '2026-02-28' }],
  ['last-month', '2027-01-01', { from: '2026-12-01', to: '2026-12-31' }],
  ['quarter', '2026-11-24', { from: '2026-10-01', to: '2026-11-24' }],
  ['quarter', '2026-03-31', { from: '2026-01-01', to: '2026-03-31' }],
  ['year', '2028-02-29', { from: '2028-01-01', to: '2028-02-29' }],
  ['all', '2026-11-24', {}],
] as const)('%s on %s', (preset, today, days) => {
  expect(daysOf({ preset }, today)).toEqual(days);
});

test('the address keeps what else it says, and leaves the usual days out', () => {
  const search = new URLSearchParams('by=day&period=7');
  const write = (period: Parameters<typeof writePeriod>[1]) => `${writePeriod(search, period, '30')}`;
  expect(write({ from: '2026-09-01', to: '2026-09-02' })).toBe('by=day&from=2026-09-01&to=2026-09-02');
  expect(write({ preset: 'all' })).toBe('by=day&period=all');
  expect(write({ preset: '30' })).toBe('by=day');
});

test('a day is one of the calendar', () => {
  expect(['2028-02-29', '2027-02-29', '2027-2-1', '', 'today'].map(isDay)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
