import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { folderForDatabases } from '../../test/in-memory.ts';
import { DataDirInUseError } from '../data-dir-lock.ts';
import { startEmbeddedPostgres } from './start.ts';

const dataDir = await mkdtemp(join(folderForDatabases(), 'entrada-embedded-'));
await chmod(dataDir, 0o711);
const log = () => undefined;
const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Starts another process of Entrada on the same directory. Resolves when its server answers. */
function startElsewhere(): Promise<ChildProcess> {
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, 'start.ts'))};
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: () => undefined });
    console.log('ready');
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Resolved from here, so that the bare imports of the module work.
    cwd: import.meta.dirname,
  });
  children.push(child);
  return new Promise((done, refuse) => {
    child.stdout?.once('data', () => done(child));
    child.once('exit', (code) => refuse(new Error(`ended with ${code}`)));
  });
}

const dead = (child: ChildProcess) => new Promise((done) => child.once('close', done));

test('starts, serves an owner without privileges, stops, and keeps address and data', async () => {
  const first = await startEmbeddedPostgres({ dataDir, log });
  await query(first.url, 'create table kept (id int); insert into kept values (1)');
  await query(first.url, 'create extension pg_trgm; create extension btree_gin; create extension unaccent');
  const [role] = await query(
    first.url,
    'select rolsuper, rolcreatedb from pg_roles where rolname = current_user',
  );
  expect(role).toEqual({ rolsuper: false, rolcreatedb: false });
  await first.stop();
  await first.stop();
  await expect(query(first.url, 'select 1')).rejects.toThrow();

  const second = await startEmbeddedPostgres({ dataDir, log });
  expect(second.url).toBe(first.url);
  expect(await query(second.url, 'select id from kept')).toEqual([{ id: 1 }]);
  await second.stop();
});

test('a server that is killed is started again at its address, with everything that was committed', async () => {
  const running = await startEmbeddedPostgres({ dataDir, log });
  await query(running.url, 'insert into kept values (2)');
  const pidFile = join(dataDir, 'postgres/cluster/postmaster.pid');
  process.kill(Number((await readFile(pidFile, 'utf8')).split('\n')[0]), 'SIGKILL');
  const ids = async () => (await query(running.url, 'select id from kept order by id')).map((row) => row.id);
  await expect(ids()).rejects.toThrow();
  await expect.poll(() => ids().catch(() => []), { timeout: 25_000, interval: 200 }).toEqual([1, 2]);
  await query(running.url, 'delete from kept where id = 2');
  await running.stop();
  await expect(ids()).rejects.toThrow();
});

test('a second start on the same directory is refused by name, or joins when asked', async () => {
  const other = await startElsewhere();
  await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(DataDirInUseError);
  await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(`process ${other.pid}`);
  const joined = await startEmbeddedPostgres({ dataDir, log, join: true });
  await joined.stop();
  expect(await query(joined.url, 'select id from kept')).toEqual([{ id: 1 }]);
  other.kill('SIGKILL');
  await dead(other);
});

test('what a killed run leaves behind is recovered', async () => {
  const killed = await startElsewhere();
  killed.kill('SIGKILL');
  await dead(killed);
  const after = await startEmbeddedPostgres({ dataDir, log });
  expect(await query(after.url, 'select id from kept')).toEqual([{ id: 1 }]);
  await after.stop();

  // The server is killed too, another process (this one) has its number, and nobody holds the lock.
  const all = await startElsewhere();
  const pidFile = join(dataDir, 'postgres/cluster/postmaster.pid');
  process.kill(Number((await readFile(pidFile, 'utf8')).split('\n')[0]), 'SIGKILL');
  all.kill('SIGKILL');
  await dead(all);
  await writeFile(pidFile, `${process.pid}\n`);
  await writeFile(join(dataDir, 'lock.json'), JSON.stringify({ pid: process.pid, started: 'another boot' }));
  const again = await startEmbeddedPostgres({ dataDir, log });
  expect(await query(again.url, 'select id from kept')).toEqual([{ id: 1 }]);
  await again.stop();
});
