import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestDatabase } from '../test/database.ts';
import type { Db } from './client.ts';

const { db, apart, lane } = await useTestDatabase();

const OVERDUE = 'explain select id from app.orders where expires_at <= app.now()';

async function planOf(each: Db): Promise<string> {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`${sql.raw(OVERDUE)}`.execute(each);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

test('connections of a sale never read the whole of a table that was not counted yet', async () => {
  expect(await planOf(db)).toContain('Seq Scan on orders');
  for (const [name, each] of Object.entries(apart)) {
    expect(await planOf(each), name).toMatch(/Scan (using|on) orders_deadline/);
  }
  const { rows } = await lane.query<{ 'QUERY PLAN': string }>(OVERDUE);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Scan (using|on) orders_deadline/);
});

test('no reply of theirs waits for parallel workers', async () => {
  const workers = (each: Db) =>
    sql<{ n: string }>`select current_setting('max_parallel_workers_per_gather') as n`.execute(each);
  for (const each of Object.values(apart)) expect((await workers(each)).rows).toEqual([{ n: '0' }]);
});
