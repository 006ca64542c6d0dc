import { expect, it } from 'vitest';
import { readWhole } from './whole-number.ts';

it.each([
  ['80', 80],
  [' 80 ', 80],
  ['1,500', 1500],
  ['1.500', 1500],
  ['1’500', 1500],
  ['1\u00a0500', 1500],
  ['1 500 000', 1_500_000],
  ['0', 0],
  ['1.5', undefined],
  ['2,50', undefined],
  ['15.00', undefined],
  ['-3', undefined],
  ['', undefined],
  ['many', undefined],
])('reads %j as %s', (typed, whole) => {
  expect(readWhole(typed)).toBe(whole);
});
