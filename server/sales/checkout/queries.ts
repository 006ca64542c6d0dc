import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';

/** How many orders a sweep takes at once. */
const CHUNK = 500;

/** Orders that wait for the provider to say how their payment ended. */
export async function findEnding(tx: Tx | Db): Promise<number[]> {
  const rows = await tx
    .selectFrom('orders')
    .select('id')
    .where('status', '=', 'cancelling')
    .limit(CHUNK)
    .execute();
  return rows.map((row) => row.id);
}

/** Those of them that have waited two minutes beyond their deadline. */
export async function findStuckEnding(tx: Tx | Db): Promise<number[]> {
  const rows = await tx
    .selectFrom('orders')
    .select('id')
    .where('status', '=', 'cancelling')
    .where('expires_at', '<', sql<Date>`app.now() - interval '2 minutes'`)
    .limit(CHUNK)
    .execute();
  return rows.map((row) => row.id);
}
