import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';

const now = sql<Date>`app.now()`;

export function findApp(tx: Tx | Db, userId: number) {
  return tx.selectFrom('totp_factors').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Locks the app, so that a code is judged by one call at a time. `seconds`: the database's clock. */
export function lockApp(tx: Tx, userId: number) {
  return tx
    .selectFrom('totp_factors')
    .select(['sealed_secret', 'confirmed_at', 'last_step', 'burned_step'])
    .select(sql<number>`extract(epoch from app.now())::float8`.as('seconds'))
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

/** Keeps a secret that is set up. A call at the same time keeps its own: the first one counts. */
export async function insertApp(tx: Tx, userId: number, sealedSecret: Buffer): Promise<void> {
  await tx
    .insertInto('totp_factors')
    .values({ user_id: userId, sealed_secret: sealedSecret })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

export async function noteStep(
  tx: Tx,
  userId: number,
  step: { last_step: number } | { burned_step: number },
): Promise<void> {
  await tx.updateTable('totp_factors').set(step).where('user_id', '=', userId).execute();
}

export async function confirmApp(tx: Tx, userId: number): Promise<void> {
  await tx.updateTable('totp_factors').set({ confirmed_at: now }).where('user_id', '=', userId).execute();
}

export async function deleteApp(tx: Tx, userId: number): Promise<boolean> {
  const gone = await tx
    .deleteFrom('totp_factors')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst();
  return gone?.confirmed_at != null;
}

export async function replaceRecoveryCodes(tx: Tx, userId: number, hashes: Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  if (hashes.length === 0) return;
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();
}

/** Uses a code up. False if it is not one of this user's unused ones. */
export async function spendRecoveryCode(tx: Tx, userId: number, hash: Buffer): Promise<boolean> {
  const spent = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return spent !== undefined;
}

export async function countRecoveryCodes(tx: Tx | Db, userId: number): Promise<{ left: number; of: number }> {
  const row = await tx
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)::int`.as('of'))
    .select(sql<number>`(count(*) filter (where used_at is null))::int`.as('left'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { left: row.left, of: row.of };
}

/** Which second factors a user has, of those that work. */
export async function findFactors(
  tx: Tx | Db,
  userId: number,
): Promise<{ app: boolean; passkeys: number; codes: number }> {
  const { rows } = await sql<{ app: boolean; passkeys: number; codes: number }>`select
    exists (select from app.totp_factors where user_id = ${userId} and confirmed_at is not null) as app,
    (select count(*)::int from app.passkeys where user_id = ${userId}) as passkeys,
    (select count(*)::int from app.recovery_codes where user_id = ${userId} and used_at is null) as codes`.execute(
    tx,
  );
  return rows[0] ?? { app: false, passkeys: 0, codes: 0 };
}

/** Writes since when the user has a second factor. Without any, their recovery codes go too. */
export async function noteSecondFactor(tx: Tx, userId: number): Promise<void> {
  const { app, passkeys } = await findFactors(tx, userId);
  const has = app || passkeys > 0;
  if (!has) await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .updateTable('users')
    .set({ second_factor_at: has ? sql<Date>`coalesce(second_factor_at, app.now())` : null })
    .where('id', '=', userId)
    .execute();
}

/** Locks a user, so that changes of the ways in are decided one after the other. */
export function lockUser(tx: Tx, userId: number) {
  return tx.selectFrom('users').selectAll().where('id', '=', userId).forUpdate().executeTakeFirst();
}

/** The names of the user's accounts that ask everybody for a second factor. */
export async function listRequiring(tx: Tx | Db, userId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('memberships as m')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .select('a.name')
    .where('m.user_id', '=', userId)
    .where('m.status', '=', 'active')
    .where('a.requires_second_factor', '=', true)
    .orderBy('a.name')
    .execute();
  return rows.map(({ name }) => name);
}

export async function deleteAllFactors(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('totp_factors').where('user_id', '=', userId).execute();
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
  await noteSecondFactor(tx, userId);
}

/** The memberships of a user, in the account and elsewhere. */
export function listMembershipsOf(tx: Tx, userId: number) {
  return tx
    .selectFrom('memberships')
    .select(['account_id', 'role', 'status'])
    .where('user_id', '=', userId)
    .execute();
}
