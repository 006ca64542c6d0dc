import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { HOUSE } from './house.mjs';

const root = join(import.meta.dirname, '..');
const SKIPPED = new Set(['node_modules', 'build', '.git', '.data', '.react-router', 'test-results']);

/** Every file and folder of the repository. Folders end with a slash. */
function pathsBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (SKIPPED.has(entry.name)) return [];
    return entry.isDirectory() ? [`${path}/`, ...pathsBelow(path)] : [path];
  });
}

const paths = pathsBelow('');
const top = paths.filter((path) => /^[^/]+\/$/.test(path));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const FILE = /\.(?:tsx?|mjs|sql|md|css|json|py)$/;

/** Whether words in backquotes name a file or a folder here: no address, no pattern with a gap, nothing that is made. */
function isPath(words: string): boolean {
  if (!/^[\w.*/-]+$/.test(words) || /^[/]|NNNN|^\*\.|^\.data/.test(words)) return false;
  return FILE.test(words) || words.endsWith('/') || top.some((folder) => words.startsWith(folder));
}

const isWhole = (path: string) => top.some((folder) => path.startsWith(folder)) || paths.includes(path);
const toExpression = (path: string) =>
  path.replace(/[.]/g, '\\.').replaceAll('*', '[^/]*').replace(/\/$/, '') + (path.endsWith('/') ? '/' : '/?');

/** Whether a file or folder has this path below the repository, or below one of these folders. */
function exists(path: string, below: readonly string[] = ['']): boolean {
  const wanted = below.map((folder) => new RegExp(`^${folder}${toExpression(path)}$`));
  return paths.some((one) => wanted.some((expression) => expression.test(one)));
}

/** Whether docs/tests.md may name a test like this: without its ending. */
const isLongTest = (name: string) =>
  ['deep', 'long'].some((kind) => exists(`${name}.${kind}.test.ts`, ['', 'server/']));

/**
 * The paths that a document names and that do not exist. A short one is below what its section says, or else anywhere:
 * `service.ts` is a file of many nouns.
 */
function findGone(document: string): string[] {
  const gone: string[] = [];
  let below: string[] = [];
  let isCode = false;
  for (const line of read(document).split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    if (line.startsWith('#')) below = [];
    const section = /^All paths of this section are below `(.+)`/.exec(line)?.[1];
    if (section !== undefined) below = [section];
    const named = isCode
      ? (/^(\S+\/\S+)/.exec(line)?.slice(1) ?? [])
      : [...line.matchAll(/`([^`]+)`/g)].map(([, words = '']) => words);
    for (const path of named.filter(isPath)) {
      const places = isWhole(path) ? [''] : below.length > 0 ? below : ['(?:.*/)?'];
      if (!exists(path, places) && !isLongTest(path)) gone.push(path);
    }
  }
  return gone;
}

const documents = paths.filter((path) =>
  /^(?:[^/]+\.md|docs\/[^/]+\.md|(?:bench|chaos)\/README\.md)$/.test(path),
);

describe('the documents', () => {
  test.each(documents)('%s names no file that is gone', (document) => {
    expect(findGone(document)).toEqual([]);
  });

  test('every decision and document that is referred to exists', () => {
    const missing = documents.flatMap((document) =>
      [...read(document).matchAll(/docs\/(?:decisions\/\d{3}|[\w-]+\.md)/g)]
        .map(([path]) => path)
        .filter((path) => !paths.some((one) => one.startsWith(path))),
    );
    expect(missing).toEqual([]);
  });

  test('a name in a file stands in that file', () => {
    const named = documents.flatMap((document) =>
      [...read(document).matchAll(/`(\w+)` in `([^`]+)`/g)].map(([, name = '', path = '']) => ({
        name,
        path,
      })),
    );
    const wrong = named.filter(
      ({ name, path }) => FILE.test(path) && paths.includes(path) && !read(path).includes(name),
    );
    expect(named.length).toBeGreaterThan(3);
    expect(wrong).toEqual([]);
  });

  test('ARCHITECTURE.md lists every noun of every domain, in the order of the house', () => {
    const [, tree = ''] = read('ARCHITECTURE.md').split('```');
    const entries = [...tree.matchAll(/^(\S+) /gm)].map(([, entry = '']) => `server/${entry}`);
    expect(entries.filter((entry) => !paths.includes(entry))).toEqual([]);
    for (const [domain, nouns] of Object.entries(HOUSE)) {
      const [, text = ''] = new RegExp(`^${domain}/ ([^]*?)(?=^\\S|$(?![^]))`, 'm').exec(tree) ?? [];
      // What stands in brackets says what the noun is about.
      const listed = text
        .replace(/\([^)]*\)/g, '')
        .split(',')
        .map((noun) => noun.trim());
      if (nouns.length > 0) expect(listed, domain).toEqual(nouns);
    }
  });

  test.each(['deep', 'long'])('docs/tests.md lists every file that is named %s', (kind) => {
    const listed = [...read('docs/tests.md').matchAll(/^\| `([\w-]+\/[\w/-]+)` \|/gm)]
      .flatMap(([, name = '']) => [`${name}.${kind}.test.ts`, `server/${name}.${kind}.test.ts`])
      .filter((path) => exists(path));
    expect(listed.toSorted()).toEqual(paths.filter((path) => path.endsWith(`.${kind}.test.ts`)).toSorted());
  });

  test('docs/tests.md lists no file that is gone', () => {
    const listed = [...read('docs/tests.md').matchAll(/^\| `([\w-]+\/[\w/-]+)` \|/gm)];
    expect(listed.map(([, name = '']) => name).filter((name) => !isLongTest(name))).toEqual([]);
  });
});
