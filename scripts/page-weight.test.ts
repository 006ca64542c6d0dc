import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import routes from '../web/app/routes.ts';
import { pagesOf } from '../web/bundle/first-words.ts';
import { BUDGETS, excesses, weigh } from './page-weight.mjs';

let client = '';

/** A build of one page: its script imports a shared one, and a further script loads late. */
beforeAll(() => {
  client = mkdtempSync(join(tmpdir(), 'entrada-weight-'));
  const manifest = {
    'app/page.tsx?route': {
      src: 'app/page.tsx?route',
      file: 'assets/page.js',
      imports: ['_shared.js'],
      dynamicImports: ['app/late.tsx'],
      css: ['assets/page.css'],
    },
    '_shared.js': { file: 'assets/shared.js', css: ['assets/shared.css'] },
    'app/late.tsx': { src: 'app/late.tsx', name: 'late', file: 'assets/late.js', isDynamicEntry: true },
    'fonts/text.woff2': { src: 'fonts/text.woff2', file: 'assets/text.woff2' },
  };
  const files = {
    '.vite/manifest.json': JSON.stringify(manifest),
    'assets/page.js': 'p'.repeat(2000),
    'assets/shared.js': 's'.repeat(2000),
    'assets/late.js': 'l'.repeat(2000),
    'assets/page.css': '.a{}',
    'assets/shared.css': '.b{}',
    'assets/text.woff2': 'f'.repeat(5000),
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(client, path)), { recursive: true });
    writeFileSync(join(client, path), content);
  }
});
afterAll(() => rmSync(client, { recursive: true }));

const page = {
  page: 'The page',
  scripts: ['app/page.tsx'],
  fonts: ['fonts/text.woff2'],
  others: 2,
  most: {},
};

test('a page weighs what it imports at once, and nothing that loads late', () => {
  const weights = weigh(client, page);
  expect(weights).toMatchObject({ files: 2, requests: 2 + 2 + 1 + 2, fontsKb: 5 });
  expect(weights.each.map(({ file }) => file)).toEqual(['assets/page.js', 'assets/shared.js']);
  expect(weights.scriptsKb).toBeLessThan(0.1);
});

test('what is over its budget is named in a sentence', () => {
  const weights = weigh(client, page);
  const most = { requests: 6, files: 2, fontsKb: 4.9 };
  expect(excesses({ page: 'The page', most }, weights)).toEqual([
    'The page: 7 is more than the 6 requests that a phone should make for it.',
    'The page: 5 is more than 4.9 KB of fonts.',
  ]);
});

test('what is to load late and comes with the page is named in a sentence', () => {
  expect(excesses(page, weigh(client, { ...page, late: ['late'] }))).toEqual([]);
  const early = weigh(client, { ...page, scripts: ['app/page.tsx', 'app/late.tsx'], late: ['late'] });
  expect(excesses(page, early)).toEqual(['The page: late is to load when it is needed, not with the page.']);
});

test('a page whose file was renamed has no weight', () => {
  expect(() => weigh(client, { ...page, scripts: ['app/other.tsx'] })).toThrow(
    'the build has no app/other.tsx',
  );
  expect(() => weigh(client, { ...page, late: ['other'] })).toThrow('the build has no other');
});

test('the event page keeps the goals for a phone', () => {
  const most = BUDGETS.find((budget) => budget.page === 'Public event page')?.most;
  expect(most).toMatchObject({ requests: 13, fontsKb: 57, allKb: 169.5 });
});

test('every page of the workspace has a budget, and none is above 250 KB in 30 files', () => {
  const files = pagesOf(routes).map((page) => page.files.at(-1) ?? '');
  const pages = new Set(files.filter((file) => file.startsWith('workspace/') && file.endsWith('.tsx')));
  expect(pages.size).toBeGreaterThan(20);
  const budgets = BUDGETS.filter(({ page }) => page.startsWith('Workspace, '));
  expect(budgets.map(({ scripts }) => scripts.at(-1)).sort()).toEqual(
    [...pages].map((file) => `app/${file}`).sort(),
  );
  for (const { page, most, late } of budgets) {
    expect(most.scriptsKb, page).toBeLessThanOrEqual(250);
    expect(most.files, page).toBe(30);
    expect(late, page).toContain('errors-workspace');
  }
});
