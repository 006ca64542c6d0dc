import { expect, test } from 'vitest';
import { hasGrowth } from './growth.ts';

test.each([
  ['orders that stand', null, 46, true],
  ['all orders were cancelled since', null, 0, false],
  ['the event is called off', '2026-11-30T08:00:00Z', 0, false],
  ['the event is called off, and money was kept', '2026-11-30T08:00:00Z', 12_72, false],
])('growth below a figure: %s', (_, calledOffAt, figure, shows) => {
  expect(hasGrowth({ calledOffAt }, figure)).toBe(shows);
});
