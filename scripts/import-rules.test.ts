import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUSE } from './house.mjs';
import { checkFile, checkTree } from './import-rules.mjs';

const root = join(import.meta.dirname, '..');

describe('import rules', () => {
  test.each([
    ['contract/money.ts', "import pg from 'pg'", 'zod and its own files'],
    ['contract/money.ts', "import { readFileSync } from 'node:fs'", 'zod and its own files'],
    ['documents/index.ts', "import { x } from '../server/config/environment.ts'", 'one direction'],
    ['web/app/root.tsx', "import type { Config } from '../../server/config/environment.ts'", 'one direction'],
    ['web/app/root.tsx', "const x = await import('@entrada/server/config')", 'one direction'],
    ['server/sales/orders/service.ts', "import { x } from '@entrada/web/x'", 'one direction'],
    ['server/sales/orders/service.ts', "import { x } from '../../../contract/money.ts'", 'by its name'],
    ['server/sales/orders/service.ts', "import { renderMail } from '@entrada/documents'", 'event loop'],
    ['server/sales/orders/mails.ts', "const documents = await import('@entrada/documents')", 'event loop'],
    ['server/platform/mail/mailer.ts', "import { renderMail } from '@entrada/documents'", 'event loop'],
    [
      'server/platform/jobs/job.ts',
      "import { x } from '../../sales/orders/service.ts'",
      'each only those before it',
    ],
    [
      'server/platform/http/route.ts',
      "import type { X } from '../../accounts/service.ts'",
      'each only those before it',
    ],
    ['server/db/client.ts', "import { x } from '../platform/errors.ts'", 'each only those before it'],
    ['server/catalog/events/service.ts', "import { x } from '../../sales/orders/service.ts'", 'to its left'],
    ['server/catalog/events/service.ts', "import { x } from '../tickets/queries.ts'", 'to its left'],
    ['server/catalog/events/core/x.ts', "import type { X } from '../../tickets/core/x.ts'", 'to its left'],
    ['server/accounts/service.ts', "import { x } from '../catalog/events/queries.ts'", 'to its left'],
    ['server/sales/refunds/jobs.ts', "import { x } from '../../door/check-in/service.ts'", 'to its left'],
    ['server/sales/orders/routes.ts', "import { x } from './queries.ts'", 'routes import'],
    ['server/sales/orders/routes.ts', "import {\n  a,\n  b,\n} from './core/pricing.ts'", 'routes import'],
    ['server/sales/orders/service.ts', "import { x } from './routes.ts'", 'only features.ts'],
    ['server/sales/orders/service.ts', "import { x } from './jobs.ts'", 'only features.ts'],
    ['server/sales/checkout/mails.ts', "import { x } from '../orders/mails.ts'", 'only features.ts'],
    ['server/sales/orders/queries.ts', "import { x } from './service.ts'", 'queries import'],
    ['server/sales/orders/queries.ts', "import { x } from '../attendees/service.ts'", 'queries import'],
    ['server/sales/orders/core/state.ts', "import { sql } from 'kysely'", 'pure'],
    ['server/sales/orders/core/state.ts', "import { x } from '../queries.ts'", 'pure'],
    ['server/sales/orders/core/state.ts', "import { fail } from '../../../platform/errors.ts'", 'pure'],
    [
      'server/payment-providers/test-bank/ledger/store.ts',
      "import { x } from '../../../sales/orders/service.ts'",
      'each only those before it',
    ],
    [
      'server/payment-providers/stripe/provider.ts',
      "import { x } from '../test-bank/signature.ts'",
      'the port, db, config and contract only',
    ],
    [
      'server/sales/payments/service.ts',
      "import { x } from '../../payment-providers/stripe/provider.ts'",
      'only server/app.ts',
    ],
    ['server/sales/payments/service.ts', "import { Stripe } from 'stripe'", 'stripe only'],
    ['server/main.ts', "await import('./payment-providers/stripe/provider.ts')", 'only server/app.ts'],
    ['server/app.ts', "import { x } from './operations/verify/service.ts'", 'operations/verify'],
    [
      'server/operations/verify/x.ts',
      "import { x } from '../../sales/orders/queries.ts'",
      'operations/verify',
    ],
    ['server/sales/orders/service.ts', "import { x } from '../../app.ts'", 'only wiring'],
    ['server/sales/orders/service.ts', "import { x } from './factory.ts'", 'only wiring'],
    ['server/sales/orders/service.ts', "export { x } from '../../test/database.ts'", 'only wiring'],
    ['server/sales/orders/service.ts', 'await sql`select 1`.execute(tx)', 'queries files'],
    ['server/door/check-in/service.ts', "tx.selectFrom('scans')", 'queries files'],
    ['server/tools/service.ts', '', 'not in the house'],
    ['server/sales/tools/service.ts', '', 'not in the house'],
    ['web/app/shop/page.tsx', '', 'not in the house'],
    ['server/sales/refunds/refund-service.ts', '', 'repeats its folder'],
    ['server/sales/orders/index.ts', '', 'barrel'],
    ['web/app/ui/index.ts', '', 'barrel'],
    ['web/app/checkout/page.tsx', "import { x } from '../public/part'", 'platform, ui and contract only'],
    ['web/app/workspace/orders/page.tsx', "import { x } from '../tickets/part'", 'never another noun'],
    [
      'web/app/workspace/orders/page.tsx',
      "import { x } from '../../auth/part'",
      'platform, ui and contract only',
    ],
    ['web/app/workspace/kit/list/table.tsx', "import { x } from '../../orders/part'", 'knows no noun'],
    ['web/app/ui/buttons/button.tsx', "import { x } from '../../checkout/part'", 'no other part'],
    ['web/app/ui/buttons/button.tsx', "import { api } from '../../platform/api/client'", 'presentational'],
  ])('%s may not say: %s', (path, source, rule) => {
    const problems = checkFile(path, source);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(path);
    expect(problems[0]).toContain(rule);
  });

  test.each([
    ['contract/sales/orders.ts', "import { z } from 'zod';\nimport { money } from '../money.ts'"],
    ['server/platform/workers/tasks.ts', "import * as documents from '@entrada/documents'"],
    ['server/platform/documents/calendar.ts', "const documents = await import('@entrada/documents')"],
    ['server/sales/orders/mails.ts', "import type { OrderFacts } from '@entrada/documents/types'"],
    ['server/sales/orders/service.ts', "import { hold } from '../../catalog/inventory/queries.ts'"],
    [
      'server/sales/orders/service.ts',
      "import { x } from './queries.ts';\nimport { y } from './core/pricing.ts'",
    ],
    ['server/sales/orders/jobs.ts', "import { x } from '../reservations/service.ts'"],
    ['server/sales/orders/list-queries.ts', 'await sql`select 1`.execute(tx)'],
    ['server/sales/orders/routes.ts', "import { x } from './service.ts'"],
    ['server/sales/reservations/service.ts', "import { x } from '../checkout/completion.ts'"],
    [
      'server/sales/orders/core/state.ts',
      "import { x } from '@entrada/contract/sales/orders';\nimport { y } from './prorate.ts'",
    ],
    ['server/sales/orders/service.test.ts', "import { x } from '../../door/check-in/queries.ts'"],
    ['server/catalog/events/factory.ts', "import { x } from '../../sales/orders/service.ts'"],
    ['server/app.ts', "import { testBank } from './payment-providers/test-bank/plugin.ts'"],
    ['server/app.ts', "await import('./payment-providers/stripe/provider.ts')"],
    ['server/payment-providers/stripe/client.ts', "import { Stripe } from 'stripe'"],
    [
      'web/app/workspace/orders/page.tsx',
      "import { x } from '../kit/list/table';\nimport { y } from '../../ui/buttons/button'",
    ],
    ['web/app/routes.ts', "import { x } from './checkout/page'"],
    ['server/sales/orders/service.ts', "// import { x } from '../../door/check-in/service.ts'"],
  ])('%s may say: %s', (path, source) => {
    expect(checkFile(path, source)).toEqual([]);
  });

  describe('a whole tree is read', () => {
    const tree = mkdtempSync(join(tmpdir(), 'entrada-rules-'));
    const nouns = Object.entries(HOUSE).flatMap(([domain, rooms]) =>
      rooms.length === 0 ? [`server/${domain}`] : rooms.map((room) => `server/${domain}/${room}`),
    );
    const write = (path: string, text: string) => {
      mkdirSync(join(tree, dirname(path)), { recursive: true });
      writeFileSync(join(tree, path), text);
    };
    beforeAll(() => {
      for (const part of ['contract/a.ts', 'documents/a.ts', 'web/app/root.tsx']) write(part, '');
      for (const noun of nouns) write(`${noun}/service.ts`, '');
    });
    afterAll(() => rmSync(tree, { recursive: true }));

    test('is kept by a house in which every noun has its folder', () => {
      expect(checkTree(tree)).toEqual([]);
    });

    test('names what is against the rules, a circle of types, a crowd and a noun that is gone', () => {
      write('contract/a.ts', "import pg from 'pg'");
      write('contract/b.ts', "import type { C } from './c.ts'");
      write('contract/c.ts', "import type { B } from './b.ts'");
      for (let i = 0; i < 16; i += 1) write(`web/app/ui/part${i}.tsx`, '');
      rmSync(join(tree, 'server/door/check-in'), { recursive: true });
      expect(checkTree(tree)).toEqual([
        expect.stringContaining('contract/a.ts imports "pg"'),
        expect.stringContaining('contract/b.ts -> contract/c.ts -> contract/b.ts'),
        expect.stringContaining('web/app/ui has 16 files'),
        expect.stringContaining('server/door/check-in: HOUSE'),
      ]);
    });
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
