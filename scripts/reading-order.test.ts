import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

test('controls of the pages that buyers see stand on the screen in the order in which Tab reaches them', () => {
  const turned = globSync('web/app/{public,checkout,ui,mailbox,auth}/**/*.css', { cwd: root }).filter(
    (path) => /flex-(direction|flow|wrap):[^;]*-reverse/.test(readFileSync(join(root, path), 'utf8')),
  );
  expect(turned).toEqual([]);
});
