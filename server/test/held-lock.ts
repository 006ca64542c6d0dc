import pg from 'pg';
import { onTestFinished } from 'vitest';

/** Holds locks with a connection of its own until the result is called, or until the test ends. */
export async function holdLock(url: string, ...statements: string[]): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin');
  for (const statement of statements) await client.query(statement);
  return async () => void (await client.query('rollback'));
}
