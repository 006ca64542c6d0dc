import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { accountForPostgres, findBinaries, run } from '../server/db/embedded/files.ts';
import { startEmbeddedPostgres } from '../server/db/embedded/start.ts';
import { isDatabaseUnavailable } from '../server/db/errors.ts';
import { freeze } from './processes.ts';

export type ChaosDatabase = {
  url: string;
  /** Runs a query as the application's own role. Waits while the server is down. */
  ask: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;
  /** Crashes the server, waits for `downMs`, and starts it again. Resolves when it accepts connections. */
  crash: (downMs: number) => Promise<void>;
  /** Stops every process of the server for `ms`, as a machine that hangs. Connections stay open. */
  freeze: (ms: number) => Promise<void>;
  /** Lets no commit come back for `ms`, as a disk that hangs under the log of the database. Reads go on. */
  freezeCommits: (ms: number) => Promise<void>;
  stop: () => Promise<void>;
};

const AWAY_MS = 60_000;

/** A separate PostgreSQL that keeps everything it has acknowledged: fsync and synchronous_commit stay on. */
export async function startDatabase(): Promise<ChaosDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'entrada-chaos-pg-'));
  await chmod(dataDir, 0o711);
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined, revive: false });
  const pool = new pg.Pool({ connectionString: server.url, max: 6, connectionTimeoutMillis: 2_000 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));

  async function ask<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    const until = Date.now() + AWAY_MS;
    for (;;) {
      try {
        return (await pool.query<Row>(text, values)).rows;
      } catch (error) {
        if (!isDatabaseUnavailable(error) || Date.now() > until) throw error;
        await wait(100);
      }
    }
  }

  const directory = await askAsAdmin(server.adminUrl, 'show data_directory', 'data_directory');
  const settings = await askAsAdmin(
    server.adminUrl,
    `select current_setting('fsync') || current_setting('synchronous_commit') as kept`,
    'kept',
  );
  if (settings !== 'onon') throw new Error('The database of this run would forget what it has acknowledged');
  const account = await accountForPostgres();
  const { pgCtl } = await findBinaries(account, () => undefined);
  // After a restart the embedded code no longer controls the server, so it is ended here.
  const postmaster = () => Number(readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const endWithUs = () => {
    const pid = postmaster();
    if (pid > 0) process.kill(pid, 'SIGQUIT');
  };
  process.once('exit', endWithUs);
  const logFile = join(dirname(directory), 'restart.log');
  const control = (...args: string[]) => run(pgCtl, ['-D', directory, ...args, '-w'], account);

  return {
    url: server.url,
    ask,
    crash: async (downMs) => {
      const stopped = await control('stop', '-m', 'immediate', '-t', '20');
      if (stopped.code !== 0) throw new Error(`PostgreSQL does not crash: ${stopped.output}`);
      await wait(downMs);
      // If the server is down, `restart` starts it with its previous options.
      const started = await control('restart', '-l', logFile, '-t', '60');
      if (started.code === 0) return;
      const said = await readFile(logFile, 'utf8').catch(() => '');
      throw new Error(`PostgreSQL does not come back: ${started.output}\n${said}`);
    },
    freeze: (ms) => freeze(postmaster(), ms),
    freezeCommits: async (ms) => {
      // A standby that does not exist never confirms. This needs no special disk and no rights on the machine.
      const confirmBy = (name: string) =>
        configure(server.adminUrl, `alter system set synchronous_standby_names = '${name}'`);
      await confirmBy('nobody');
      await wait(ms);
      await confirmBy('');
    },
    stop: async () => {
      process.off('exit', endWithUs);
      await pool.end();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function configure(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
    await client.query('select pg_reload_conf()');
  } finally {
    await client.end();
  }
}

async function askAsAdmin(url: string, text: string, column: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, string>>(text);
    return rows[0]?.[column] ?? '';
  } finally {
    await client.end();
  }
}
