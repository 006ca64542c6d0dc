import { expect, test } from 'vitest';
import { curveOf, forecast, type Sold } from './forecast.ts';

/** So many days up to a day, with as many more tickets on each. */
const steady = (to: string, days: number, each: number): Sold[] => {
  const last = Temporal.PlainDate.from(to);
  return Array.from({ length: days }, (_, nth) => ({
    day: last.subtract({ days: days - 1 - nth }).toString(),
    sold: (nth + 1) * each,
  }));
};
const base = { today: '2027-03-31', startDay: '2027-04-10', capacity: null, past: null };

test('a curve has each day, also those without a sale, and cancellations lower it', () => {
  const days = [
    { day: '2027-03-01', tickets: 3 },
    { day: '2027-03-03', tickets: -1 },
  ];
  expect(curveOf(days, '2027-03-04').map(({ sold }) => sold)).toEqual([3, 3, 2, 2]);
  expect(curveOf([], '2027-03-04')).toEqual([]);
  expect(curveOf(days, '2027-02-01')).toEqual([]);
});

test('an even pace goes on, without any doubt', () => {
  const found = forecast({ ...base, soFar: steady('2027-03-31', 31, 10) });
  expect(found).toMatchObject({ status: 'expected', method: 'pace' });
  if (found.status !== 'expected') return;
  expect(found.expected).toHaveLength(10);
  expect(found.expected.at(-1)).toEqual({ day: '2027-04-10', likely: 410, low: 410, high: 410 });
});

test('an uneven pace makes a band that grows with the days', () => {
  const soFar = steady('2027-03-31', 31, 10).map((one, nth) => ({ ...one, sold: one.sold + (nth % 2) * 6 }));
  const found = forecast({ ...base, soFar });
  if (found.status !== 'expected') throw new Error(found.status);
  const widths = found.expected.map(({ low, high }) => high - low);
  expect(widths[0]).toBeGreaterThan(0);
  expect(widths.at(-1)).toBeGreaterThan(widths[0] ?? 0);
});

test('never more than there is, and never less than is sold', () => {
  const soFar = steady('2027-03-31', 31, 10);
  const found = forecast({ ...base, capacity: 350, soFar });
  if (found.status !== 'expected') throw new Error(found.status);
  expect(found.expected.at(-1)).toMatchObject({ likely: 350, high: 350 });
  const falling = soFar.map((one, nth) => ({ ...one, sold: 400 - nth * 5 }));
  const worse = forecast({ ...base, soFar: falling });
  if (worse.status !== 'expected') throw new Error(worse.status);
  expect(worse.expected.at(-1)?.likely).toBe(falling.at(-1)?.sold);
});

test('says how much history is missing', () => {
  expect(forecast({ ...base, soFar: [] })).toEqual({
    status: 'too_little',
    missing: { days: 14, tickets: 20 },
  });
  expect(forecast({ ...base, soFar: steady('2027-03-31', 11, 1) })).toEqual({
    status: 'too_little',
    missing: { days: 4, tickets: 9 },
  });
  expect(forecast({ ...base, soFar: steady('2027-03-31', 15, 2) })).toMatchObject({ status: 'expected' });
});

test('follows a past event in proportion, from the same distance to its start', () => {
  const past = { startDay: '2025-04-10', curve: steady('2025-04-10', 101, 3) };
  // Ten days before its start the past event had sold 91 * 3 = 273, in the end 303.
  const soFar = [{ day: '2027-03-31', sold: 546 }];
  const found = forecast({ ...base, soFar, past });
  expect(found).toMatchObject({ status: 'expected', method: 'past_event' });
  if (found.status !== 'expected') return;
  expect(found.expected.at(-1)?.likely).toBe(606);
  expect(found.expected.at(-1)?.low).toBeLessThan(606);
});

test('a past event that had sold too little then says nothing', () => {
  const past = { startDay: '2025-04-10', curve: [{ day: '2025-04-09', sold: 400 }] };
  expect(forecast({ ...base, soFar: steady('2027-03-31', 31, 10), past })).toMatchObject({ method: 'pace' });
});

test('is over on the day of the event, and needs no forecast when sold out', () => {
  expect(forecast({ ...base, startDay: base.today, soFar: [] })).toEqual({ status: 'over' });
  expect(forecast({ ...base, capacity: 100, soFar: steady('2027-03-31', 10, 10) })).toEqual({
    status: 'sold_out',
  });
});
