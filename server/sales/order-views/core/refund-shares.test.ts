import { expect, test } from 'vitest';
import { refundShares } from './refund-shares.ts';

const order = { total: 12_100, owed: [2100] };

test('a part of the money gives back its part of the tax', () => {
  expect(refundShares(order, [{ amount: 1000, exact: null }])).toEqual([[174]]);
});

test('refunds of the whole total give back every charge, whatever the parts', () => {
  const parts = [1, 3333, 4, 7000, 1762].map((amount) => ({ amount, exact: null }));
  const shares = refundShares({ total: 12_100, owed: [2100, 37] }, parts);
  const sums = [0, 1].map((at) => shares.reduce((sum, one) => sum + (one[at] ?? 0), 0));
  expect(sums).toEqual([2100, 37]);
  for (const one of shares.flat()) expect(one).toBeGreaterThanOrEqual(0);
});

test('a ticket that bears no tax gives none back, and the others bear the rest', () => {
  // 20.00 without tax beside 121.00 with 21 %.
  const mixed = { total: 14_100, owed: [2100] };
  expect(
    refundShares(mixed, [
      { amount: 2000, exact: [0] },
      { amount: 12_100, exact: null },
    ]),
  ).toEqual([[0], [2100]]);
});

test('nothing is given back of an order that cost nothing, and never more than there was', () => {
  expect(refundShares({ total: 0, owed: [0] }, [{ amount: 5, exact: null }])).toEqual([[0]]);
  expect(refundShares(order, [{ amount: 99_999, exact: null }])).toEqual([[2100]]);
  expect(refundShares(order, [{ amount: 10, exact: [9999] }])).toEqual([[2100]]);
});
