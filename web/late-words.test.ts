import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const app = join(import.meta.dirname, 'app');
/** What waits for the words of a module that loads late. Each calls `withWords`. */
const WAITS = /\b(withWords|latePart|lateDrawer|useLateDialog)\b/;
const LATE = /\bimport\(\s*'(\.[^']+)'\)/g;
const IMPORTED = /\bfrom '(\.[^']+)'/g;

const read = (file: string) => (/\.tsx?$/.test(file) ? readFileSync(file, 'utf8') : '');
const pathsIn = (file: string, pattern: RegExp) =>
  [...read(file).matchAll(pattern)].map(([, path = '']) => join(dirname(file), path));

/** Whether a module or one that it imports shows words. */
function hasWords(module: string): boolean {
  const reached = new Set([module]);
  for (const file of reached) for (const imported of pathsIn(file, IMPORTED)) reached.add(imported);
  return [...reached].some((file) => /from '@lingui\/(core|react)\/macro'/.test(read(file)));
}

test('whatever loads late waits for its words', () => {
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' }).map((file) => join(app, file));
  const late = files.filter((file) => !file.includes('.test.') && pathsIn(file, LATE).length > 0);
  expect(late.length).toBeGreaterThan(20);
  const hasty = late.filter((file) => !WAITS.test(read(file)) && pathsIn(file, LATE).some(hasWords));
  // The event page's part has words of its own, and hydrate-app.tsx loads the first ones.
  expect(hasty).toEqual([join(app, 'entry.client.tsx')]);
});
