import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import type { Db } from '../db/client.ts';

/** Holds locks with a connection of its own until the result is called, or until the test ends. */
export async function holdLock(url: string, ...statements: string[]): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin');
  for (const statement of statements) await client.query(statement);
  return async () => void (await client.query('rollback'));
}

/**
 * Starts calls one after the other while a statement locks a row that each of them wants, so that all are under way
 * before the first goes on, and they go on in this order.
 */
export async function lineUp<T>(
  db: Db,
  lock: RawBuilder<unknown>,
  calls: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const waiting = async () => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows[0]?.n;
  };
  const started: Promise<T>[] = [];
  await db.transaction().execute(async (tx) => {
    await lock.execute(tx);
    for (const [at, call] of calls.entries()) {
      started.push(call());
      await expect.poll(waiting, { timeout: 20_000 }).toBe(at + 1);
    }
  });
  return Promise.all(started);
}
