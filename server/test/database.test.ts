import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction, openDatabase } from '../db/client.ts';
import { isDatabaseUnavailable } from '../db/errors.ts';
import { createTestDatabase, useTestDatabase } from './database.ts';

const { db, pool, url } = await useTestDatabase();

test('a test file has a migrated database of its own, as a role without privileges', async () => {
  const other = await createTestDatabase();
  try {
    const applied = await pool.query('select name from app.schema_migrations order by name');
    expect(applied.rows[0].name).toMatch(/^0001_/);
    expect(other.url).not.toBe(url);
    const role = await pool.query('select rolsuper from pg_roles where rolname = current_user');
    if (!process.env['TEST_DATABASE_URL']) expect(role.rows[0].rolsuper).toBe(false);
  } finally {
    await other.drop();
  }
});

test('integers are numbers, unsafe ones an error; decimals and dates are text; instants are Date', async () => {
  const { rows } = await sql<Record<string, unknown>>`
    select 9007199254740991::int8 as big, array[1, 2]::int8[] as list, 6.0000::numeric(9, 4) as rate,
           '2026-03-29'::date as day, '2026-03-29T00:00:00Z'::timestamptz as instant`.execute(db);
  expect(rows[0]).toEqual({
    big: 9007199254740991,
    list: [1, 2],
    rate: '6.0000',
    day: '2026-03-29',
    instant: new Date('2026-03-29T00:00:00Z'),
  });
  await expect(sql`select 9007199254740992::int8`.execute(db)).rejects.toThrow(RangeError);
});

test('a transaction commits or rolls back as a whole', async () => {
  await sql`create table app.probe (id int)`.execute(db);
  await inTransaction(db, (tx) => sql`insert into probe values (1)`.execute(tx));
  const failing = inTransaction(db, async (tx) => {
    await sql`insert into probe values (2)`.execute(tx);
    throw new Error('refused');
  });
  await expect(failing).rejects.toThrow('refused');
  const { rows } = await sql<{ id: number }>`select id from probe`.execute(db);
  expect(rows).toEqual([{ id: 1 }]);
  await expect(inTransaction(db, (tx) => inTransaction(tx, async () => 0))).rejects.toThrow('transaction');
});

test('a full pool and an absent server count as unavailable; a wrong statement does not', async () => {
  const small = openDatabase({
    url,
    poolSize: 1,
    applicationName: 'small',
    onConnectionError: () => undefined,
    waitMs: 300,
  });
  const held = await small.pool.connect();
  const started = performance.now();
  const refused = await small.pool.query('select 1').catch((error: unknown) => error);
  expect(isDatabaseUnavailable(refused)).toBe(true);
  expect(performance.now() - started).toBeLessThan(2_500);
  held.release();
  await small.close();

  const absent = openDatabase({
    url: 'postgres://entrada@localhost:1/none',
    poolSize: 1,
    applicationName: 'absent',
    onConnectionError: () => undefined,
  });
  expect(isDatabaseUnavailable(await absent.pool.query('select 1').catch((error: unknown) => error))).toBe(
    true,
  );
  await absent.close();

  expect(isDatabaseUnavailable(await pool.query('select nonsense').catch((error: unknown) => error))).toBe(
    false,
  );
});

test('who waits for a connection still gets it after a while in which the process had no time', async () => {
  const small = openDatabase({
    url,
    poolSize: 1,
    applicationName: 'paused',
    onConnectionError: () => undefined,
  });
  await small.pool.query('select 1');
  const waiting = Promise.all([1, 2, 3].map(() => small.pool.query('select 1')));
  await new Promise((done) => setImmediate(done));
  const until = performance.now() + 2_100;
  while (performance.now() < until);
  await expect(waiting).resolves.toHaveLength(3);
  await small.close();
});

test('a connection ended by the server neither ends the process nor spoils the pool', async () => {
  const { rows } = await pool.query('select pg_backend_pid() as pid');
  const lost: Error[] = [];
  const own = openDatabase({
    url,
    poolSize: 1,
    applicationName: 'own',
    onConnectionError: (error) => lost.push(error),
  });
  const pid = (await own.pool.query('select pg_backend_pid() as pid')).rows[0].pid;
  expect(pid).not.toBe(rows[0].pid);
  await pool.query('select pg_terminate_backend($1)', [pid]);
  await expect.poll(() => lost.length).toBeGreaterThan(0);
  expect((await own.pool.query('select 1 as one')).rows[0].one).toBe(1);
  await own.close();
});
