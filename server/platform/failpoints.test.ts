import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FAILPOINTS, parseFailpoint } from './failpoints.ts';

const server = join(import.meta.dirname, '..');

test('every listed failpoint is called once, and every one called is listed', () => {
  const called = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.includes('node_modules') && !path.endsWith('.test.ts'))
    .flatMap((path) => [...readFileSync(join(server, path), 'utf8').matchAll(/\bfailpoint\('([^']+)'\)/g)])
    .map(([, name]) => name ?? '');
  expect(called.toSorted()).toEqual([...FAILPOINTS].toSorted());
});

test('reads what to do at which visit', () => {
  expect(parseFailpoint({})).toBeNull();
  expect(parseFailpoint({ FAILPOINT: '' })).toBeNull();
  expect(parseFailpoint({ FAILPOINT: 'settle.after-commit:3' })).toEqual({
    name: 'settle.after-commit',
    hitsLeft: 3,
    throws: false,
  });
  expect(parseFailpoint({ FAILPOINT: 'mail.after-send:1:error' })).toMatchObject({ throws: true });
});

test.each(['settle.after-commit', 'settle.after-commit:0', 'nowhere:1', 'mail.marked:1:exit'])(
  'refuses %s',
  (text) => {
    expect(() => parseFailpoint({ FAILPOINT: text })).toThrow(/FAILPOINT must be/);
  },
);

test('is refused in production', () => {
  expect(() => parseFailpoint({ FAILPOINT: 'mail.marked:1', MODE: 'production' })).toThrow(/production/);
});
