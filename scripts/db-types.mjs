// Writes server/db/types.ts from a freshly migrated database. Run it after adding a migration.
import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startEmbeddedPostgres } from '../server/db/embedded/start.ts';
import { migrate } from '../server/db/migrate.ts';

const root = join(import.meta.dirname, '..');
const outFile = join(root, 'server/db/types.ts');
const dataDir = await mkdtemp(join(tmpdir(), 'entrada-types-'));
await chmod(dataDir, 0o711);
const server = await startEmbeddedPostgres({ dataDir, log: () => undefined, fast: true });
let status = 1;
try {
  await migrate({ url: server.url, log: console.log });
  const command = join(
    dirname(createRequire(join(root, 'server/package.json')).resolve('kysely-codegen/package.json')),
    'dist/cli/bin.js',
  );
  // The mapping is the same as in the parsers of server/db/client.ts.
  const args = [
    command,
    `--url=${server.url}`,
    '--dialect=postgres',
    `--out-file=${outFile}`,
    '--default-schema=app',
    '--include-pattern=app.*',
    '--numeric-parser=string',
    '--date-parser=string',
    '--type-mapping={"int8":"number"}',
    '--log-level=warn',
  ];
  status = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit(status);
