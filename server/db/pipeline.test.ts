import { sql } from 'kysely';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { useTestDatabase } from '../test/database.ts';
import { type Db, inTransaction, openDatabase, type Tx } from './client.ts';
import { together } from './pipeline.ts';

const { db, apart, url } = await useTestDatabase();
await sql`create table app.pipeline_probe (n int primary key)`.execute(db);

const insert = (tx: Tx, n: number) => () =>
  sql<{ n: number }>`insert into app.pipeline_probe (n) values (${n}) returning n`.execute(tx);
const stored = async () =>
  (await sql<{ n: number }>`select n from app.pipeline_probe order by n`.execute(db)).rows.map(({ n }) => n);

const databases: [string, Db][] = [
  ['one after the other', db],
  ['at once', apart.checkout],
];

test.each(databases)('steps are run in their order and answer in it: %s', async (_how, one) => {
  const [first, second] = await inTransaction(one, (tx) =>
    together(
      tx,
      async () => (await insert(tx, 1)()).rows[0]?.n,
      async () =>
        (await sql<{ n: number }>`select max(n) as n from app.pipeline_probe`.execute(tx)).rows[0]?.n,
    ),
  );
  expect([first, second]).toEqual([1, 1]);
  await sql`delete from app.pipeline_probe`.execute(db);
});

test.each(databases)('a step that fails undoes all, and its own error is told: %s', async (_how, one) => {
  const failing = inTransaction(one, (tx) =>
    together(
      tx,
      async () => {
        await insert(tx, 1)();
        // Sent after the transaction has failed. It must not become a transaction of its own.
        await insert(tx, 2)();
      },
      insert(tx, 1),
      insert(tx, 3),
    ),
  );
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(await stored()).toEqual([]);
  // The connection is good for the next transaction.
  await inTransaction(one, (tx) => together(tx, insert(tx, 4), insert(tx, 5)));
  expect(await stored()).toEqual([4, 5]);
  await sql`delete from app.pipeline_probe`.execute(db);
});

/** What pg sends and gets while `fn` runs. */
async function driverEvents(fn: () => Promise<unknown>): Promise<string[]> {
  const events: string[] = [];
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  const noting = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [asked] = given as [string | { text: string }];
    const name = (typeof asked === 'string' ? asked : asked.text).replace(/^select \$1::int as /, '');
    events.push(`${name} sent`);
    const answer = query.apply(this, given) as Promise<unknown>;
    return answer.finally(() => events.push(`${name} answered`));
  } as never);
  await fn().finally(() => noting.mockRestore());
  return events;
}

test('at once means that a statement is sent before the one before it is answered', async () => {
  const two = (tx: Tx) =>
    together(
      tx,
      () => sql`select ${1}::int as a`.execute(tx),
      () => sql`select ${2}::int as b`.execute(tx),
    );
  // The wrapper of a connection keeps the query function of its time, so the connection must be a new one.
  const fresh = openDatabase({
    url,
    poolSize: 1,
    applicationName: 'pipeline test',
    onConnectionError: () => undefined,
  });
  try {
    expect(await driverEvents(() => inTransaction(fresh.apart.checkout, two))).toEqual([
      'begin sent',
      'a sent',
      'b sent',
      'begin answered',
      'a answered',
      'b answered',
      'commit sent',
      'commit answered',
    ]);
    expect(await driverEvents(() => inTransaction(fresh.db, two))).toEqual([
      'begin sent',
      'begin answered',
      'a sent',
      'a answered',
      'b sent',
      'b answered',
      'commit sent',
      'commit answered',
    ]);
  } finally {
    await fresh.close();
  }
});

test('a transaction whose failure nobody threw is not taken for a commit', async () => {
  const swallowing = inTransaction(apart.checkout, async (tx) => {
    await insert(tx, 1)();
    await insert(tx, 1)().catch(() => undefined);
  });
  await expect(swallowing).rejects.toThrow('had failed before its commit');
  expect(await stored()).toEqual([]);
});

test('the connections of the checkout keep the plan of a statement', async () => {
  const plans = () =>
    inTransaction(apart.checkout, async (tx) => {
      for (const n of [1, 2]) await sql`select ${n}::int + 1 as kept`.execute(tx);
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_prepared_statements
        where statement like '%+ 1 as kept'`.execute(tx);
      return rows[0]?.n;
    });
  expect([await plans(), await plans()]).toEqual([1, 1]);
});

// The next version of the program adds columns while this one runs (row A12 of the faults).
test.each([
  ['free orders', apart.checkout],
  ['card payments', apart.payments],
])('a table that gets a column is read on by %s', async (_who, one) => {
  const read = async (on: Tx | Db) => [
    await on.selectFrom('images').selectAll().where('id', '=', 0).execute(),
    await on.selectFrom('images as i').selectAll('i').select('i.id as again').where('i.id', '=', 0).execute(),
  ];
  await inTransaction(one, read);
  await sql`alter table app.images add column probe int`.execute(db);
  for (const _ of [1, 2]) expect(await inTransaction(one, read)).toEqual([[], []]);
  expect(await read(one)).toEqual([[], []]);
  await sql`alter table app.images drop column probe`.execute(db);
});
