import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkFile, checkTree } from './import-rules.mjs';

const root = join(import.meta.dirname, '..');

describe('import rules', () => {
  test.each([
    ['contract/money.ts', "import pg from 'pg'", 'zod and its own files'],
    ['contract/money.ts', "import { readFileSync } from 'node:fs'", 'zod and its own files'],
    ['documents/index.ts', "import { x } from '../server/config.ts'", 'one direction'],
    ['web/app/root.tsx', "import type { Config } from '../../server/config.ts'", 'one direction'],
    ['web/app/root.tsx', "const x = await import('@entrada/server/config')", 'one direction'],
    ['server/orders/service.ts', "import { x } from '@entrada/web/x'", 'one direction'],
    ['server/orders/service.ts', "import { x } from '../../contract/money.ts'", 'by its name'],
    ['server/orders/service.ts', "import { renderMail } from '@entrada/documents'", 'platform/mailer'],
    ['server/platform/jobs.ts', "import { x } from '../orders/service.ts'", 'knows no feature'],
    [
      'server/platform/http/route.ts',
      "import type { X } from '../../accounts/service.ts'",
      'knows no feature',
    ],
    ['server/events/service.ts', "import { x } from '../orders/service.ts'", 'to its left'],
    ['server/orders/service.ts', "import { x } from '../inventory/queries.ts'", 'to its left'],
    ['server/orders/routes.ts', "import { x } from './queries.ts'", 'routes import'],
    ['server/orders/routes.ts', "import {\n  a,\n  b,\n} from './core/pricing.ts'", 'routes import'],
    [
      'server/orders/service.ts',
      "import { x } from './routes.ts'",
      'nothing in a feature imports its routes',
    ],
    ['server/orders/queries.ts', "import { x } from './service.ts'", 'queries import'],
    ['server/orders/core/state.ts', "import { sql } from 'kysely'", 'pure'],
    ['server/orders/core/state.ts', "import { x } from '../queries.ts'", 'pure'],
    ['server/orders/policy.ts', "import { fail } from '../platform/errors.ts'", 'pure'],
    ['server/test-bank/store.ts', "import { x } from '../orders/service.ts'", 'platform and contract only'],
    ['server/payments/service.ts', "import { x } from '../test-bank/store.ts'", 'only server/app.ts'],
    ['server/main.ts', "import { x } from './test-bank/store.ts'", 'only server/app.ts'],
    ['server/stripe/provider.ts', "import { x } from '../orders/service.ts'", 'platform and contract only'],
    ['server/stripe/provider.ts', "import { x } from '../test-bank/store.ts'", 'only server/app.ts'],
    ['server/payments/service.ts', "import { x } from '../stripe/provider.ts'", 'only server/app.ts'],
    ['server/payments/service.ts', "import { Stripe } from 'stripe'", 'only server/app.ts'],
    ['server/main.ts', "await import('./stripe/provider.ts')", 'only server/app.ts'],
    ['server/orders/service.ts', "import { x } from '../app.ts'", 'only wiring'],
    ['server/orders/service.ts', "export { x } from '../test/database.ts'", 'only wiring'],
    ['server/tools/service.ts', '', 'every directory of server'],
    ['server/orders/index.ts', '', 'barrel'],
    ['web/app/ui/index.ts', '', 'barrel'],
    ['web/app/checkout/page.tsx', "import { x } from '../public/part'", 'never another feature'],
    ['web/app/workspace/orders/page.tsx', "import { x } from '../tickets/part'", 'never another feature'],
    ['web/app/workspace/orders/page.tsx', "import { x } from '../../auth/part'", 'never another feature'],
    ['web/app/ui/button.tsx', "import { x } from '../checkout/part'", 'know no feature'],
    ['web/app/ui/button.tsx', "import { api } from '../platform/api'", 'presentational'],
  ])('%s may not say: %s', (path, source, rule) => {
    const problems = checkFile(path, source);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(path);
    expect(problems[0]).toContain(rule);
  });

  test.each([
    ['contract/orders.ts', "import { z } from 'zod';\nimport { money } from './money.ts'"],
    ['server/platform/mailer.ts', "import { renderMail } from '@entrada/documents'"],
    ['server/orders/jobs.ts', "const documents = await import('@entrada/documents')"],
    ['server/orders/mails.ts', "const documents = await import('@entrada/documents')"],
    ['server/orders/service.ts', "import { hold } from '../inventory/service.ts'"],
    ['server/orders/service.ts', "import { x } from './queries.ts';\nimport { y } from './core/pricing.ts'"],
    ['server/orders/routes.ts', "import { x } from './service.ts';\nimport { y } from './policy.ts'"],
    ['server/orders/policy.ts', "import type { Actor } from '../platform/context.ts'"],
    [
      'server/orders/core/state.ts',
      "import { x } from '@entrada/contract/orders';\nimport { y } from './prorate.ts'",
    ],
    ['server/orders/service.test.ts', "import { x } from '../lifecycle/queries.ts'"],
    ['server/events/factory.ts', "import { x } from '../orders/service.ts'"],
    ['server/app.ts', "import { testBank } from './test-bank/plugin.ts'"],
    ['server/app.ts', "await import('./stripe/provider.ts')"],
    ['server/stripe/client.ts', "import { Stripe } from 'stripe'"],
    [
      'web/app/workspace/orders/page.tsx',
      "import { x } from '../layout';\nimport { y } from '../../ui/button'",
    ],
    ['web/app/routes.ts', "import { x } from './checkout/page'"],
    ['server/orders/service.ts', "// import { x } from '../lifecycle/service.ts'"],
  ])('%s may say: %s', (path, source) => {
    expect(checkFile(path, source)).toEqual([]);
  });

  test('a whole tree is read', () => {
    const tree = mkdtempSync(join(tmpdir(), 'entrada-rules-'));
    for (const [path, text] of [
      ['contract/a.ts', "import pg from 'pg'"],
      ['documents/a.ts', ''],
      ['server/orders/service.ts', ''],
      ['web/app/public/page.tsx', "import { x } from '../checkout/part'"],
    ] as const) {
      mkdirSync(join(tree, dirname(path)), { recursive: true });
      writeFileSync(join(tree, path), text);
    }
    expect(checkTree(tree)).toHaveLength(2);
    rmSync(tree, { recursive: true });
  });
});

