import { expect, test } from 'vitest';
import { takes } from './accepted.ts';

test.each([
  ['gzip, deflate, br, zstd', true],
  ['gzip', true],
  ['br;q=1.0, GZIP;q=0.8, *;q=0.1', true],
  ['deflate,gzip;q=0.001', true],
  ['gzip;q=0', false],
  ['br, gzip; q=0.000, deflate', false],
  ['br', false],
  ['x-gzip-like', false],
  ['identity', false],
  ['', false],
  [undefined, false],
])('who accepts %j takes gzip: %s', (accepted, isTaken) => {
  expect(takes(accepted, 'gzip')).toBe(isTaken);
});

test('each coding is asked for by its own name', () => {
  expect([takes('gzip, br', 'br'), takes('gzip', 'br'), takes('br;q=0, gzip', 'br')]).toEqual([
    true,
    false,
    false,
  ]);
});
