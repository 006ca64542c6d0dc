import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';

const CHUNK = 200;

/** Orders whose offline payment is overdue, without those in `left`. */
export async function findUnpaid(db: Db, left: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('status', '=', 'awaiting_offline_payment')
    .where('offline_due_at', '<=', sql<Date>`app.now()`)
    .where(sql<boolean>`id <> all(${[...left]}::bigint[])`)
    .orderBy('offline_due_at')
    .limit(CHUNK)
    .execute();
  return rows.map((row) => row.id);
}
