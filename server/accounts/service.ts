import type { CurrentUser } from '@entrada/contract/accounts/accounts';
import type { Locale } from '@entrada/contract/constants';
import { PERMISSIONS, type Permission, type Role, roleMay } from '@entrada/contract/permissions';
import { type Db, inTransaction, type Tx } from '../db/client.ts';
import type { Ctx, UserActor } from '../platform/context.ts';
import { fail } from '../platform/errors.ts';
import type { FindSession } from '../platform/http/session.ts';
import { enqueue, type JobRef } from '../platform/jobs/job.ts';
import { queueMail } from '../platform/mail/mailer.ts';
import { hashToken, newToken } from '../platform/secrets.ts';
import { expectUnbreached } from './breached.ts';
import { hashPassword, passwordFits } from './password.ts';
import * as queries from './queries.ts';

/** The lifetime of a session. */
export const SESSION_SECONDS = 30 * 86_400;
const CONFIRM_SECONDS = 7 * 86_400;
const RESET_SECONDS = 3600;

/** The job that looks up an address and mails its reset link. */
export const MAIL_RESET_LINK: JobRef<{ email: string }> & { name: string } = { name: 'mail_reset_link' };

/** The origin of a session, which its user can see later. */
export type Visitor = { userAgent: string; address: string };

type SignedIn = { status: 'signed_in'; token: string; user: CurrentUser };

/** Finds the user of a session token. Records at most once a minute that the session is used. */
export function findSession(db: Db): FindSession {
  return async (tokenHash) => {
    const found = await queries.findSessionActor(db, tokenHash);
    if (!found) return null;
    const { isStale, ...actor } = found;
    if (isStale) await queries.touchSession(db, actor.sessionId);
    return actor;
  };
}

/** The signed-in person, as every page may know them. Null without a live session. */
export async function findPageUser(db: Db, tokenHash: Buffer) {
  const actor = await queries.findSessionActor(db, tokenHash);
  const user = actor && (await queries.findUser(db, actor.userId));
  if (!user) return null;
  return {
    id: user.id,
    firstName: user.first_name,
    lastName: user.last_name,
    email: user.email,
    locale: user.locale,
  };
}

/** What the interface needs to know about the user of this session. Throws UNAUTHENTICATED if the user is gone. */
export async function describeUser(
  tx: Tx | Db,
  actor: Pick<UserActor, 'userId' | 'accountId' | 'role'>,
): Promise<CurrentUser> {
  const user = await queries.findUser(tx, actor.userId);
  const account = (await queries.listMemberships(tx, actor.userId)).find(
    (membership) => membership.id === actor.accountId,
  );
  if (!user || !account) throw fail('UNAUTHENTICATED');
  return {
    id: user.id,
    firstName: user.first_name,
    lastName: user.last_name,
    email: user.email,
    emailConfirmed: user.email_confirmed_at !== null,
    locale: user.locale as Locale,
    account: { id: account.id, name: account.name, currency: account.currency, timezone: account.timezone },
    role: account.role as Role,
    permissions: (Object.keys(PERMISSIONS) as Permission[]).filter((permission) =>
      roleMay(account.role as Role, permission),
    ),
    hasOrganizer: await queries.hasOrganizer(tx, account.id),
  };
}

async function openSession(
  tx: Tx,
  member: { userId: number; accountId: number; role: Role },
  visitor: Visitor,
): Promise<SignedIn> {
  const token = newToken();
  await queries.insertSession(tx, {
    tokenHash: hashToken(token),
    ...member,
    ...visitor,
    seconds: SESSION_SECONDS,
  });
  return { status: 'signed_in', token, user: await describeUser(tx, member) };
}

async function mailConfirmation(tx: Tx, user: { id: number; email: string; locale: string }): Promise<void> {
  const token = newToken();
  await queries.replaceUserToken(tx, {
    hash: hashToken(token),
    userId: user.id,
    purpose: 'confirm_email',
    email: user.email,
    seconds: CONFIRM_SECONDS,
  });
  await queueMail(tx, {
    kind: 'confirm_email',
    dedupeKey: `confirm_email:${hashToken(token).toString('base64url')}`,
    to: user.email,
    locale: user.locale,
    userId: user.id,
    data: { token },
  });
}

export type Registration = {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  locale: Locale;
  timezone: string;
  currency: string;
};