describe('biome refuses', () => {
  const tree = mkdtempSync(join(tmpdir(), 'entrada-lint-'));
  const examples: Record<string, string> = {
    'noImportCycles.ts': "import { b } from './other.ts';\nexport const a = () => b;\n",
    'other.ts': "import { a } from './noImportCycles.ts';\nexport const b = () => a;\n",
    'noFloatingPromises.ts':
      'async function save(): Promise<number> {\n  return 1;\n}\nexport function run() {\n  save();\n}\n',
    'noExplicitAny.ts': 'export const value = (x: any) => x;\n',
    'noNonNullAssertion.ts': 'export const first = (list: string[]) => list[0]!;\n',
    'useImportType.ts': "import { Stats } from 'node:fs';\nexport type Size = Stats['size'];\n",
    'noUnusedImports.ts': "import { join } from 'node:path';\nexport const one = 1;\n",
    'useHookAtTopLevel.tsx':
      "import { useState } from 'react';\nexport function Part({ on }: { on: boolean }) {\n  if (on) useState(0);\n  return null;\n}\n",
    'noUnknownProperty.module.css': '.part {\n  colr: red;\n}\n',
    'noBarrelFile.ts': "export { one } from './noUnusedImports.ts';\n",
  };
  let report = '';

  beforeAll(() => {
    cpSync(join(root, 'biome.json'), join(tree, 'biome.json'));
    for (const [name, text] of Object.entries(examples)) writeFileSync(join(tree, name), text);
    const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
    const args = [biome, 'lint', '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=github', '.'];
    report = spawnSync(process.execPath, args, { cwd: tree, encoding: 'utf8' }).stdout;
  });
  afterAll(() => rmSync(tree, { recursive: true }));

  test.each(Object.keys(examples).filter((name) => name !== 'other.ts'))('%s', (file) => {
    const rule = file.split('.')[0];
    expect(report).toMatch(new RegExp(`::error title=lint/\\w+/${rule},file=[^,]*${file},`));
  });
});
