import { expect, test } from 'vitest';
import { suggestEmail } from './suggest.ts';

test.each([
  ['ana@gmial.com', 'ana@gmail.com'],
  ['ana@gmail.con', 'ana@gmail.com'],
  ['ana@gmail.co', 'ana@gmail.com'],
  ['ana@gmail', 'ana@gmail.com'],
  ['ana@gamil.com', 'ana@gmail.com'],
  ['Ana.Martí+x@GMAIL.CMO', 'Ana.Martí+x@gmail.com'],
  ['ana@hotmial.com', 'ana@hotmail.com'],
  ['ana@hotmal.es', 'ana@hotmail.es'],
  ['ana@outlok.com', 'ana@outlook.com'],
  ['ana@yahooo.com.br', 'ana@yahoo.com.br'],
  ['ana@iclould.com', 'ana@icloud.com'],
  ['ana@t-onlin.de', 'ana@t-online.de'],
  [' ana@festival.con ', 'ana@festival.com'],
])('%s: was %s meant?', (typed, meant) => {
  expect(suggestEmail(typed)).toBe(meant);
});

test.each([
  '',
  'ana',
  '@gmail.con',
  'ana@',
  'ana@gmail.com',
  'ana@yahoo.ca',
  'ana@hotmail.be',
  'ana@yahoo.com.ar',
  'ana@mail.com',
  'ana@email.com',
  'ana@me.com',
  'ana@gmx.li',
  'ana@example.com',
  'ana@marea.es',
  'ana@mail.de',
  'ana@uni-hamburg.de',
  'ana@laboratorio.co',
])('%j is not doubted', (typed) => {
  expect(suggestEmail(typed)).toBeNull();
});
