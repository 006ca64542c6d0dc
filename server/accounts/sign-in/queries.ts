import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';

const now = sql<Date>`app.now()`;

export async function insertPending(
  tx: Tx | Db,
  pending: { hash: Buffer; userId: number; isComplete: boolean; seconds: number },
): Promise<void> {
  await tx
    .insertInto('pending_logins')
    .values({
      token_hash: pending.hash,
      user_id: pending.userId,
      is_complete: pending.isComplete,
      expires_at: sql<Date>`app.now() + make_interval(secs => ${pending.seconds})`,
    })
    .execute();
}

/** A login that waits for its next step. Undefined if it is too old. */
export function findPending(tx: Tx | Db, hash: Buffer, isComplete: boolean) {
  return tx
    .selectFrom('pending_logins')
    .select('user_id')
    .where('token_hash', '=', hash)
    .where('is_complete', '=', isComplete)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Uses it up. Undefined if another call has just done so. */
export function spendPending(tx: Tx, hash: Buffer, isComplete: boolean) {
  return tx
    .deleteFrom('pending_logins')
    .where('token_hash', '=', hash)
    .where('is_complete', '=', isComplete)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
}