/**
 * Creates a user with an account, mails a confirmation link and signs in. For a known address it creates
 * nothing and opens no session. Its owner gets a mail instead, at most once an hour.
 */
export async function registerUser(
  ctx: Ctx,
  input: Registration,
  visitor: Visitor,
): Promise<SignedIn | { status: 'check_mailbox' }> {
  const passwordHash = await hashPassword(input.password);
  const created = await inTransaction(ctx.db, async (tx) => {
    const ids = await queries.insertUserWithAccount(tx, { ...input, passwordHash });
    if (!ids) return null;
    await mailConfirmation(tx, { id: ids.userId, email: input.email, locale: input.locale });
    return openSession(tx, { ...ids, role: 'owner' }, visitor);
  });
  if (created) return created;
  const known = await queries.findUserByEmail(ctx.db, input.email);
  if (known) await mailAlreadyRegistered(ctx, known);
  return { status: 'check_mailbox' };
}

/** Sends at most one such mail an hour, whoever registers. */
async function mailAlreadyRegistered(
  ctx: Ctx,
  user: { id: number; email: string; locale: string },
): Promise<void> {
  const hour = Math.floor(ctx.now.getTime() / 3_600_000);
  await queueMail(ctx.db, {
    kind: 'email_already_registered',
    dedupeKey: `email_already_registered:${user.id}:${hour}`,
    to: user.email,
    locale: user.locale,
    userId: user.id,
  });
}

/**
 * Signs in. If the user has several active accounts and chose none, it returns the accounts and opens no
 * session. Throws WRONG_CREDENTIALS, ACCOUNT_INACTIVE (no active membership), NOT_FOUND (the chosen account is not
 * one of them), UNAVAILABLE (too many logins at once).
 */
export async function signIn(
  ctx: Ctx,
  input: { email: string; password: string; accountId?: number | undefined },
  visitor: Visitor,
): Promise<SignedIn | { status: 'choose_account'; accounts: { id: number; name: string; role: Role }[] }> {
  const user = await queries.findUserByEmail(ctx.db, input.email);
  if (!(await passwordFits(input.password, user?.password_hash ?? null)) || !user)
    throw fail('WRONG_CREDENTIALS');
  const accounts = (await queries.listMemberships(ctx.db, user.id)).filter(
    (account) => account.status === 'active',
  );
  const [first] = accounts;
  if (!first) throw fail('ACCOUNT_INACTIVE');
  if (accounts.length > 1 && input.accountId === undefined) {
    return {
      status: 'choose_account',
      accounts: accounts.map(({ id, name, role }) => ({ id, name, role: role as Role })),
    };
  }
  const chosen =
    input.accountId === undefined ? first : accounts.find((account) => account.id === input.accountId);
  if (!chosen) throw fail('NOT_FOUND');
  return inTransaction(ctx.db, (tx) =>
    openSession(tx, { userId: user.id, accountId: chosen.id, role: chosen.role as Role }, visitor),
  );
}

/** Ends the session of this call. */
export async function signOut(ctx: Ctx, actor: UserActor): Promise<void> {
  await queries.deleteSession(ctx.db, actor.sessionId);
}

/**
 * Queues the work of `mailResetLink`. It does the same for every address, so neither the answer nor its duration reveals
 * whether the address is known.
 */
export const requestPasswordReset = (ctx: Ctx, email: string): Promise<void> =>
  enqueue(ctx.db, MAIL_RESET_LINK, { email });

/** Mails a reset link if the address is known. */
export async function mailResetLink(ctx: Pick<Ctx, 'db'>, email: string): Promise<void> {
  const user = await queries.findUserByEmail(ctx.db, email);
  if (!user) return;
  const token = newToken();
  const hash = hashToken(token);
  await inTransaction(ctx.db, async (tx) => {
    await queries.replaceUserToken(tx, {
      hash,
      userId: user.id,
      purpose: 'reset_password',
      email: user.email,
      seconds: RESET_SECONDS,
    });
    await queueMail(tx, {
      kind: 'reset_password',
      dedupeKey: `reset_password:${hash.toString('base64url')}`,
      to: user.email,
      locale: user.locale,
      userId: user.id,
      data: { token },
    });
  });
}

/** Whether a reset link still works. */
export async function isResetLinkValid(ctx: Ctx, token: string): Promise<boolean> {
  return (await queries.findUserToken(ctx.db, hashToken(token), 'reset_password')) !== undefined;
}

