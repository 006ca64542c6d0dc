import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const app = join(import.meta.dirname, 'app');
/** What waits for the words of a module that loads late. Each calls `withWords`. */
const WAITS = /\b(withWords|latePart|lateDrawer|useLateDialog)\b/;
/** What says that a late part has none. */
const WORDLESS = /\bhasWords: false\b/;
const LATE = /\bimport\(\s*'(\.[^']+)'\)/g;
const IMPORTED = /\bfrom '(\.[^']+)'/g;

/** A type needs no module. */
const TYPES = /\b(?:im|ex)port type\b[^;]*;/g;

const read = (file: string) => (/\.tsx?$/.test(file) ? readFileSync(file, 'utf8').replace(TYPES, '') : '');
const pathsIn = (file: string, pattern: RegExp) =>
  [...read(file).matchAll(pattern)].map(([, path = '']) => join(dirname(file), path));

/** A module and all that it imports statically. */
function reachedFrom(module: string): Set<string> {
  const reached = new Set([module]);
  for (const file of reached) for (const imported of pathsIn(file, IMPORTED)) reached.add(imported);
  return reached;
}

/** Whether what a file loads late shows words that the file itself did not bring with it. */
function bringsWords(file: string): boolean {
  const there = reachedFrom(file);
  return pathsIn(file, LATE).some((module) =>
    [...reachedFrom(module)].some(
      (reached) => !there.has(reached) && /from '@lingui\/(core|react)\/macro'/.test(read(reached)),
    ),
  );
}

const isPatient = (file: string) => WAITS.test(read(file)) && !WORDLESS.test(read(file));

test('whatever loads late waits for its words', () => {
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' }).map((file) => join(app, file));
  const late = files.filter((file) => !file.includes('.test.') && pathsIn(file, LATE).length > 0);
  expect(late.length).toBeGreaterThan(20);
  const hasty = late.filter((file) => !isPatient(file) && bringsWords(file));
  // The event page's part has words of its own, and hydrate-app.tsx loads the first ones.
  expect(hasty).toEqual([join(app, 'entry.client.tsx')]);
});
