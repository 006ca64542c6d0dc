import { randomBytes } from 'node:crypto';
import { chown, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Account, type Binaries, type EmbeddedState, run } from './files.ts';

/** `directory`: of everything. `data`: of PostgreSQL's own files. `account`: whom the server runs as. */
export type Cluster = { directory: string; data: string; account: Account; binaries: Binaries };

const FAST = [
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'],
  // Each test file opens connections of its own, and checking a password is most of what one costs its client.
  'scram_iterations=1',
  // Nobody copies these databases to another server.
  ...['wal_level=minimal', 'max_wal_senders=0'],
];
const LASTING = [
  'logging_collector=on',
  'log_filename=postgres-%a.log',
  'log_truncate_on_rotation=on',
  'log_rotation_age=1d',
  'log_rotation_size=0',
];

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
export async function initialise(cluster: Cluster, adminPassword: string, fast: boolean): Promise<void> {
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
      if (fast) args.push('--no-sync', '--no-data-checksums', '--set=scram_iterations=1');
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

/** The number of the server's process; undefined if no file names one. */
export async function readPostmasterPid(cluster: Cluster): Promise<number | undefined> {
  const text = await readFile(join(cluster.data, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}

/**
 * Stops a server that a killed process left running. Removes the pid file of a server that no longer exists.
 */
export async function clearLeftovers(cluster: Cluster, log: (message: string) => void): Promise<void> {
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

/** Stops the server, without waiting for its clients. Throws if it does not stop. */
export async function stopServer(cluster: Cluster): Promise<void> {
  const stopped = await pgCtl(cluster, ['stop', '-m', 'fast', '-w', '-t', '30']);
  if (stopped.code === 0 || (await pgCtl(cluster, ['status'])).code === 3) return;
  const forced = await pgCtl(cluster, ['stop', '-m', 'immediate', '-w', '-t', '10']);
  if (forced.code !== 0)
    throw new Error(`The database server in ${cluster.data} does not stop: ${forced.output}`);
}

/**
 * Starts the server with pg_ctl, which gives it its own session. So Ctrl-C reaches only this process, which
 * stops the server at the end of its own work. Answers what went wrong, or undefined.
 */
export async function startServer(
  cluster: Cluster,
  port: number,
  fast: boolean,
): Promise<string | undefined> {
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

/** Starts the server and answers its port: the last one if that is free. Throws what PostgreSQL says. */
export async function startWithRetries(
  cluster: Cluster,
  state: EmbeddedState,
  fast: boolean,
): Promise<number> {
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
