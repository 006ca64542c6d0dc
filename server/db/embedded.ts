import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { DataDirInUseError, lockDataDir } from './data-dir-lock.ts';
import {
  type Account,
  accountForPostgres,
  type Binaries,
  type EmbeddedState,
  findBinaries,
  placeForCluster,
  readState,
  run,
  writeState,
} from './embedded-files.ts';

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

type Cluster = { directory: string; data: string; account: Account; binaries: Binaries };

const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'];
const LASTING = [
  'logging_collector=on',
  'log_filename=postgres-%a.log',
  'log_truncate_on_rotation=on',
  'log_rotation_age=1d',
  'log_rotation_size=0',
];

function urlsFor(state: EmbeddedState): { url: string; adminUrl: string } {
  const address = `127.0.0.1:${state.port}`;
  return {
    url: `postgres://entrada:${state.password}@${address}/entrada`,
    adminUrl: `postgres://postgres:${state.adminPassword}@${address}/postgres`,
  };
}

function freePort(wanted: number): Promise<number> {
  return new Promise((done, refuse) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (wanted !== 0 && (error.code === 'EADDRINUSE' || error.code === 'EACCES'))
        freePort(0).then(done, refuse);
      else refuse(error);
    });
    server.listen(wanted, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : wanted));
    });
  });
}

/**
 * Creates the cluster in a temporary directory and then renames it, so that an interrupted initdb leaves no
 * database.
 */
async function initialise(cluster: Cluster, adminPassword: string, fast: boolean): Promise<void> {
  const { directory, account, binaries } = cluster;
  for (const name of await readdir(directory))
    if (name.startsWith('cluster.new-'))
      await rm(join(directory, name), { recursive: true, force: true }).catch(() => undefined);
  // The name is unique, because the initdb of a killed run may still be writing.
  const half = join(directory, `cluster.new-${randomBytes(6).toString('hex')}`);
  const passwordFile = join(directory, 'password');
  await rm(passwordFile, { force: true });
  await writeFile(passwordFile, `${adminPassword}\n`, { mode: 0o600, flag: 'wx' });
  if (account) await chown(passwordFile, account.uid, account.gid);
  let failure = '';
  try {
    // Not every system knows C.UTF-8. Without any locale, letters outside ASCII are still stored correctly.
    for (const locale of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
      await rm(half, { recursive: true, force: true });
      const args = ['--username=postgres', '--auth=scram-sha-256', '--encoding=UTF8', `--locale=${locale}`];
      if (fast) args.push('--no-sync');
      const made = await run(
        binaries.initdb,
        [`--pgdata=${half}`, `--pwfile=${passwordFile}`, ...args],
        account,
      );
      if (made.code === 0) {
        await rename(half, cluster.data);
        return;
      }
      failure = made.output;
    }
  } finally {
    await rm(passwordFile, { force: true });
  }
  throw new Error(`PostgreSQL could not create its files in ${half}:\n${failure}`);
}

