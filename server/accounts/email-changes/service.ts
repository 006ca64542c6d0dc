import { createHmac } from 'node:crypto';
import { inTransaction, type Tx } from '../../db/client.ts';
import { violates } from '../../db/errors.ts';
import { type Ctx, userOf } from '../../platform/context.ts';
import { fail, failFields } from '../../platform/errors.ts';
import { queueMail } from '../../platform/mail/mailer.ts';
import { deriveKey, hashToken, newToken } from '../../platform/secrets.ts';
import { lockUser } from '../factors/queries.ts';
import { expectFresh } from '../factors/service.ts';
import { mailResetLinkIn } from '../password-reset.ts';
import { deleteOtherSessions, deleteSessionsOf, findUserByEmail } from '../queries.ts';
import * as queries from './queries.ts';

const CONFIRM_SECONDS = 86_400;
const UNDO_SECONDS = 7 * 86_400;

/**
 * The token with which the old address undoes a change. It is made from the change's id, so that each mail to the old
 * address carries the same link.
 */
const undoToken = ({ config }: Pick<Ctx, 'config'>, id: number): string =>
  createHmac('sha256', deriveKey(config.secret, 'undo-email-change')).update(String(id)).digest('base64url');

type User = { id: number; email: string; locale: string };

/** Mails the link to the new address. One that already has an account gets other words and no link. */
async function mailNewAddress(tx: Tx, user: User, newEmail: string, token: string): Promise<void> {
  const known = await findUserByEmail(tx, newEmail);
  await queueMail(tx, {
    kind: known ? 'email_change_taken' : 'email_change_confirm',
    dedupeKey: `email_change:${hashToken(token).toString('base64url')}`,
    to: newEmail,
    locale: known?.locale ?? user.locale,
    userId: known?.id ?? user.id,
    data: known ? {} : { token },
  });
}

async function mailOldAddress(
  tx: Tx,
  user: User,
  change: { oldEmail: string; newEmail: string; undo: string; isDone: boolean },
): Promise<void> {
  const { oldEmail, newEmail, undo, isDone } = change;
  await queueMail(tx, {
    kind: 'email_change_notice',
    dedupeKey: `email_change_notice:${hashToken(undo).toString('base64url')}:${isDone ? 'done' : 'asked'}`,
    to: oldEmail,
    locale: user.locale,
    userId: user.id,
    data: { newEmail, token: undo, isDone },
  });
}

/**
 * Begins a change of the user's address, in place of one that waits. The new address gets a link for 24 hours, the old one
 * is told at once and can undo it for seven days. It answers the same if another user has the address, who is told
 * instead. Throws IDENTITY_UNCONFIRMED; VALIDATION_FAILED for the present address.
 */
export async function requestEmailChange(ctx: Ctx, newEmail: string): Promise<void> {
  const actor = userOf(ctx.actor);
  expectFresh(actor);
  await inTransaction(ctx.db, async (tx) => {
    const user = await lockUser(tx, actor.userId);
    if (!user) throw fail('UNAUTHENTICATED');
    if (user.email.toLowerCase() === newEmail.toLowerCase())
      throw failFields([{ path: 'email', code: 'duplicate' }]);
    await queries.cancelPending(tx, user.id);
    const confirm = newToken();
    const id = await queries.insertChange(tx, {
      userId: user.id,
      oldEmail: user.email,
      newEmail,
      confirmHash: hashToken(confirm),
      confirmSeconds: CONFIRM_SECONDS,
      undoSeconds: UNDO_SECONDS,
    });
    const undo = undoToken(ctx, id);
    await queries.setUndoHash(tx, id, hashToken(undo));
    await mailNewAddress(tx, user, newEmail, confirm);
    await mailOldAddress(tx, user, { oldEmail: user.email, newEmail, undo, isDone: false });
  });
}

