import { inTransaction, type Tx } from '../db/client.ts';
import type { Ctx } from '../platform/context.ts';
import { fail } from '../platform/errors.ts';
import { enqueue, type JobRef } from '../platform/jobs/job.ts';
import { queueMail } from '../platform/mail/mailer.ts';
import { hashToken, newToken } from '../platform/secrets.ts';
import { expectUnbreached } from './breached.ts';
import { hashPassword } from './password.ts';
import * as queries from './queries.ts';

const RESET_SECONDS = 3600;

/** The job that looks up an address and mails its reset link. */
export const MAIL_RESET_LINK: JobRef<{ email: string }> & { name: string } = { name: 'mail_reset_link' };

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
  await inTransaction(ctx.db, (tx) => mailResetLinkIn(tx, user));
}

/** Mails a reset link in the caller's transaction. Earlier links stop working. */
export async function mailResetLinkIn(
  tx: Tx,
  user: { id: number; email: string; locale: string },
): Promise<void> {
  const token = newToken();
  const hash = hashToken(token);
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
