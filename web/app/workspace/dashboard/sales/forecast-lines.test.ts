import { expect, test } from 'vitest';
import type { Forecast } from '../reads.ts';
import { forecastLines } from './forecast-lines.ts';

const forecast: Forecast = {
  today: '2027-06-02',
  startDay: '2027-06-04',
  sold: 30,
  capacity: 60,
  status: 'expected',
  missing: null,
  expectation: { method: 'pace', likely: 40, low: 36, high: 44 },
  soFar: [
    { day: '2027-06-01', sold: 10 },
    { day: '2027-06-02', sold: 30 },
  ],
  expected: [
    { day: '2027-06-03', likely: 35, low: 33, high: 37 },
    { day: '2027-06-04', likely: 40, low: 36, high: 44 },
  ],
  pastEvent: { id: 1, title: 'Before', days: [{ day: '2027-06-03', sold: 21 }] },
};

test('the expected line begins where the sold one ends', () => {
  expect(forecastLines(forecast)).toEqual({
    days: ['2027-06-01', '2027-06-02', '2027-06-03', '2027-06-04'],
    sold: [10, 30, null, null],
    expected: { likely: [null, 30, 35, 40], low: [null, 30, 33, 36], high: [null, 30, 37, 44] },
    past: [null, null, 21, null],
    limit: [60, 60, 60, 60],
  });
});

test('a capacity far above the lines is left out, and so is what nobody expects', () => {
  const lines = forecastLines({ ...forecast, capacity: 100, expected: [], pastEvent: null });
  expect(lines).toMatchObject({ sold: [10, 30], expected: null, past: null, limit: null });
  expect(forecastLines({ ...forecast, soFar: [], expected: [] }).days).toEqual([]);
});
