import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '../../db/client.ts';
import { useTestDatabase } from '../../test/database.ts';
import { startTcpProxy } from '../../test/tcp-proxy.ts';
import { defineJob, enqueue, type JobCtx } from './job.ts';
import { freeNotBegun } from './queries.ts';
import { startWorker } from './worker.ts';

/** The worker reaches the database through a proxy, the test without. */
const direct = await useTestDatabase({ poolSize: 2 });
const proxy = await startTcpProxy(direct.url);
const through = openDatabase({
  url: proxy.url,
  poolSize: 6,
  applicationName: 'entrada test of the runner',
  onConnectionError: () => undefined,
  waitMs: 300,
  silenceMs: 2_000,
});
afterAll(async () => {
  proxy.thaw();
  proxy.cut();
  await through.close();
  await proxy.close();
});

const said: string[] = [];
const note = (_facts: object, message: string) => void said.push(message);
const log = { warn: note, error: note, child: () => log } as unknown as JobCtx['log'];
const ctx = { db: through.db, log } as unknown as JobCtx;

/** A worker with one kind of job. `ran` says which ran; while the gate is shut they wait in the middle. */
async function work(pool: pg.Pool = through.pool) {
  const ran: number[] = [];
  let gate = Promise.resolve();
  const job = defineJob({
    name: 'probe',
    payload: z.object({ n: z.number() }),
    handler: async (_ctx, { n }) => {
      ran.push(n);
      await gate;
      await wait(n * 20);
    },
  });
  const worker = await startWorker({ pool, jobs: [job], schedules: [], ctx });
  onTestFinished(worker.stop);
  const add = async (...numbers: number[]) => {
    for (const n of numbers) await enqueue(direct.db, job, { n });
  };
  const shut = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    return resolve;
  };
  return { ran, add, shut };
}

const left = async () =>
  (await direct.pool.query('select count(*) as n from graphile_worker._private_jobs')).rows[0].n;

const listening = `select pid from pg_stat_activity where datname = current_database() and query like 'LISTEN%'`;

const outages = {
  'a database that hangs': async () => {
    proxy.freeze();
    return () => proxy.thaw();
  },
  'a database that is gone': async () => {
    proxy.cut({ refuse: true });
    return () => proxy.allow();
  },
};

test.each(Object.entries(outages))(
  'jobs that end during %s are recorded, and jobs go on',
  async (_, begin) => {
    const { ran, add, shut } = await work();
    const open = shut();
    await add(1, 2, 3, 4);
    await expect.poll(() => ran.length, { timeout: 10_000 }).toBe(4);
    const end = await begin();
    open();
    // Longer than anybody waits for a connection, so the records of all four have failed at least once.
    await wait(1_500);
    await end();
    await add(5, 6, 7, 8, 9, 10);
    await expect.poll(left, { timeout: 15_000 }).toBe(0);
    expect([...ran].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    await expect.poll(async () => (await direct.pool.query(listening)).rowCount, { timeout: 5_000 }).toBe(1);
  },
);

test('a runner that loses the connection on which it listens listens again within seconds, each time', async () => {
  const { ran, add } = await work();
  const pids = async () => (await direct.pool.query(listening)).rows.map(({ pid }) => pid);
  let lost: number[] = [];
  for (let time = 0; time < 5; time += 1) {
    // Much more than it takes, and much less than the minute that the pauses of graphile-worker grow to.
    await expect
      .poll(async () => (await pids()).filter((pid) => !lost.includes(pid)).length, { timeout: 10_000 })
      .toBe(1);
    lost = await pids();
    await direct.pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [lost]);
  }
  await expect
    .poll(async () => (await pids()).filter((pid) => !lost.includes(pid)).length, { timeout: 10_000 })
    .toBe(1);
  await add(1);
  await expect.poll(() => ran, { timeout: 10_000 }).toEqual([1]);
});

test('a runner that cannot come to its end is given up, and the next one runs the jobs and says so', async () => {
  let broken = 4;
  const failing: pg.Pool = Object.assign(Object.create(through.pool), {
    connect: async () => {
      const client = await through.pool.connect();
      const query = async (given: pg.QueryConfig, ...rest: []) => {
        if (!given.name?.startsWith('complete_job') || broken === 0) return client.query(given, ...rest);
        broken -= 1;
        await wait(200);
        throw new Error('a mistake');
      };
      return Object.assign(Object.create(client), { query, release: () => client.release() });
    },
  });
  said.length = 0;
  const { ran, add, shut } = await work(failing);
  const open = shut();
  await add(1, 2, 3, 4);
  await expect.poll(() => ran.length, { timeout: 10_000 }).toBe(4);
  open();
  await expect.poll(() => broken, { timeout: 10_000 }).toBe(0);
  await add(5, 6, 7, 8);
  await expect.poll(left, { timeout: 25_000 }).toBe(0);
  expect(new Set(ran)).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8]));
  expect(said.filter((line) => line.includes('runner'))).toEqual([
    'the runner of jobs has ended and is started again',
  ]);
  expect(said).toContain('jobs run again');
});

test('a job that was locked and never begun is free again, with its try; a running one is not', async () => {
  const job = { name: 'nobody runs this' };
  await enqueue(direct.db, job, {});
  await enqueue(direct.db, job, {});
  await direct.pool.query(
    `update graphile_worker._private_jobs set locked_by = 'pool-1', locked_at = now() - interval '1 minute', attempts = 1`,
  );
  const { rows } = await direct.pool.query('select id from graphile_worker._private_jobs order by id');
  const [begun, lost] = rows.map(({ id }) => String(id));
  expect(await freeNotBegun(direct.db, 'pool-2', [])).toBe(0);
  expect(await freeNotBegun(direct.db, 'pool-1', [begun ?? ''])).toBe(1);
  const after = await direct.pool.query(
    'select id, locked_by, attempts from graphile_worker._private_jobs order by id',
  );
  expect(after.rows).toEqual([
    { id: Number(begun), locked_by: 'pool-1', attempts: 1 },
    { id: Number(lost), locked_by: null, attempts: 0 },
  ]);
});
