import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestDatabase } from '../test/database.ts';
import { type Db, inTransaction, type Tx } from './client.ts';
import { together } from './pipeline.ts';

const { db, apart } = await useTestDatabase();
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

test('at once means that a statement is sent before the one before it is answered', async () => {
  const events: string[] = [];
  const noted = (tx: Tx, name: string) => async () => {
    events.push(`${name} sent`);
    await sql`select ${name}::text`.execute(tx);
    events.push(`${name} answered`);
  };
  await inTransaction(apart.checkout, (tx) => together(tx, noted(tx, 'a'), noted(tx, 'b')));
  expect(events).toEqual(['a sent', 'b sent', 'a answered', 'b answered']);
  events.length = 0;
  await inTransaction(db, (tx) => together(tx, noted(tx, 'a'), noted(tx, 'b')));
  expect(events).toEqual(['a sent', 'a answered', 'b sent', 'b answered']);
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
