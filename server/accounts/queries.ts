import { personName } from '@entrada/contract/accounts/person-name';
import type { Place } from '@entrada/contract/accounts/place';
import type { Locale } from '@entrada/contract/constants';
import type { Cover } from '@entrada/contract/images';
import type { Role } from '@entrada/contract/permissions';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/client.ts';
import type { UserActor } from '../platform/context.ts';
import { COVER_COLUMNS, coverOf } from '../platform/images/picture.ts';

const now = sql<Date>`app.now()`;

/** The session of a token with its user. Null if the session is expired or the membership is not active. */
export async function findSessionActor(
  db: Db,
  tokenHash: Buffer,
): Promise<(UserActor & { isStale: boolean }) | null> {
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .innerJoin('memberships as m', (join) =>
      join.onRef('m.user_id', '=', 's.user_id').onRef('m.account_id', '=', 's.account_id'),
    )
    .innerJoin('accounts as a', 'a.id', 's.account_id')
    .select(['s.id', 's.user_id', 's.account_id', 'm.role', 'm.limited', 'u.email_confirmed_at', 'u.locale'])
    .select(
      sql<boolean>`coalesce(s.confirmed_at, s.created_at) > app.now() - interval '10 minutes'`.as('is_fresh'),
    )
    .select(sql<boolean>`a.requires_second_factor and u.second_factor_at is null`.as('lacks_second_factor'))
    .select(sql<boolean>`s.last_seen_at < app.now() - interval '1 minute'`.as('is_stale'))
    .where('s.token_hash', '=', tokenHash)
    .where('s.expires_at', '>', now)
    .where('m.status', '=', 'active')
    .executeTakeFirst();
  if (!row) return null;
  return {
    kind: 'user',
    sessionId: row.id,
    userId: row.user_id,
    accountId: row.account_id,
    role: row.role as Role,
    limited: row.limited,
    emailConfirmed: row.email_confirmed_at !== null,
    locale: row.locale as Locale,
    isFresh: row.is_fresh,
    lacksSecondFactor: row.lacks_second_factor,
    isStale: row.is_stale,
  };
}

export async function touchSession(db: Db, sessionId: number): Promise<void> {
  await sql`with seen as (
      update app.sessions set last_seen_at = app.now() where id = ${sessionId} returning account_id, user_id)
    update app.memberships m set last_seen_at = app.now() from seen s
    where m.account_id = s.account_id and m.user_id = s.user_id`.execute(db);
}

export async function insertSession(
  tx: Tx,
  session: {
    tokenHash: Buffer;
    userId: number;
    accountId: number;
    userAgent: string;
    place: Place | null;
    seconds: number;
  },
): Promise<void> {
  const place = sql`${session.place && JSON.stringify(session.place)}::jsonb`;
  // All parts see the places as they were before.
  await sql`with known as (
      select place, last_login_at from app.user_places where user_id = ${session.userId}),
    noted as (
      insert into app.user_places (user_id, place) select ${session.userId}, ${place} where ${place} is not null
      on conflict (user_id, place) do update set last_login_at = app.now())
    insert into app.sessions (token_hash, user_id, account_id, user_agent, place, is_new_place, expires_at)
    select ${session.tokenHash}, ${session.userId}, ${session.accountId}, ${session.userAgent.slice(0, 300)}, ${place},
      ${place} is not null and exists (select from known) and not exists (
        select from known where place = ${place} and last_login_at > app.now() - interval '90 days'),
      app.now() + make_interval(secs => ${session.seconds})`.execute(tx);
  await tx.updateTable('users').set({ last_login_at: now }).where('id', '=', session.userId).execute();
  await tx
    .updateTable('memberships')
    .set({ last_seen_at: now })
    .where('user_id', '=', session.userId)
    .where('account_id', '=', session.accountId)
    .execute();
}

export async function deleteSession(tx: Tx | Db, sessionId: number): Promise<void> {
  await tx.deleteFrom('sessions').where('id', '=', sessionId).execute();
}

export async function deleteSessionByToken(tx: Tx | Db, tokenHash: Buffer): Promise<void> {
  await tx.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

export async function deleteSessionsOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

export async function deleteOtherSessions(tx: Tx, userId: number, keptId: number): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).where('id', '<>', keptId).execute();
}

/** False if the session is not one of this user. */
export async function deleteOwnSession(tx: Tx, userId: number, sessionId: number): Promise<boolean> {
  const gone = await tx
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
}

