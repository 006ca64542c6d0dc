import type { Db } from '../../db/client.ts';

/** The version of what an event sells. It rises with every change that a buyer may notice. */
export async function catalogVersion(db: Db, eventId: number): Promise<number> {
  const row = await db
    .selectFrom('events')
    .select('catalog_version')
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow();
  return row.catalog_version;
}
