import { mkdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { DataDirInUseError, lockDataDir } from '../data-dir-lock.ts';
import { type Cluster, clearLeftovers, initialise, startWithRetries } from './cluster.ts';
import {
  accountForPostgres,
  type EmbeddedState,
  findBinaries,
  placeForCluster,
  readState,
  writeState,
} from './files.ts';
import { keepRunning } from './keep-running.ts';

type EmbeddedPostgres = {
  /** For the application: role `entrada`, no superuser, owner of the database `entrada`. */
  url: string;
  /** For set-up and tests only: superuser, database `postgres`. */
  adminUrl: string;
  /** Stops the server cleanly and releases the data directory. May be called more than once. */
  stop: () => Promise<void>;
};

type StartOptions = {
  dataDir: string;
  log: (message: string) => void;
  /**
   * Uses the server of another living Entrada process instead of refusing. `stop` then leaves the server
   * running.
   */
  join?: boolean;
  /** False: a server that ends is not started again, for callers that end it on purpose. */
  revive?: boolean;
  /** Less safe at a power loss, but faster. For tests only. */
  fast?: boolean;
};

function urlsFor(state: EmbeddedState): { url: string; adminUrl: string } {
  const address = `127.0.0.1:${state.port}`;
  return {
    url: `postgres://entrada:${state.password}@${address}/entrada`,
    adminUrl: `postgres://postgres:${state.adminPassword}@${address}/postgres`,
  };
}

async function prepareDatabase(state: EmbeddedState): Promise<void> {
  const client = new pg.Client({
    connectionString: urlsFor(state).adminUrl,
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = 'entrada') as role,
              exists (select from pg_database where datname = 'entrada') as database`,
    );
    if (!rows[0]?.role)
      await client.query(
        `create role entrada login nosuperuser nocreatedb nocreaterole password '${state.password}'`,
      );
    if (!rows[0]?.database) await client.query('create database entrada owner entrada');
  } finally {
    await client.end();
  }
}

async function joinRunning(dataDir: string, error: DataDirInUseError): Promise<EmbeddedPostgres> {
  const { state, isNew } = await readState(dataDir);
  if (isNew || state.port === 0) throw error;
  return { ...urlsFor(state), stop: async () => undefined };
}

/**
 * Starts the PostgreSQL server that comes with Entrada, with its files in `dataDir`. The first run creates
 * the files. Later runs recover from a killed run.
 * @throws DataDirInUseError if another living process uses `dataDir` (unless `join`)
 */
export async function startEmbeddedPostgres(options: StartOptions): Promise<EmbeddedPostgres> {
  const { log, fast = false, revive = true } = options;
  const dataDir = resolve(options.dataDir);
  // 0711: if this process is root, PostgreSQL's account can reach its own files and can list nothing.
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  let release: () => Promise<void>;
  try {
    release = await lockDataDir(dataDir);
  } catch (error) {
    if (options.join && error instanceof DataDirInUseError) return joinRunning(dataDir, error);
    throw error;
  }
  try {
    const account = await accountForPostgres();
    const { state, isNew } = await readState(dataDir);
    const [binaries, { directory, elsewhere }] = await Promise.all([
      findBinaries(account, log),
      placeForCluster(dataDir, account, state),
    ]);
    const cluster: Cluster = { directory, data: join(directory, 'cluster'), account, binaries };
    const isInitialised = await stat(join(cluster.data, 'PG_VERSION')).then(
      () => true,
      () => false,
    );
    if (isInitialised && isNew)
      throw new Error(
        `${join(dataDir, 'postgres.json')} is missing: it holds the passwords of ${cluster.data}.`,
      );
    if (elsewhere && !state.elsewhere)
      log(`Database files go to ${elsewhere}: PostgreSQL cannot enter ${dataDir}`);
    await writeState(dataDir, { ...state, ...(elsewhere ? { elsewhere } : {}) });
    if (isInitialised) await clearLeftovers(cluster, log);
    else {
      log('Creating the database files');
      await initialise(cluster, state.adminPassword, fast);
    }
    const port = await startWithRetries(cluster, state, fast);
    const running = { ...state, port, ...(elsewhere ? { elsewhere } : {}) };
    await writeState(dataDir, running);
    const server = await keepRunning(cluster, { port, fast, log, revive });
    let stopping: Promise<void> | undefined;
    const stop = () => {
      stopping ??= (async () => {
        await server.stop();
        await release();
      })();
      return stopping;
    };
    try {
      await prepareDatabase(running);
    } catch (error) {
      await stop();
      throw error;
    }
    return { ...urlsFor(running), stop };
  } catch (error) {
    await release();
    throw error;
  }
}