/** The live sessions of a user, last used first. */
export function listSessions(db: Db, userId: number) {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'place', 'is_new_place', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Notes that the person of a session has just shown who they are. */
export async function confirmSession(tx: Tx | Db, sessionId: number): Promise<void> {
  await tx.updateTable('sessions').set({ confirmed_at: now }).where('id', '=', sessionId).execute();
}

export async function moveSession(tx: Tx, sessionId: number, accountId: number): Promise<void> {
  await tx.updateTable('sessions').set({ account_id: accountId }).where('id', '=', sessionId).execute();
}

export function findUserByEmail(tx: Tx | Db, email: string) {
  return tx
    .selectFrom('users')
    .selectAll()
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .executeTakeFirst();
}

export function findUser(tx: Tx | Db, userId: number) {
  return tx.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
}

export function listMemberships(tx: Tx | Db, userId: number) {
  return tx
    .selectFrom('memberships as m')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .select(['a.id', 'a.name', 'a.currency', 'a.timezone', 'a.created_at', 'm.role', 'm.status'])
    .select(['a.requires_second_factor', 'm.limited'])
    .select(
      sql<boolean>`not m.limited or exists (select from app.membership_organizers o
        where o.account_id = m.account_id and o.user_id = m.user_id)`.as('mayCreateEvents'),
    )
    .where('m.user_id', '=', userId)
    .orderBy('a.name')
    .orderBy('a.id')
    .execute();
}

export async function hasOrganizer(tx: Tx | Db, accountId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('organizers')
    .select('id')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function insertUserWithAccount(
  tx: Tx,
  user: {
    firstName: string;
    lastName: string;
    email: string;
    passwordHash: string;
    locale: Locale;
    timezone: string;
    currency: string;
  },
): Promise<{ userId: number; accountId: number } | null> {
  const created = await tx
    .insertInto('users')
    .values({
      first_name: user.firstName,
      last_name: user.lastName,
      email: user.email,
      password_hash: user.passwordHash,
      locale: user.locale,
      terms_agreed_at: now,
    })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!created) return null;
  const account = await tx
    .insertInto('accounts')
    .values({
      name: personName(user),
      currency: user.currency,
      timezone: user.timezone,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('memberships')
    .values({ account_id: account.id, user_id: created.id, role: 'owner' })
    .execute();
  return { userId: created.id, accountId: account.id };
}

export async function updateUser(
  tx: Tx,
  userId: number,
  fields: { first_name?: string; last_name?: string; locale?: string; timezone?: string | null },
): Promise<void> {
  await tx.updateTable('users').set(fields).where('id', '=', userId).execute();
}

type Purpose = 'confirm_email' | 'reset_password';

/** Ends earlier links of the same purpose. */
export async function replaceUserToken(
  tx: Tx,
  token: { hash: Buffer; userId: number; purpose: Purpose; email: string; seconds: number },
): Promise<void> {
  await tx
    .deleteFrom('user_tokens')
    .where('user_id', '=', token.userId)
    .where('purpose', '=', token.purpose)
    .execute();
  await tx
    .insertInto('user_tokens')
    .values({
      token_hash: token.hash,
      user_id: token.userId,
      purpose: token.purpose,
      email: token.email,
      expires_at: sql<Date>`app.now() + make_interval(secs => ${token.seconds})`,
    })
    .execute();
}

export function findUserToken(tx: Tx | Db, hash: Buffer, purpose: Purpose) {
  return tx
    .selectFrom('user_tokens')
    .select(['user_id', 'email'])
    .where('token_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Uses a link up. Undefined if another call has just used it, or if it no longer works. */
export function spendUserToken(tx: Tx, hash: Buffer, purpose: Purpose) {
  return tx
    .updateTable('user_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['user_id', 'email'])
    .executeTakeFirst();
}

export async function setPassword(tx: Tx, userId: number, hash: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: hash, password_changed_at: now })
    .where('id', '=', userId)
    .execute();
}

/** Ends the links that would set another password. */
export async function deleteResetLinks(tx: Tx, userId: number): Promise<void> {
  await tx
    .deleteFrom('user_tokens')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'reset_password')
    .execute();
}

/** The user of a confirmation link, also of a used or expired one. */
export function findConfirmationOwner(tx: Tx | Db, hash: Buffer) {
  return tx
    .selectFrom('user_tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select(['u.id', 'u.email_confirmed_at'])
    .where('t.token_hash', '=', hash)
    .where('t.purpose', '=', 'confirm_email')
    .executeTakeFirst();
}

/** Confirms the address that the link was mailed to, if it is still the user's address. */
export async function confirmUserEmail(tx: Tx, userId: number, email: string): Promise<boolean> {
  const changed = await tx
    .updateTable('users')
    .set({ email_confirmed_at: sql<Date>`coalesce(email_confirmed_at, app.now())` })
    .where('id', '=', userId)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

export async function deleteExpired(db: Db): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', now).execute();
  // The last place stays: whoever comes back after months from elsewhere comes from a new place.
  await sql`delete from app.user_places p where last_login_at < app.now() - interval '90 days' and exists (
    select from app.user_places later where later.user_id = p.user_id and later.last_login_at > p.last_login_at)`.execute(
    db,
  );
  await db.deleteFrom('pending_logins').where('expires_at', '<', now).execute();
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', now).execute();
  await db
    .deleteFrom('user_tokens')
    .where(sql<boolean>`expires_at < app.now() - interval '30 days'`)
    .execute();
}

/** The logo of an account; null if it has none. */
export async function findLogo(tx: Tx | Db, accountId: number): Promise<Cover | null> {
  const row = await tx
    .selectFrom('images as i')
    .select(COVER_COLUMNS)
    .where('i.account_id', '=', accountId)
    .where('i.type', '=', 'ACCOUNT_LOGO')
    .executeTakeFirst();
  return row ? coverOf(row) : null;
}
