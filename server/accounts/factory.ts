import { randomBytes } from 'node:crypto';
import type { Role } from '@entrada/contract/permissions';
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { hashToken, newToken } from '../platform/secrets.ts';

type UserOverrides = {
  email?: string;
  firstName?: string;
  lastName?: string;
  locale?: string;
  passwordHash?: string | null;
  emailConfirmed?: boolean;
};

async function insertUser(db: Db, overrides: UserOverrides): Promise<{ userId: number; email: string }> {
  const email = overrides.email ?? `user-${randomBytes(5).toString('hex')}@example.com`;
  const user = await db
    .insertInto('users')
    .values({
      first_name: overrides.firstName ?? 'Nuria',
      last_name: overrides.lastName ?? 'Vidal',
      email,
      locale: overrides.locale ?? 'en',
      password_hash: overrides.passwordHash ?? null,
      email_confirmed_at: (overrides.emailConfirmed ?? true) ? sql<Date>`app.now()` : null,
      terms_agreed_at: sql<Date>`app.now()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { userId: user.id, email };
}

/** Opens a session of a user in an account. Returns the token as a client sends it. */
export async function buildSession(db: Db, userId: number, accountId: number): Promise<string> {
  const token = newToken();
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      account_id: accountId,
      expires_at: sql<Date>`app.now() + interval '1 day'`,
    })
    .execute();
  return token;
}

/** A signed-in member of an account with a role. */
export async function buildUserIn(
  db: Db,
  accountId: number,
  role: Role,
  overrides: UserOverrides = {},
): Promise<{ userId: number; email: string; token: string }> {
  const { userId, email } = await insertUser(db, overrides);
  await db.insertInto('memberships').values({ account_id: accountId, user_id: userId, role }).execute();
  return { userId, email, token: await buildSession(db, userId, accountId) };
}

/** An account with its signed-in owner. Without a password hash nobody can log in by password. */
export async function buildAccount(
  db: Db,
  overrides: UserOverrides & { name?: string; currency?: string; timezone?: string } = {},
): Promise<{ accountId: number; userId: number; email: string; token: string }> {
  const account = await db
    .insertInto('accounts')
    .values({
      name: overrides.name ?? 'Laboratorio Marea',
      currency: overrides.currency ?? 'EUR',
      timezone: overrides.timezone ?? 'Europe/Madrid',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { accountId: account.id, ...(await buildUserIn(db, account.id, 'owner', overrides)) };
}