/**
 * Sets a new password with a mailed link, once, and ends every session of the user. The address is confirmed
 * too, because the link was mailed to it. Throws LINK_INVALID, VALIDATION_FAILED for a password known from breaches.
 */
export async function resetPassword(ctx: Ctx, token: string, password: string): Promise<void> {
  if (!(await isResetLinkValid(ctx, token))) throw fail('LINK_INVALID');
  expectUnbreached(password);
  const passwordHash = await hashPassword(password);
  await inTransaction(ctx.db, async (tx) => {
    const spent = await queries.spendUserToken(tx, hashToken(token), 'reset_password');
    if (!spent) throw fail('LINK_INVALID');
    await queries.setPassword(tx, spent.user_id, passwordHash);
    await queries.confirmUserEmail(tx, spent.user_id, spent.email);
    await queries.deleteSessionsOf(tx, spent.user_id);
  });
}

/**
 * Confirms an email address with the mailed link, once. Throws LINK_INVALID, also for a link of another user.
 * Throws EMAIL_ALREADY_CONFIRMED for a used or expired link of a user whose address is confirmed.
 */
export async function confirmEmail(ctx: Ctx, userId: number, token: string): Promise<void> {
  const hash = hashToken(token);
  await inTransaction(ctx.db, async (tx) => {
    const spent = await queries.spendUserToken(tx, hash, 'confirm_email');
    if (!spent) {
      const owner = await queries.findConfirmationOwner(tx, hash);
      throw fail(
        owner?.id === userId && owner.email_confirmed_at ? 'EMAIL_ALREADY_CONFIRMED' : 'LINK_INVALID',
      );
    }
    if (spent.user_id !== userId) throw fail('LINK_INVALID');
    if (!(await queries.confirmUserEmail(tx, userId, spent.email))) throw fail('LINK_INVALID');
  });
}

/**
 * Mails a new confirmation link. Earlier links stop working. Throws EMAIL_ALREADY_CONFIRMED, NOT_FOUND for
 * another user's id.
 */
export async function resendConfirmation(ctx: Ctx, actor: UserActor, userId: number): Promise<void> {
  if (userId !== actor.userId) throw fail('NOT_FOUND');
  const user = await queries.findUser(ctx.db, userId);
  if (!user) throw fail('NOT_FOUND');
  if (user.email_confirmed_at) throw fail('EMAIL_ALREADY_CONFIRMED');
  await inTransaction(ctx.db, (tx) => mailConfirmation(tx, user));
}

/** Changes the user's own name or language. */
export async function updateProfile(
  ctx: Ctx,
  actor: UserActor,
  input: { firstName?: string | undefined; lastName?: string | undefined; locale?: Locale | undefined },
): Promise<CurrentUser> {
  const fields = {
    ...(input.firstName !== undefined && { first_name: input.firstName }),
    ...(input.lastName !== undefined && { last_name: input.lastName }),
    ...(input.locale !== undefined && { locale: input.locale }),
  };
  return inTransaction(ctx.db, async (tx) => {
    if (Object.keys(fields).length > 0) await queries.updateUser(tx, actor.userId, fields);
    return describeUser(tx, actor);
  });
}

/** The accounts that the user belongs to and may enter. */
export async function listAccounts(ctx: Ctx, actor: UserActor) {
  const accounts = await queries.listMemberships(ctx.db, actor.userId);
  return accounts
    .filter((account) => account.status === 'active')
    .map((account) => ({
      id: account.id,
      name: account.name,
      role: account.role as Role,
      current: account.id === actor.accountId,
      createdAt: account.created_at.toISOString(),
    }));
}

/** Continues this session in another account of the user. Throws NOT_FOUND for any other account. */
export async function switchAccount(ctx: Ctx, actor: UserActor, accountId: number): Promise<CurrentUser> {
  const account = (await listAccounts(ctx, actor)).find((candidate) => candidate.id === accountId);
  if (!account) throw fail('NOT_FOUND');
  return inTransaction(ctx.db, async (tx) => {
    await queries.moveSession(tx, actor.sessionId, accountId);
    return describeUser(tx, { userId: actor.userId, accountId, role: account.role });
  });
}

/** Removes expired sessions, and links that expired long ago. */
export async function forgetExpired(db: Db): Promise<void> {
  await queries.deleteExpired(db);
}
