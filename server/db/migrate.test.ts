import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { useTestDatabase } from '../test/database.ts';
import { findOpenMigrations, migrate } from './migrate.ts';

const { pool, url } = await useTestDatabase();
const directory = await mkdtemp(join(tmpdir(), 'entrada-migrations-'));
afterAll(() => rm(directory, { recursive: true }));

const log = () => undefined;
const put = (name: string, sql: string) => writeFile(join(directory, name), sql);

beforeEach(async () => {
  await pool.query('drop schema app cascade');
  await rm(directory, { recursive: true });
  const { mkdir } = await import('node:fs/promises');
  await mkdir(directory);
  await put('0001_first.sql', 'create table first (id int); create table second (id int);');
});

test('applies what is open, once, and says what it did', async () => {
  expect(await findOpenMigrations({ url, directory })).toEqual(['0001_first.sql']);
  expect(await migrate({ url, log, directory })).toEqual(['0001_first.sql']);
  expect(await migrate({ url, log, directory })).toEqual([]);
  await put('0002_more.sql', 'alter table app.first add column name text;');
  expect(await migrate({ url, log, directory })).toEqual(['0002_more.sql']);
});

test('several processes at once apply each migration once', async () => {
  const results = await Promise.all(Array.from({ length: 5 }, () => migrate({ url, log, directory })));
  expect(results.flat()).toEqual(['0001_first.sql']);
});

test('a failing migration leaves nothing behind and names its line', async () => {
  await put('0002_broken.sql', 'create table third (id int);\nselect nonsense;');
  await expect(migrate({ url, log, directory })).rejects.toThrow(
    /0002_broken\.sql failed \(line 2\).*nonsense/,
  );
  const { rows } = await pool.query(
    `select to_regclass('app.third') as third, to_regclass('app.first') as first`,
  );
  expect(rows[0]).toEqual({ third: null, first: 'first' });
});

test('waits for a busy table instead of giving up', async () => {
  await migrate({ url, log, directory });
  await put('0002_busy.sql', 'alter table app.first add column note text;');
  const holder = await pool.connect();
  await holder.query('begin; lock table app.first in access share mode');
  const messages: string[] = [];
  const running = migrate({ url, log: (message) => messages.push(message), directory });
  await expect.poll(() => messages.length, { timeout: 6_000 }).toBeGreaterThan(0);
  await holder.query('rollback');
  holder.release();
  expect(await running).toEqual(['0002_busy.sql']);
  expect(messages[0]).toContain('busy table');
});

test.each([
  ['a newer database', async () => rm(join(directory, '0001_first.sql')), /newer than this version/],
  ['a changed file', async () => put('0001_first.sql', 'select 1'), /was changed after/],
  ['a file put before an applied one', async () => put('0000_late.sql', 'select 1'), /comes before/],
  ['a number given twice', async () => put('0001_twin.sql', 'select 1'), /number 0001/],
  ['a name out of order', async () => put('2_bad.sql', 'select 1'), /must be named/],
])('refuses %s', async (_name, change, message) => {
  await migrate({ url, log, directory });
  await change();
  await expect(migrate({ url, log, directory })).rejects.toThrow(message);
});
