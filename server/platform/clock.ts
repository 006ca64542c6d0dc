import { sql } from 'kysely';
import type { Db, Tx } from '../db/client.ts';

/**
 * The clock of this process, for displayed times and for signatures. Deadlines use the clock of the database.
 */
export type Clock = { now: () => Date };

export const systemClock: Clock = { now: () => new Date() };

/** The time by the database’s clock, which decides deadlines. */
export async function readNow(tx: Tx | Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select app.now() as now`.execute(tx);
  if (!rows[0]) throw new Error('The database does not tell the time');
  return rows[0].now;
}
