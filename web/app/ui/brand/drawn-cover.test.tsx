import { DEFAULT_COLORS } from '@entrada/contract/catalog/designs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DrawnCover } from './drawn-cover.tsx';

const draw = (title: string, colors: typeof DEFAULT_COLORS | null = null) =>
  renderToStaticMarkup(<DrawnCover title={title} colors={colors} />);

test('a title has always the same cover, with its first letter or number, and other titles have others', () => {
  expect(draw('Luz de Gas')).toBe(draw('Luz de Gas'));
  const titles = ['Luz de Gas', 'Luna', 'Lunes', '¡Ópera!', '«1984»', '春之声'];
  expect(new Set(titles.map((title) => draw(title))).size).toBe(titles.length);
  expect(titles.map((title) => /<text[^>]*>([^<]*)</.exec(draw(title))?.[1])).toEqual([
    'L',
    'L',
    'L',
    'Ó',
    '1',
    '春',
  ]);
  expect(draw('…')).toContain('<svg');
});

test('it has the colours of the organizer', () => {
  const own = draw('Luz', { ...DEFAULT_COLORS, button: '#123456', buttonText: '#fedcba' });
  expect(own).toContain('fill="#123456"');
  expect(own).toContain('fill="#fedcba"');
});
