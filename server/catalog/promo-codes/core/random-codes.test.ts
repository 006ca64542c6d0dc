import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { CODE_LETTERS, randomCodes } from './random-codes.ts';

test('ten thousand codes are all different, of the right length and of unmistakable letters', () => {
  const codes = randomCodes({ prefix: 'VIP-', length: 6, count: 10_000 }, randomBytes);
  expect(codes.size).toBe(10_000);
  for (const code of codes) expect(code).toMatch(new RegExp(`^VIP-[${CODE_LETTERS}]{6}$`));
  expect(CODE_LETTERS).not.toMatch(/[01OILU]/);
});

test('random bytes that would make some letters more likely are skipped', () => {
  const given = [255, 254, 0, 1, 29, 30, 59, 60];
  const codes = randomCodes({ prefix: '', length: 3, count: 2 }, () => Uint8Array.from(given));
  expect([...codes]).toEqual(['23Z', '2Z2']);
});
