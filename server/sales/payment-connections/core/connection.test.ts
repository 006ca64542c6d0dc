import { expect, test } from 'vitest';
import { applicationFee } from './connection.ts';

test.each([
  ['no rate', 1000, null, 1, 0],
  ['a rate of nothing', 1000, '0', 1, 0],
  ['half a unit, upwards', 1000, '0.05', 1, 1],
  ['just below half a unit', 1000, '0.0499', 1, 0],
  ['whole units only', 1010, '5', 10, 50],
  ['half of ten, upwards', 1100, '5', 10, 60],
  ['all of it', 1010, '100', 10, 1010],
  ['never more than the amount', 1010, '250', 10, 1010],
])('of a charge is kept: %s', (_, amount, rate, unit, fee) => {
  expect(applicationFee(amount, rate, unit)).toBe(fee);
});
