import { expect, test } from 'vitest';
import { freeName } from './free-name.ts';

test.each([
  ['Refunded', [], 'Refunded'],
  ['Refunded', ['Other', 'Refunded (2)'], 'Refunded'],
  ['Refunded', ['REFUNDED'], 'Refunded (2)'],
  ['Refunded', ['Refunded', 'refunded (2)', 'Refunded (4)'], 'Refunded (3)'],
  ['x'.repeat(20), ['x'.repeat(20)], `${'x'.repeat(16)} (2)`],
  ['Every word here 2027', ['every word here 2027'], 'Every word here (2)'],
  // No half of a sign is left.
  [`${'x'.repeat(15)}\u{1F39F}abc`, [`${'x'.repeat(15)}\u{1F39F}abc`], `${'x'.repeat(15)} (2)`],
] as const)('%s beside %j is %s', (name, taken, free) => {
  expect(freeName(name, taken, 20)).toBe(free);
});
