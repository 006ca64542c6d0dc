import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import manifest from '../package.json' with { type: 'json' };
import { type Database, openDatabase } from '../server/db/client.ts';
import type { BenchDatabases } from './database.ts';
import { withClient } from './load/client.ts';
import type { Load } from './load/run.ts';
import type { Memory, ServerOptions } from './server.ts';
import type { BuiltShop } from './shops.ts';

/** A new database with an application process. */
export type World = {
  url: string;
  database: Database;
  port: number;
  /** The application process. */
  pid: number;
  memory: Server['memory'];
  /** Starts another application process on the same database. Answers its port. */
  addServer: () => Promise<number>;
  close: () => Promise<void>;
};

/** An event with 100,000 attendees in a world of its own. */
export type Hall = { world: World; shop: BuiltShop };

export type Bench = {
  databases: BenchDatabases;
  load: Load;
  rounds: number;
  quick: boolean;
  /** The event with 100,000 attendees. It is created on first use and shared by the groups that read it. */
  hall: () => Promise<Hall>;
  /** The duration of one contestant's measurement in one round. */
  windowMs: number;
  /** So long the memory under mixed load is watched. 0: not at all. */
  minutes: number;
  log: (line: string) => void;
};

/** An application process. `memory`: its current and its highest use, in megabytes. */
export type Server = {
  port: number;
  pid: number;
  memory: () => Promise<Memory>;
  stop: () => Promise<void>;
};

/** What `npm start` gives Node, and what server/start.mjs gives to what it starts. */
const START_FLAGS = manifest.scripts.start.split(' ').filter((word) => word.startsWith('--'));
const START_ENV = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '16384',
  MALLOC_TRIM_THRESHOLD_: '131072',
  NODE_ENV: 'production',
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/compiled'),
};

/** Starts an application process on a database and waits until it listens. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'server.ts'), [JSON.stringify(options)], {
    stdio: 'inherit',
    execArgv: START_FLAGS,
    env: { ...process.env, ...START_ENV },
  });
  const port = await new Promise<number>((done, refuse) => {
    child.once('message', (message: { port: number }) => done(message.port));
    child.once('exit', (code) => refuse(new Error(`The application process ended with ${code}`)));
  });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const memory = () =>
    new Promise<Memory>((done) => {
      child.once('message', done);
      child.send('memory');
    });
  const stop = async () => {
    if (child.connected) child.send('stop');
    const isLate = await Promise.race([ended, wait(15_000, true, { ref: false })]);
    if (isLate === true) child.kill('SIGKILL');
    await ended;
  };
  return { port, pid: child.pid ?? 0, memory, stop };
}

let worlds = 0;

/** Creates a world. `url`: the address of a prepared database; otherwise a new one is created. */
export async function openWorld(
  { databases }: Pick<Bench, 'databases'>,
  given: { url?: string; worker?: boolean; pages?: boolean; mails?: boolean; smtpUrl?: string } = {},
): Promise<World> {
  worlds += 1;
  const name = `bench_${worlds}`;
  const url = given.url ?? (await databases.create(name));
  const database = openDatabase({
    url,
    poolSize: 10,
    applicationName: 'bench',
    onConnectionError: () => undefined,
  });
  const { worker = false, pages = false, mails = false, smtpUrl } = given;
  const options = { databaseUrl: url, worker, pages, mails, ...(smtpUrl && { smtpUrl }) };
  const servers: Server[] = [];
  const addServer = async () => {
    const server = await startServer(options);
    servers.push(server);
    return server;
  };
  const { port, pid, memory } = await addServer();
  const close = async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await database.close();
    await databases.drop(new URL(url).pathname.slice(1));
  };
  return { url, database, port, pid, memory, addServer: async () => (await addServer()).port, close };
}

/**
 * Runs `fn` on a connection without a time limit, for bulk preparation. Foreign keys are not checked for each row.
 */
export async function prepare<T>(url: string, fn: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient(url, async (client) => {
    await client.query('set session_replication_role = replica');
    return fn(client);
  });
}
