import { expect, test } from 'vitest';
import { longestWord, withUnbroken } from './unbroken.ts';

test.each([
  ['Order MAR-7K2Q9 is complete.', ['MAR-7K2Q9']],
  ['Ticket ENT-7K3Q9F-1, invoice MAREA-00042', ['ENT-7K3Q9F-1', 'MAREA-00042']],
  ['Bestätige deine E-Mail-Adresse', ['E-Mail']],
  ['A well-kept house, Baden-Baden and IBAN ES91-2100', ['ES91-2100']],
  ['https://entrada.example/order/MAR-7K2Q9', []],
  ['k-r@example.org or x@e-mail.example', []],
])('%s', (text, unbroken) => {
  const pieces = withUnbroken(text);
  expect(pieces.filter(({ isUnbroken }) => isUnbroken).map((piece) => piece.text)).toEqual(unbroken);
  expect(pieces.map((piece) => piece.text).join('')).toBe(text);
});

test('the longest word of a heading', () => {
  expect(longestWord('Das Bürgermeisterkandidatengespräch am Abend')).toBe(31);
  expect(longestWord('')).toBe(0);
});
