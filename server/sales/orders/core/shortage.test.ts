import { expect, test } from 'vitest';
import { admitNext } from './shortage.ts';

const order = (orderId: number, demand: [number, number][], promo: number | null = null) => ({
  orderId,
  demand: new Map(demand),
  promo,
});

test('orders take what is left one after the other, each all or nothing', () => {
  const left = new Map<number, number | null>([
    [1, 3],
    [2, null],
  ]);
  const { missing, taken } = admitNext(left, [
    order(10, [
      [1, 2],
      [2, 2],
    ]),
    order(11, [
      [1, 2],
      [2, 2],
    ]),
    order(12, [[1, 1]]),
  ]);
  expect([...missing]).toEqual([
    [10, null],
    [11, 'NOT_ENOUGH_LEFT'],
    [12, null],
  ]);
  expect([...taken]).toEqual([
    [1, 3],
    [2, 2],
  ]);
});

test('a promo code without uses is named only if nothing else is missing', () => {
  const left = new Map<number, number | null>([
    [1, 1],
    [9, 0],
  ]);
  const uses: [number, number] = [9, 1];
  const { missing, taken } = admitNext(left, [order(10, [[1, 1], uses], 9), order(11, [[1, 2], uses], 9)]);
  expect([...missing.values()]).toEqual(['PROMO_CODE_USED_UP', 'NOT_ENOUGH_LEFT']);
  expect(taken.size).toBe(0);
});

test('a counter that is gone or has more taken than its limit gives nothing', () => {
  const { missing } = admitNext(new Map([[1, -2]]), [order(10, [[1, 1]]), order(11, [[1, 0]])]);
  expect([...missing.values()]).toEqual(['NOT_ENOUGH_LEFT', null]);
});
