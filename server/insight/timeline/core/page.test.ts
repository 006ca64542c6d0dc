import { expect, test } from 'vitest';
import { pageOf } from './page.ts';

const facts = (...moments: number[]) =>
  moments.map((moment, at) => ({ at: new Date(moment), place: `${moment}-${at}` }));

test.each([
  ['fewer than a page', facts(9, 8), 3, 2, null],
  ['just a page', facts(9, 8, 7), 3, 3, null],
  ['a page and more', facts(9, 8, 7, 6), 3, 3, '7-2'],
  ['an end within a moment', facts(9, 8, 7, 7), 3, 2, '8-1'],
  ['a moment of more than a page', facts(9, 9, 9, 9), 3, 3, '9-2'],
] as const)('%s', (_, given, limit, count, next) => {
  const page = pageOf(given, limit);
  expect([page.facts.length, page.next]).toEqual([count, next]);
});
