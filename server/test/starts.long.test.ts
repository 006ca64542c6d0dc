import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DEMO_EVENTS } from '../operations/demo/program.ts';
import { createTestDatabase } from './database.ts';
import { startTcpProxy } from './tcp-proxy.ts';

const ROOT = join(import.meta.dirname, '../..');
/** A start loads a year of demo data, in a process of its own. */
const LONG = 120_000;

async function emptyDatabase() {
  const database = await createTestDatabase({ poolSize: 2 });
  onTestFinished(database.drop);
  await database.pool.query('drop schema app, test_bank, graphile_worker cascade');
  const dataDir = await mkdtemp(join(tmpdir(), 'entrada-starts-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const count = async (table: string) =>
    Number((await database.pool.query(`select count(*) as n from app.${table}`)).rows[0].n);
  /** What is still in the queue although its data was deleted before it was loaded again. */
  const jobsOfFirstTry = async () => {
    const { rows } = await database.pool.query(`select j.key from graphile_worker._private_jobs j
      join app.installation i on i.key = 'demo_begun' and j.created_at < (i.value->>'at')::timestamptz`);
    return rows;
  };
  return { ...database, dataDir, count, jobsOfFirstTry };
}

/** A process as an operator starts it. It runs jobs only, so it needs no built pages. */
function start(databaseUrl: string, dataDir: string) {
  const child: ChildProcess = spawn(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      ROLE: 'worker',
      SEED: 'on',
      SECRET: 'a-secret-for-starts-0123456789abcdef',
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  /** Waits for words of the process. Fails with everything it said if it ends before. */
  const says = async (words: string) => {
    await expect
      .poll(() => said.includes(words) || child.exitCode !== null, { timeout: LONG, interval: 50 })
      .toBe(true);
    expect(said).toContain(words);
  };
  return { says, said: () => said };
}

test(
  'a start waits for a database that is not there yet, and goes on after it was lost',
  async () => {
    const { url, dataDir, count, jobsOfFirstTry } = await emptyDatabase();
    const proxy = await startTcpProxy(url);
    onTestFinished(proxy.close);
    proxy.cut({ refuse: true });
    const { says, said } = start(proxy.url, dataDir);
    await says('The database does not answer');
    proxy.allow();
    await says(`  ${DEMO_EVENTS[0]?.title}\n`);
    proxy.cut();
    await says('Entrada is ready');
    expect(said().match(/Loaded demo data/g)).toHaveLength(1);
    expect(await count('events')).toBe(DEMO_EVENTS.length);
    expect(await count('accounts')).toBe(1);
    expect(await jobsOfFirstTry()).toEqual([]);
  },
  LONG,
);

test(
  'of two processes that start on one empty database one loads the demo data, and both run',
  async () => {
    const { url, dataDir, count } = await emptyDatabase();
    const processes = [start(url, dataDir), start(url, dataDir)];
    await Promise.all(processes.map(({ says }) => says('Entrada is ready')));
    const all = processes.map(({ said }) => said()).join('\n');
    expect(all.match(/Loaded demo data/g)).toHaveLength(1);
    expect(all.match(/Another process loads the demo data: waiting for it/g)).toHaveLength(1);
    expect(await count('events')).toBe(DEMO_EVENTS.length);
    expect(await count('accounts')).toBe(1);
  },
  LONG,
);
