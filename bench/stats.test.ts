import { describe, expect, test } from 'vitest';
import { median, percentile, ratios, short } from './stats.ts';

describe('median', () => {
  test('is the middle, whatever the order', () => {
    expect(median([5, 1, 9])).toBe(5);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([])).toBeNaN();
  });
  test('does not change what it is given', () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });
});

test('percentile takes the nearest rank and sorts by size, not by text', () => {
  const hundred = Array.from({ length: 100 }, (_, at) => 100 - at);
  expect(percentile(hundred, 50)).toBe(50);
  expect(percentile(hundred, 99)).toBe(99);
  expect(percentile(hundred, 100)).toBe(100);
  expect(percentile([10, 9], 50)).toBe(9);
  expect(percentile([], 99)).toBeNaN();
});

test('ratios pair the rounds, and skip those without a figure', () => {
  expect(ratios([10, 30, 50], [2, 3, 0])).toEqual([5, 10]);
  expect(ratios([1, 2], [4])).toEqual([0.25]);
  expect(ratios([Number.NaN, 6], [1, 2])).toEqual([3]);
});

test('figures are short', () => {
  expect([0.0321, 0.5, 1.239, 17.34, 1520.4, 12_500, 250_000, 0].map(short)).toEqual([
    '0.032',
    '0.50',
    '1.24',
    '17.3',
    '1520',
    '12.5k',
    '250k',
    '0.00',
  ]);
  expect(short(Number.NaN)).toBe('-');
});
