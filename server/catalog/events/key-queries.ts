import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { Pair, StoredPair } from './keys.ts';

/** The pair of an event that this seal opens: one that it sealed, or one that is still raw. */
export async function findKeys(tx: Tx | Db, eventId: number, sealName: Buffer): Promise<StoredPair | null> {
  const row = await tx
    .selectFrom('event_keys')
    .select(['public_key as publicKey', 'private_key as privateKey', 'sealed_by as sealedBy'])
    .where('event_id', '=', eventId)
    .where((where) => where.or([where('sealed_by', '=', sealName), where('sealed_by', 'is', null)]))
    .orderBy(sql`sealed_by is null`)
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Every public half of an event, as 32 bytes each. A code that any of them verifies is genuine. */
export async function findPublicKeys(tx: Tx | Db, eventId: number): Promise<Buffer[]> {
  const rows = await tx
    .selectFrom('event_keys')
    .select('public_key')
    .where('event_id', '=', eventId)
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map((row) => row.public_key);
}

/** Adds a pair to those of an event, unless another process has just added one of the same seal. */
export async function insertKeysBeside(tx: Tx | Db, eventId: number, keys: StoredPair): Promise<void> {
  await sql`
    insert into app.event_keys (account_id, event_id, public_key, private_key, sealed_by)
    select account_id, id, ${keys.publicKey}, ${keys.privateKey}, ${keys.sealedBy} from app.events where id = ${eventId}
    on conflict (event_id, sealed_by) do nothing`.execute(tx);
}

/** Some of the pairs whose private half lies raw. */
export const findRawKeys = (db: Db, limit: number): Promise<(Pair & { eventId: number })[]> =>
  db
    .selectFrom('event_keys')
    .select(['event_id as eventId', 'public_key as publicKey', 'private_key as privateKey'])
    .where('sealed_by', 'is', null)
    .orderBy('event_id')
    .limit(limit)
    .execute();

/** Puts the sealed half in the place of the raw one. False if that has happened already. */
export async function replaceRawKey(db: Db, eventId: number, keys: StoredPair): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('event_keys')
    .set({ private_key: keys.privateKey, sealed_by: keys.sealedBy })
    .where('event_id', '=', eventId)
    .where('public_key', '=', keys.publicKey)
    .where('sealed_by', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
