import type { Place } from '@entrada/contract/accounts/place';
import type { Security } from '@entrada/contract/accounts/security';
import { inTransaction } from '../../db/client.ts';
import { type Ctx, userOf } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { expectUnbreached } from '../breached.ts';
import { findPending } from '../email-changes/queries.ts';
import { countRecoveryCodes, findApp, listRequiring } from '../factors/queries.ts';
import { expectFresh } from '../factors/service.ts';
import { mailNotice } from '../notices.ts';
import { listPasskeys } from '../passkeys/service.ts';
import { hashPassword, passwordFits } from '../password.ts';
import * as queries from '../queries.ts';
import { deviceOf } from './core/device.ts';

/** How the user signs in, and where they are signed in. Sessions that were used last come first, this one before all. */
export async function getSecurity(ctx: Ctx): Promise<Security> {
  const actor = userOf(ctx.actor);
  const { userId } = actor;
  const user = await queries.findUser(ctx.db, userId);
  if (!user) throw fail('UNAUTHENTICATED');
  const change = await findPending(ctx.db, userId);
  const app = await findApp(ctx.db, userId);
  const sessions = await queries.listSessions(ctx.db, userId);
  return {
    email: user.email,
    emailChange: change
      ? {
          newEmail: change.new_email,
          expiresAt: change.expires_at.toISOString(),
          isExpired: change.is_expired,
        }
      : null,
    hasPassword: user.password_hash !== null,
    passwordChangedAt: user.password_changed_at?.toISOString() ?? null,
    passkeys: await listPasskeys(ctx, userId),
    app: app ? { since: app.confirmed_at?.toISOString() ?? null } : null,
    recoveryCodes: await countRecoveryCodes(ctx.db, userId),
    requiredBy: await listRequiring(ctx.db, userId),
    sessions: sessions
      .map((session) => ({
        id: session.id,
        ...deviceOf(session.user_agent),
        place: session.place as Place | null,
        isNewPlace: session.is_new_place,
        createdAt: session.created_at.toISOString(),
        lastSeenAt: session.last_seen_at.toISOString(),
        isCurrent: session.id === actor.sessionId,
      }))
      .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent)),
  };
}

/** Throws WRONG_PASSWORD. The caller counts the tries. */
export async function expectPassword(ctx: Ctx, password: string): Promise<void> {
  const user = await queries.findUser(ctx.db, userOf(ctx.actor).userId);
  if (!(await passwordFits(password, user?.password_hash ?? null))) throw fail('WRONG_PASSWORD');
}

/** Notes that the person of this session has just shown who they are. */
export const noteIdentity = (ctx: Ctx): Promise<void> =>
  queries.confirmSession(ctx.db, userOf(ctx.actor).sessionId);

/**
 * Sets a new password, ends every other session and every mailed link to reset it, and mails the user. Throws
 * WRONG_PASSWORD, VALIDATION_FAILED for a password known from breaches.
 */
export async function changePassword(
  ctx: Ctx,
  input: { currentPassword: string; password: string },
): Promise<void> {
  const actor = userOf(ctx.actor);
  await expectPassword(ctx, input.currentPassword);
  expectUnbreached(input.password);
  const hash = await hashPassword(input.password);
  await inTransaction(ctx.db, async (tx) => {
    await queries.setPassword(tx, actor.userId, hash);
    await queries.deleteResetLinks(tx, actor.userId);
    await queries.deleteOtherSessions(tx, actor.userId, actor.sessionId);
    await queries.confirmSession(tx, actor.sessionId);
    await mailNotice(tx, actor.userId, 'password_changed');
  });
}

/** Ends one of the user's own sessions. Throws NOT_FOUND for one of somebody else, IDENTITY_UNCONFIRMED. */
export async function endSession(ctx: Ctx, sessionId: number): Promise<void> {
  const actor = userOf(ctx.actor);
  await inTransaction(ctx.db, async (tx) => {
    if (!(await queries.deleteOwnSession(tx, actor.userId, sessionId))) throw fail('NOT_FOUND');
    expectFresh(actor);
  });
}

/** Ends every session of the user but this one. Throws IDENTITY_UNCONFIRMED. */
export async function endOtherSessions(ctx: Ctx): Promise<void> {
  const actor = userOf(ctx.actor);
  expectFresh(actor);
  await inTransaction(ctx.db, (tx) => queries.deleteOtherSessions(tx, actor.userId, actor.sessionId));
}
