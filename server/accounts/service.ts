import type { CurrentUser } from '@entrada/contract/accounts/accounts';
import type { Locale } from '@entrada/contract/constants';
import { inTransaction, type Tx } from '../db/client.ts';
import type { Ctx, UserActor } from '../platform/context.ts';
import { fail } from '../platform/errors.ts';
import { queueMail } from '../platform/mail/mailer.ts';
import { hashToken, newToken } from '../platform/secrets.ts';
import { describeUser } from './current-user.ts';
import { hashPassword } from './password.ts';
import * as queries from './queries.ts';
import { openSession, type SignedIn, type Visitor } from './sessions.ts';

const CONFIRM_SECONDS = 7 * 86_400;
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

/** Changes the user's own name, language or time zone. */
export async function updateProfile(
  ctx: Ctx,
  actor: UserActor,
  input: {
    firstName?: string | undefined;
    lastName?: string | undefined;
    locale?: Locale | undefined;
    timezone?: string | null | undefined;
  },
): Promise<CurrentUser> {
  const fields = {
    ...(input.firstName !== undefined && { first_name: input.firstName }),
    ...(input.lastName !== undefined && { last_name: input.lastName }),
    ...(input.locale !== undefined && { locale: input.locale }),
    ...(input.timezone !== undefined && { timezone: input.timezone }),
  };
  return inTransaction(ctx.db, async (tx) => {
    if (Object.keys(fields).length > 0) await queries.updateUser(tx, actor.userId, fields);
    return describeUser(tx, actor);
  });
}
