import { expect, test } from 'vitest';
import { type StockedPrice, stockToNotice } from './stock.ts';

const now = new Date('2027-05-01T10:00:00Z');
const price = (given: Partial<StockedPrice>): StockedPrice => ({
  ticketId: 1,
  ticketName: 'Friday night',
  priceId: 2,
  priceLabel: '',
  left: 100,
  total: 200,
  soldInWeek: 0,
  endsAt: null,
  ...given,
});
const kinds = (...prices: Partial<StockedPrice>[]) =>
  stockToNotice(prices.map(price), now).map(({ kind }) => kind);

test('a price that sells as ever needs nobody', () => {
  expect(kinds({}, { left: null, total: null, soldInWeek: 50 }, { soldInWeek: 20 })).toEqual([]);
});

test('few are left: a tenth, or what a week sells', () => {
  expect(stockToNotice([price({ left: 24, soldInWeek: 28 })], now)).toMatchObject([
    { kind: 'low_stock', left: 24, total: 200, lastsDays: 6 },
  ]);
  expect(stockToNotice([price({ left: 20 })], now)).toMatchObject([{ kind: 'low_stock', lastsDays: null }]);
  expect(kinds({ left: 21 })).toEqual([]);
});

test('sold out comes last, and a price that nobody can buy is nothing new', () => {
  expect(kinds({ left: 0 }, { left: 5 }, { left: 0, total: 0 })).toEqual(['low_stock', 'sold_out']);
});

test('a sale that ends within three days', () => {
  expect(kinds({ endsAt: new Date('2027-05-04T10:00:00Z') })).toEqual(['ending']);
  expect(kinds({ endsAt: new Date('2027-05-04T10:00:01Z') }, { endsAt: now })).toEqual([]);
  expect(kinds({ left: 3, endsAt: new Date('2027-05-02T10:00:00Z') })).toEqual(['low_stock']);
});
