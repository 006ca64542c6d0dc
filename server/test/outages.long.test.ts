import { Writable } from 'node:stream';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../db/client.ts';
import { isDatabaseUnavailable } from '../db/errors.ts';
import { buildTestApp } from './app.ts';
import { useTestDatabase } from './database.ts';
import { buildShop, reserveAs } from './shop.ts';
import { startTcpProxy } from './tcp-proxy.ts';

/** The shop reaches its database through a proxy, the tests reach it without. */
const direct = await useTestDatabase({ poolSize: 2 });
const proxy = await startTcpProxy(direct.url);
const throughProxy = openDatabase({
  url: proxy.url,
  poolSize: 4,
  applicationName: 'entrada test of outages',
  onConnectionError: () => undefined,
  waitMs: 500,
  silenceMs: 500,
});
afterAll(async () => {
  proxy.thaw();
  proxy.cut();
  await throughProxy.close();
  await proxy.close();
});

const lines: Record<string, unknown>[] = [];
const stream = new Writable({
  write: (chunk: Buffer, _encoding, done) => {
    for (const line of chunk.toString().trim().split('\n')) lines.push(JSON.parse(line));
    done();
  },
});
const app = await buildTestApp({
  database: { ...throughProxy, url: proxy.url },
  logger: { level: 'error', stream } as never,
});
const shop = await buildShop(direct.db);
const buy = () => reserveAs(app.as(), shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
const statusOf = async (request: Promise<{ status: number }>) => (await request).status;

test('a server that is read-only for a while answers 503 with Retry-After, and its connections are left', async () => {
  const { name } = (await direct.pool.query('select current_database() as name')).rows[0];
  expect(await statusOf(buy())).toBe(201);
  const setReadOnly = async (value: 'on' | 'off') => {
    await direct.pool.query(`alter database ${name} set default_transaction_read_only = ${value}`);
    proxy.cut();
  };
  onTestFinished(async () => {
    await direct.pool.query(
      `begin read write; alter database ${name} reset default_transaction_read_only; commit`,
    );
  });
  await setReadOnly('on');
  for (let n = 0; n < 6; n += 1) {
    const refused = await buy();
    expect(refused).toMatchObject({ status: 503, problem: { code: 'UNAVAILABLE' } });
    expect(refused.headers['retry-after']).toBe('2');
  }
  // The connections of the time before the switch lead to a server that stays read-only. The proxy does not cut them.
  await direct.pool.query(
    `begin read write; alter database ${name} reset default_transaction_read_only; commit`,
  );
  await expect.poll(() => statusOf(buy()), { timeout: 5_000 }).toBe(201);
});

test('a database that hangs is given up after a while, and answers again as soon as it goes on', async () => {
  expect(await statusOf(buy())).toBe(201);
  proxy.freeze();
  const waiting = throughProxy.pool.query('select 1').catch((error: unknown) => error);
  expect(isDatabaseUnavailable(await waiting)).toBe(true);
  const refused = await buy();
  expect(refused.status).toBe(503);
  expect(refused.headers['retry-after']).toBeDefined();
  proxy.thaw();
  await expect.poll(() => statusOf(buy()), { timeout: 5_000 }).toBe(201);
});

test('a connection that waits for nothing stays open, however long the server is silent', async () => {
  const client = await throughProxy.pool.connect();
  const pid = async () => (await client.query('select pg_backend_pid() as pid')).rows[0].pid;
  const before = await pid();
  await new Promise((done) => setTimeout(done, 1_800));
  expect(await pid()).toBe(before);
  client.release();
});

test('hundreds of refused requests write one line a second, with their count and without a stack', async () => {
  proxy.cut({ refuse: true });
  await expect.poll(() => throughProxy.pool.query('select 1').catch(() => 'away')).toBe('away');
  await new Promise((done) => setTimeout(done, 1_500));
  lines.length = 0;
  const began = performance.now();
  const statuses = await Promise.all(Array.from({ length: 300 }, () => statusOf(buy())));
  const seconds = (performance.now() - began) / 1_000;
  expect(new Set(statuses)).toEqual(new Set([503]));
  const counted = () => lines.reduce((sum, line) => sum + Number(line['count'] ?? 1), 0);
  await expect.poll(counted, { timeout: 5_000 }).toBe(300);
  const kinds = new Set(lines.map((line) => line['why']));
  expect(lines.length).toBeLessThanOrEqual(kinds.size * (Math.ceil(seconds) + 2));
  expect(JSON.stringify(lines)).not.toContain('stack');
  proxy.allow();
  await expect.poll(() => statusOf(buy()), { timeout: 5_000 }).toBe(201);
});

test('readyz says while jobs are late that they are, and stays 200', async () => {
  const ready = async () => {
    const reply = await app.app.inject('/readyz');
    return [reply.statusCode, reply.json()];
  };
  const late = [200, { status: 'ready', degraded: 'jobs' }];
  const fine = [200, { status: 'ready' }];
  expect(await ready()).toEqual(late);
  await direct.pool.query(
    `insert into app.worker_heartbeats (worker_id, seen_at) values ('w', clock_timestamp())`,
  );
  await direct.pool.query('delete from graphile_worker._private_jobs');
  await direct.pool.query(`select graphile_worker.add_job('probe', '{}'::json)`);
  expect(await ready()).toEqual(fine);
  await direct.pool.query(`update graphile_worker._private_jobs set run_at = now() - interval '1 minute'`);
  expect(await ready()).toEqual(late);
  await direct.pool.query('delete from graphile_worker._private_jobs');
  expect(await ready()).toEqual(fine);
  proxy.cut({ refuse: true });
  await expect.poll(ready, { timeout: 5_000 }).toEqual([503, { status: 'database unavailable' }]);
  proxy.allow();
  await expect.poll(ready, { timeout: 5_000 }).toEqual(fine);
});
