import { expect, test } from 'vitest';
import { highlight } from './highlight.ts';

const shown = (text: string, query: string) =>
  highlight(text, query)
    .map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
    .join('');

test.each([
  ['Bea Márquez', 'mar', 'Bea [Már]quez'],
  ['Marina Llorens', 'MAR llo', '[Mar]ina [Llo]rens'],
  ['Ana Ana', 'ana', '[Ana] [Ana]'],
  ['Øyvind', 'mar', 'Øyvind'],
  ['Øyvind Groß', 'oy gross', '[Øy]vind [Groß]'],
  ['Lucía', '', 'Lucía'],
  ['Aaa', 'aa', '[Aaa]'],
])('%s searched for "%s"', (text, query, expected) => {
  expect(shown(text, query)).toBe(expected);
});
