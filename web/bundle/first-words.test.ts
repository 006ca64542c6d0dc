import { expect, test } from 'vitest';
import { pagesOf, wordsOfPages } from './first-words.ts';

const routes = [
  {
    file: 'words.tsx',
    children: [{ id: 'orders', file: 'orders/page.tsx' }, { file: 'tickets/page.tsx' }],
  },
];

const modules: Record<string, { code?: string; imports?: string[]; late?: string[] }> = {
  '/app/root.tsx?route': { code: '_({ id: "root-1" })' },
  '/app/hydrate-app.tsx': {},
  '/app/words.tsx?route': { late: ['/locales/part/en.po', '/locales/part/de.po'] },
  '/app/orders/page.tsx?route': {
    code: '_({ id: `order1` }), "sorted", "other1".length',
    imports: ['/app/kit/table.tsx', '/library/index.mjs'],
    late: ['/app/orders/drawer.tsx'],
  },
  '/app/orders/drawer.tsx': { code: "_({ id: 'drawer' })", imports: ['/app/kit/table.tsx'] },
  '/app/kit/table.tsx': { code: "_({ id: 'table1' })" },
  '/app/tickets/page.tsx?route': {},
  '/library/index.mjs': { code: '"drawer"' },
};

const graph = (changed: typeof modules = {}) => {
  const all = { ...modules, ...changed };
  return {
    ids: Object.keys(all),
    infoOf: (id: string) => {
      const { code = '', imports = [], late = [] } = all[id] ?? {};
      return { code, importedIds: imports, dynamicallyImportedIds: late };
    },
  };
};

const part = {
  'root-1': ['Root'],
  order1: ['Order'],
  drawer: ['Drawer'],
  table1: ['Table'],
  unused: ['Not used'],
};
const catalogues = [
  { module: '/locales/part/en.po', locale: 'en', messages: part },
  { module: '/locales/part/de.po', locale: 'de', messages: { ...part, order1: ['Bestellung'] } },
  { module: '/locales/other/en.po', locale: 'en', messages: { other9: ['Other'] } },
];
const build = (changed?: typeof modules) => ({ app: '/app/', graph: graph(changed), catalogues });

test('a page has the words of what it imports at once, in each locale', () => {
  expect(wordsOfPages(pagesOf(routes), build())).toEqual([
    {
      id: 'orders',
      words: [
        ['en', { order1: ['Order'], 'root-1': ['Root'], table1: ['Table'] }],
        ['de', { order1: ['Bestellung'], 'root-1': ['Root'], table1: ['Table'] }],
      ],
    },
    {
      id: 'tickets/page',
      words: [
        ['en', { 'root-1': ['Root'] }],
        ['de', { 'root-1': ['Root'] }],
      ],
    },
  ]);
});

test.each(['/app/orders/drawer.tsx', '/app/kit/table.tsx'])(
  'a word of %s that none of the page’s catalogues has ends the build',
  (module) => {
    expect(() => wordsOfPages(pagesOf(routes), build({ [module]: { code: '"other9"' } }))).toThrow(
      `No catalogue of the page orders has all words of ${module}`,
    );
  },
);