async function readPostmasterPid(cluster: Cluster): Promise<number | undefined> {
  const text = await readFile(join(cluster.data, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}

/**
 * Stops a server that a killed process left running. Removes the pid file of a server that no longer exists.
 */
async function clearLeftovers(cluster: Cluster, log: (message: string) => void): Promise<void> {
  const pid = await readPostmasterPid(cluster);
  if (pid === undefined) return;
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  if (process.platform === 'linux' && !commandLine?.includes(cluster.data)) {
    await rm(join(cluster.data, 'postmaster.pid'), { force: true });
    return;
  }
  if ((await pgCtl(cluster, ['status'])).code !== 0) return;
  log('Ending the database server that the last run left behind');
  await stopServer(cluster);
}

function pgCtl(cluster: Cluster, args: string[]) {
  return run(cluster.binaries.pgCtl, ['-D', cluster.data, ...args], cluster.account);
}

async function stopServer(cluster: Cluster): Promise<void> {
  const stopped = await pgCtl(cluster, ['stop', '-m', 'fast', '-w', '-t', '30']);
  if (stopped.code === 0 || (await pgCtl(cluster, ['status'])).code === 3) return;
  const forced = await pgCtl(cluster, ['stop', '-m', 'immediate', '-w', '-t', '10']);
  if (forced.code !== 0)
    throw new Error(`The database server in ${cluster.data} does not stop: ${forced.output}`);
}

/**
 * Starts the server with pg_ctl, which gives it its own session. So Ctrl-C reaches only this process, which
 * stops the server at the end of its own work.
 */
async function startServer(cluster: Cluster, port: number, fast: boolean): Promise<string | undefined> {
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `port=${port}`,
    'timezone=UTC',
    ...(fast ? FAST : LASTING),
  ];
  const options = settings.map((setting) => `-c ${setting}`).join(' ');
  const logFile = join(cluster.directory, 'start.log');
  await rm(logFile, { force: true });
  const started = await pgCtl(cluster, ['start', '-w', '-t', '60', '-l', logFile, '-o', options]);
  if (started.code === 0) return undefined;
  return `${started.output}\n${await readFile(logFile, 'utf8').catch(() => '')}`.trim();
}

/** Stops the server if this process is killed: the pipe closes at every kind of death. */
async function watchOver(cluster: Cluster): Promise<ChildProcess | undefined> {
  const pid = await readPostmasterPid(cluster);
  if (process.platform === 'win32' || pid === undefined) return undefined;
  const watcher = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$0"', String(pid)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    ...(cluster.account ? { uid: cluster.account.uid, gid: cluster.account.gid } : {}),
  });
  watcher.on('error', () => undefined);
  watcher.stdin?.on('error', () => undefined);
  watcher.unref();
  // The pipe must not keep this process from ending.
  (watcher.stdin as unknown as { unref?: () => void } | null)?.unref?.();
  return watcher;
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

async function startWithRetries(cluster: Cluster, state: EmbeddedState, fast: boolean): Promise<number> {
  let failure = '';
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const port = await freePort(attempt < 2 ? state.port : 0);
    const problem = await startServer(cluster, port, fast);
    if (problem === undefined) return port;
    failure = problem;
    // The system frees the memory of a killed server only after the last of its processes has ended.
    await wait(500);
  }
  throw new Error(`The embedded database does not start. PostgreSQL says:\n${failure}`);
}

const WATCH_MS = 500;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie still has a process number. Some containers never remove zombies.
    const state = process.platform === 'linux' ? readFileSync(`/proc/${pid}/stat`, 'latin1') : '';
    return !/\) Z /.test(state);
  } catch (error) {
    // EPERM: the process is alive and runs as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Starts the server again, at its address, if it ends by itself. The system may kill it for lack of memory.
 * Until then its users see broken connections. The next connections work.
 */
async function keepRunning(
  cluster: Cluster,
  options: { port: number; fast: boolean; revive: boolean; log: (message: string) => void },
): Promise<{ stop: () => Promise<void> }> {
  const { port, fast, revive, log } = options;
  let watcher = await watchOver(cluster);
  let pid = await readPostmasterPid(cluster);
  let turn: Promise<void> | undefined;
  const restart = async () => {
    log('The database server has ended: starting it again');
    watcher?.kill('SIGKILL');
    const problem = await startServer(cluster, port, fast);
    if (problem !== undefined) return log(`The database server does not start yet: ${problem}`);
    watcher = await watchOver(cluster);
    pid = await readPostmasterPid(cluster);
    log('The database server is back');
  };
  const timer = setInterval(() => {
    if (!revive || turn || pid === undefined || isAlive(pid)) return;
    turn = restart()
      .catch((error: unknown) => log(`The database server does not start yet: ${String(error)}`))
      .finally(() => {
        turn = undefined;
      });
  }, WATCH_MS);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await turn;
      await stopServer(cluster);
      watcher?.kill('SIGKILL');
    },
  };
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
