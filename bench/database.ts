import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../server/db/embedded/start.ts';
import { migrate } from '../server/db/migrate.ts';
import { migrateJobs } from '../server/platform/jobs/worker.ts';
import { BASELINE_SQL } from './contestants/functions.ts';
import { withClient } from './load/client.ts';

const SETTINGS = [
  'fsync',
  'synchronous_commit',
  'full_page_writes',
  'shared_buffers',
  'max_wal_size',
  'max_connections',
  'default_transaction_isolation',
];

export type BenchDatabases = {
  /** `PostgreSQL 18.4` and the relevant settings, one line each. */
  facts: string[];
  /** Creates a migrated database. Answers its address. */
  create: (name: string) => Promise<string>;
  drop: (name: string) => Promise<void>;
  stop: () => Promise<void>;
};

async function readFacts(adminUrl: string): Promise<string[]> {
  return withClient(adminUrl, async (client) => {
    const version = await client.query<{ v: string }>('select version() as v');
    const { rows } = await client.query<{ name: string; value: string }>(
      `select name, current_setting(name) as value from pg_settings where name = any($1) order by array_position($1, name)`,
      [SETTINGS],
    );
    const product = version.rows[0]?.v.split(' on ')[0] ?? 'PostgreSQL';
    return [product, rows.map(({ name, value }) => `${name}=${value}`).join(' ')];
  });
}

/** Throws if a setting could lose data in a crash, because such a database is not measured. */
function checkDurable(facts: readonly string[]): void {
  const isDurable = facts.some((fact) => /fsync=on synchronous_commit=on full_page_writes=on/.test(fact));
  if (!isDurable) throw new Error(`The database is not durable: ${facts.join(' ')}`);
}

/**
 * The embedded PostgreSQL with the application's settings. Only the number of connections is higher, because the
 * contestants have their own. `sharedBuffers` overrides the application's value.
 */
export async function startDatabases(options: {
  sharedBuffers?: string | undefined;
}): Promise<BenchDatabases> {
  const dataDir = await mkdtemp(join(tmpdir(), 'entrada-bench-'));
  await chmod(dataDir, 0o711);
  const start = () => startEmbeddedPostgres({ dataDir, log: () => undefined });
  let embedded = await start();
  const stop = async () => {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await withClient(embedded.adminUrl, async (client) => {
      await client.query('alter system set max_connections = 300');
      if (options.sharedBuffers)
        await client.query(`alter system set shared_buffers = ${pg.escapeLiteral(options.sharedBuffers)}`);
    });
    await embedded.stop();
    embedded = await start();
    const facts = await readFacts(embedded.adminUrl);
    checkDurable(facts);
    await migrate({ url: embedded.url, log: () => undefined });
    await migrateJobs(embedded.url);
    await withClient(embedded.url, (client) => client.query(BASELINE_SQL));
    await withClient(embedded.adminUrl, async (client) => {
      // Only for bulk preparation, never for a measurement.
      await client.query('grant set on parameter session_replication_role to entrada');
      await client.query('grant pg_checkpoint to entrada');
    });
    const create = async (name: string) => {
      await withClient(embedded.adminUrl, (client) =>
        client.query(`create database ${pg.escapeIdentifier(name)} template entrada owner entrada`),
      );
      const url = new URL(embedded.url);
      url.pathname = `/${name}`;
      return url.href;
    };
    const drop = (name: string) =>
      withClient(embedded.adminUrl, async (client) => {
        await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
      });
    return { facts, create, drop, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
