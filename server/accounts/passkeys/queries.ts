import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';

const now = sql<Date>`app.now()`;

export type Purpose = 'add' | 'sign_in' | 'confirm';

export async function insertChallenge(
  db: Db,
  challenge: { challenge: string; userId: number | null; purpose: Purpose; seconds: number },
): Promise<void> {
  await db
    .insertInto('passkey_challenges')
    .values({
      challenge: challenge.challenge,
      user_id: challenge.userId,
      purpose: challenge.purpose,
      expires_at: sql<Date>`app.now() + make_interval(secs => ${challenge.seconds})`,
    })
    .execute();
}

/** Uses a challenge up. Undefined if it is unknown, expired, used or of another purpose. */
export function spendChallenge(db: Db, challenge: string, purpose: Purpose) {
  return db
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
}

export function listPasskeys(tx: Tx | Db, userId: number) {
  return tx.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

export function findPasskey(db: Db, credentialId: string) {
  return db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
}

export function insertPasskey(
  tx: Tx,
  passkey: {
    user_id: number;
    credential_id: string;
    public_key: Buffer;
    sign_count: number;
    transports: string[];
    is_synced: boolean;
    name: string;
  },
) {
  return tx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Notes a use. False if a use with this or a later count was noted meanwhile: somebody has copied the key. */
export async function notePasskeyUse(db: Db, id: number, before: number, count: number): Promise<boolean> {
  const noted = await db
    .updateTable('passkeys')
    .set({ sign_count: count, last_used_at: now })
    .where('id', '=', id)
    .where('sign_count', '=', before)
    .returning('id')
    .executeTakeFirst();
  return noted !== undefined;
}

export function renamePasskey(db: Db, userId: number, id: number, name: string) {
  return db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
}

export async function deletePasskey(tx: Tx, userId: number, id: number): Promise<boolean> {
  const gone = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
}
