import type { Manifest } from 'vite';
import { expect, test } from 'vitest';
import { withStylesOfRoutes } from './late-styles.ts';

/** A root and two pages. What both load late needs the sheet of the base, and that of the first page. */
const manifest: Manifest = {
  root: { file: 'root.js', imports: ['base'] },
  base: { file: 'base.js', css: ['base.css'] },
  orders: { file: 'orders.js', css: ['orders.css'], imports: ['list'], dynamicImports: ['drawer'] },
  tickets: { file: 'tickets.js', imports: ['base'], dynamicImports: ['drawer'] },
  list: { file: 'list.js', css: ['list.css', 'rows.css'], imports: ['base'] },
  drawer: { file: 'drawer.js', css: ['drawer.css'], imports: ['list', 'base'] },
};
const PAGES = [
  ['root', 'orders'],
  ['root', 'tickets'],
];
const cssOf = (given: Manifest, key: string) => given[key]?.css ?? [];

test('a sheet that every page names stands at the routes that name it, and at no chunk', () => {
  const moved = withStylesOfRoutes(manifest, PAGES);
  expect(cssOf(moved, 'root')).toEqual(['base.css']);
  expect(cssOf(moved, 'base')).toEqual([]);
  expect(cssOf(moved, 'tickets')).toEqual(['base.css']);
});

test('a sheet stays at its chunk while one page may load it late and does not name it', () => {
  const moved = withStylesOfRoutes(manifest, PAGES);
  expect(cssOf(moved, 'list')).toEqual(['list.css', 'rows.css']);
  const alone = withStylesOfRoutes(manifest, [['root', 'orders']]);
  expect(cssOf(alone, 'list')).toEqual([]);
});

test('a route keeps the order of its sheets, and what only late files need stays late', () => {
  const moved = withStylesOfRoutes(manifest, PAGES);
  expect(cssOf(moved, 'orders')).toEqual(['orders.css', 'list.css', 'rows.css', 'base.css']);
  expect(cssOf(moved, 'drawer')).toEqual(['drawer.css']);
});

test('nothing but sheets changes', () => {
  const without = (given: Manifest) =>
    Object.fromEntries(Object.entries(given).map(([key, { css: _, ...chunk }]) => [key, chunk]));
  expect(without(withStylesOfRoutes(manifest, PAGES))).toEqual(without(manifest));
});
