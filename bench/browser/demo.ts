import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { buildSession } from '../../server/accounts/factory.ts';
import { openDatabase } from '../../server/db/client.ts';
import type { Bench } from '../world.ts';

const MOST_WAIT_MS = 180_000;

/** The product as `npm start` runs it, with its demo data. */
export type Demo = {
  port: number;
  token: string;
  eventId: number;
  eventPath: string;
  stop: () => Promise<void>;
};

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address ? address.port : 0;
}

/** Starts the product on a new database and waits for its demo data. */
export async function startDemo({ databases }: Pick<Bench, 'databases'>): Promise<Demo> {
  const url = await databases.create('bench_demo');
  const dataDir = await mkdtemp(join(tmpdir(), 'entrada-bench-demo-'));
  const port = await freePort();
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../server/start.mjs')], {
    env: { ...process.env, DATABASE_URL: url, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'silent' },
    stdio: 'ignore',
  });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await databases.drop('bench_demo');
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const until = Date.now() + MOST_WAIT_MS;
    for (;;) {
      // The server answers before its demo data is complete.
      const found = (await answers(`http://127.0.0.1:${port}/event`)) && (await findEvent(url));
      if (found) return { port, ...found, stop };
      if (Date.now() > until || child.exitCode !== null) throw new Error('The demo does not start');
      await wait(500);
    }
  } catch (error) {
    await stop();
    throw error;
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

/** The first event of the demo, and a session of its organizer. Null until all demo data is there. */
async function findEvent(url: string): Promise<Omit<Demo, 'port' | 'stop'> | null> {
  const onConnectionError = () => undefined;
  const database = openDatabase({ url, poolSize: 2, applicationName: 'bench demo', onConnectionError });
  try {
    const { db } = database;
    const isLoaded = await db
      .selectFrom('installation')
      .select('key')
      .where('key', '=', 'demo')
      .executeTakeFirst();
    if (!isLoaded) return null;
    const event = await database.db
      .selectFrom('events')
      .select(['id', 'slug', 'account_id'])
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const member = await database.db
      .selectFrom('memberships')
      .select('user_id')
      .where('account_id', '=', event.account_id)
      .orderBy('user_id')
      .executeTakeFirstOrThrow();
    const token = await buildSession(database.db, member.user_id, event.account_id);
    return { token, eventId: event.id, eventPath: `/event/${event.id}/${event.slug}` };
  } finally {
    await database.close();
  }
}
