import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { errorCodeOf, SQLSTATE } from './errors.ts';

export class MigrationError extends Error {
  override name = 'MigrationError';
}

type Migration = { name: string; sql: string; checksum: string };
type Applied = { name: string; checksum: string };

type MigrateOptions = {
  url: string;
  log: (message: string) => void;
  /** The directory of the SQL files. The default is the project's own. */
  directory?: string;
};

const MIGRATIONS_DIRECTORY = join(import.meta.dirname, 'migrations');

/** An arbitrary fixed number. It distinguishes this lock from locks of other programs on the same server. */
const LOCK_KEY = 4_815_231_942;
const OLDEST_SERVER = 150_000;
const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;
const LOCK_TIMEOUT = '3s';
const ATTEMPTS = 10;

async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  const numbers = new Set<string>();
  for (const name of names) {
    if (!FILE_NAME.test(name))
      throw new MigrationError(`Migration ${name} must be named like 0001_what_it_does.sql`);
    const number = name.slice(0, 4);
    if (numbers.has(number)) throw new MigrationError(`Two migrations have the number ${number}`);
    numbers.add(number);
  }
  return Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(join(directory, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** The migrations that are left to apply. Throws if the database was not built from these files. */
function planMigrations(files: Migration[], applied: Applied[]): Migration[] {
  const known = new Map(files.map((file) => [file.name, file]));
  for (const { name, checksum } of applied) {
    const file = known.get(name);
    if (!file)
      throw new MigrationError(
        `The database is newer than this version of Entrada: it holds the migration ${name}. Start the version that wrote it, or restore a backup from before the upgrade.`,
      );
    if (file.checksum !== checksum)
      throw new MigrationError(
        `Migration ${name} was changed after it had been applied. Put the file back and make the change in a new migration.`,
      );
  }
  const last = applied.at(-1)?.name ?? '';
  const done = new Set(applied.map(({ name }) => name));
  const open = files.filter(({ name }) => !done.has(name));
  const late = open.find(({ name }) => name < last);
  if (late)
    throw new MigrationError(
      `Migration ${late.name} comes before ${last}, which is applied. Give it a higher number.`,
    );
  return open;
}

async function apply(client: pg.Client, migration: Migration, log: (message: string) => void): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query('begin');
      // The wait for a busy table is short, because all later queries on the table queue behind the
      // migration.
      await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
      await client.query('set local search_path = app, public');
      await client.query(migration.sql);
      await client.query('insert into app.schema_migrations (name, checksum) values ($1, $2)', [
        migration.name,
        migration.checksum,
      ]);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      const problem = error as pg.DatabaseError;
      if (errorCodeOf(error) === SQLSTATE.lockNotAvailable && attempt < ATTEMPTS) {
        log(`Migration ${migration.name} waits for a busy table (attempt ${attempt} of ${ATTEMPTS})`);
        await wait(250 * attempt);
        continue;
      }
      const line = problem.position
        ? ` (line ${migration.sql.slice(0, Number(problem.position)).split('\n').length})`
        : '';
      throw new MigrationError(`Migration ${migration.name} failed${line}: ${problem.message}`, {
        cause: error,
      });
    }
  }
}

async function readApplied(client: pg.Client): Promise<Applied[]> {
  const table = await client.query<{ exists: boolean }>(
    `select to_regclass('app.schema_migrations') is not null as exists`,
  );
  if (!table.rows[0]?.exists) return [];
  return (await client.query<Applied>('select name, checksum from app.schema_migrations order by name')).rows;
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'entrada migrate',
    connectionTimeoutMillis: 10_000,
    // The wait for another process that migrates may be long, and that process may be on a server that is gone.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ number: number; version: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version`,
  );
  const server = rows[0];
  if (!server || server.number < OLDEST_SERVER) {
    await client.end();
    throw new MigrationError(
      `Entrada needs PostgreSQL 15 or later; the server at DATABASE_URL is ${server?.version}.`,
    );
  }
  return client;
}

/**
 * Applies the open migrations in order, each in its own transaction. If several processes migrate, one works
 * and the others wait for it (advisory lock).
 * @returns the names of the migrations that were applied
 * @throws MigrationError for a database newer than the files, a changed file, a failing statement, an old
 * server
 */
export async function migrate({
  url,
  log,
  directory = MIGRATIONS_DIRECTORY,
}: MigrateOptions): Promise<string[]> {
  const files = await readMigrations(directory);
  const client = await connect(url);
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    await client.query(`
      create schema if not exists app;
      create table if not exists app.schema_migrations (
        name text primary key,
        checksum text not null,
        applied_at timestamptz not null default now()
      )`);
    const open = planMigrations(files, await readApplied(client));
    for (const migration of open) {
      const started = performance.now();
      await apply(client, migration, log);
      log(`Applied migration ${migration.name} in ${Math.round(performance.now() - started)} ms`);
    }
    return open.map(({ name }) => name);
  } finally {
    // The end of the session releases the lock.
    await client.end().catch(() => undefined);
  }
}

/**
 * Compares the database with the files and changes nothing.
 * @returns the names of the migrations that are not applied yet
 * @throws MigrationError as `migrate` does
 */
export async function findOpenMigrations({
  url,
  directory = MIGRATIONS_DIRECTORY,
}: Omit<MigrateOptions, 'log'>): Promise<string[]> {
  const files = await readMigrations(directory);
  const client = await connect(url);
  try {
    return planMigrations(files, await readApplied(client)).map(({ name }) => name);
  } finally {
    await client.end().catch(() => undefined);
  }
}
