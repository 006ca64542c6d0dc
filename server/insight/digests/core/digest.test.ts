import { expect, test } from 'vitest';
import { type EventSum, sumsOf } from './digest.ts';
import { periodUntil } from './period.ts';

const row = (given: Partial<EventSum>): EventSum => ({
  id: 1,
  title: 'Marea',
  currency: 'EUR',
  isBefore: false,
  orders: 0,
  gross: 0,
  net: 0,
  refunded: 0,
  tickets: 0,
  cancelled: 0,
  ...given,
});

test('amounts in several currencies are never added up; orders and attendees are', () => {
  const sums = sumsOf([
    row({ orders: 2, gross: 2_000, net: 1_600, tickets: 3 }),
    row({ id: 2, title: 'Tide', currency: 'GBP', orders: 5, gross: 500, net: 400, tickets: 5 }),
    row({ isBefore: true, orders: 1, gross: 900, net: 700, tickets: 1 }),
    row({ id: 3, title: 'Old', currency: 'USD', isBefore: true, orders: 4, gross: 40, net: 40, tickets: 4 }),
  ]);
  expect(sums.counts).toEqual({
    orders: 7,
    attendees: 8,
    cancelled: 0,
    before: { orders: 5, attendees: 5, cancelled: 0 },
  });
  expect(sums.money).toEqual([
    { currency: 'EUR', gross: 2_000, net: 1_600, refunded: 0, before: { gross: 900, net: 700, refunded: 0 } },
    { currency: 'GBP', gross: 500, net: 400, refunded: 0, before: { gross: 0, net: 0, refunded: 0 } },
    { currency: 'USD', gross: 0, net: 0, refunded: 0, before: { gross: 40, net: 40, refunded: 0 } },
  ]);
  expect(sums.events.map(({ title }) => title)).toEqual(['Tide', 'Marea']);
});

test.each([
  ['nothing at all', [], false],
  ['only the period before', [row({ isBefore: true, orders: 1 })], false],
  ['a row of zeros', [row({})], false],
  ['a refund alone', [row({ refunded: 5 })], true],
  ['a cancelled attendee alone', [row({ cancelled: 1 })], true],
])('%s', (_name, rows, isAny) => expect(sumsOf(rows).isAny).toBe(isAny));

test.each([
  // 28 March 2027: the day has 23 hours in Madrid. 31 October 2027: it has 25.
  ['daily', '2027-03-28T06:00:00Z', '2027-03-27T07:00:00.000Z', '2027-03-26T07:00:00.000Z'],
  ['daily', '2027-10-31T07:00:00Z', '2027-10-30T06:00:00.000Z', '2027-10-29T06:00:00.000Z'],
  ['weekly', '2027-03-29T06:00:00Z', '2027-03-22T07:00:00.000Z', '2027-03-15T07:00:00.000Z'],
] as const)('the %s period until %s begins at eight as well', (which, until, from, before) => {
  const period = periodUntil(new Date(until), which, 'Europe/Madrid');
  expect([period.from, period.before].map((at) => at.toISOString())).toEqual([from, before]);
});