/** Mails the link once more; earlier ones stop working. Throws NOT_FOUND if no change waits, or for another user's id. */
export async function resendEmailChange(ctx: Ctx, userId: number): Promise<void> {
  const actor = userOf(ctx.actor);
  if (userId !== actor.userId) throw fail('NOT_FOUND');
  await inTransaction(ctx.db, async (tx) => {
    const user = await lockUser(tx, userId);
    const change = await queries.findPending(tx, userId);
    if (!user || !change) throw fail('NOT_FOUND');
    const token = newToken();
    await queries.renewPending(tx, change.id, hashToken(token), CONFIRM_SECONDS);
    await mailNewAddress(tx, user, change.new_email, token);
  });
}

/** Keeps the old address. Throws NOT_FOUND if no change waits, or for another user's id. */
export async function cancelEmailChange(ctx: Ctx, userId: number): Promise<void> {
  if (userId !== userOf(ctx.actor).userId) throw fail('NOT_FOUND');
  if (!(await queries.cancelPending(ctx.db, userId))) throw fail('NOT_FOUND');
}

/**
 * Writes the new address with the link that was mailed to it, once. Ends the sessions but the caller's own, and every
 * mailed link to the old address but the one that undoes this. Throws LINK_INVALID, also for another user's id; EMAIL_TAKEN
 * if somebody has registered the address meanwhile: nothing changes then.
 */
export async function confirmEmailChange(
  ctx: Ctx,
  userId: number,
  token: string,
): Promise<{ email: string }> {
  const change = inTransaction(ctx.db, async (tx) => {
    const user = await lockUser(tx, userId);
    const found = await queries.findByConfirmHash(tx, hashToken(token));
    if (!user || found?.user_id !== userId) throw fail('LINK_INVALID');
    if (!(await queries.setEmail(tx, userId, found.new_email))) throw fail('EMAIL_TAKEN');
    await queries.deleteUserTokens(tx, userId);
    await queries.noteConfirmed(tx, found.id, UNDO_SECONDS);
    const own = ctx.actor.kind === 'user' && ctx.actor.userId === userId ? ctx.actor.sessionId : null;
    if (own === null) await deleteSessionsOf(tx, userId);
    else await deleteOtherSessions(tx, userId, own);
    await mailOldAddress(tx, user, {
      oldEmail: found.old_email,
      newEmail: found.new_email,
      undo: undoToken(ctx, found.id),
      isDone: true,
    });
    return { email: found.new_email };
  });
  return change.catch((error: unknown) => {
    // Two users confirm the same address at once: the index decides.
    throw violates(error, 'users_email') ? fail('EMAIL_TAKEN', { cause: error }) : error;
  });
}

/**
 * Undoes a change and every later one with the link that was mailed to the old address. Ends every session. If an address
 * had been confirmed, somebody else may know the password, so a link to set a new one is mailed to the old address. Throws
 * LINK_INVALID; EMAIL_TAKEN if somebody has registered the old address since.
 */
export async function undoEmailChange(
  ctx: Ctx,
  token: string,
): Promise<{ email: string; wasConfirmed: boolean }> {
  return inTransaction(ctx.db, async (tx) => {
    const first = await queries.findByUndoHash(tx, hashToken(token));
    if (!first) throw fail('LINK_INVALID');
    const user = await lockUser(tx, first.user_id);
    // Looked up again behind the lock: another link may have undone it.
    const found = await queries.findByUndoHash(tx, hashToken(token));
    if (!user || !found) throw fail('LINK_INVALID');
    const wasConfirmed = await queries.wasConfirmedSince(tx, user.id, found.id);
    if (wasConfirmed) {
      if (!(await queries.setEmail(tx, user.id, found.old_email))) throw fail('EMAIL_TAKEN');
      await queries.deleteUserTokens(tx, user.id);
    }
    await queries.undoFrom(tx, user.id, found.id);
    await deleteSessionsOf(tx, user.id);
    if (wasConfirmed) await mailResetLinkIn(tx, { ...user, email: found.old_email });
    return { email: found.old_email, wasConfirmed };
  });
}
