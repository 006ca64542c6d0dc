import { expect, test } from 'vitest';
import { paragraphsOf } from './letter.ts';

test.each([
  ['Hola {firstName}:\n\nWe are sorry.\nReally.\n\n\n', 'Ana', ['Hola Ana:', 'We are sorry.\nReally.']],
  ['Hola {firstName}, lo sentimos.', '', ['Hola, lo sentimos.']],
  ['Bonjour {firstName}\u00a0:', '', ['Bonjour:']],
])('the paragraphs of %j', (body, name, expected) => {
  expect(paragraphsOf(body, name)).toEqual(expected);
});
