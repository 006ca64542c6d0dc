import type { acceptAsNewUser, getInvitation } from '@entrada/contract/accounts/invitations';
import { personName } from '@entrada/contract/accounts/person-name';
import type { Locale } from '@entrada/contract/constants';
import type { OutputOf } from '@entrada/contract/endpoint';
import type { z } from 'zod';
import { type Db, inTransaction, type Tx } from '../../db/client.ts';
import { audit } from '../../platform/audit.ts';
import { type Ctx, scopeOfRow, type UserActor, userOf } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { hashToken } from '../../platform/secrets.ts';
import { expectUnbreached } from '../breached.ts';
import { hashPassword } from '../password.ts';
import { confirmUserEmail, findUser, moveSession } from '../queries.ts';
import { openSession, type Visitor } from '../sessions.ts';
import * as invitations from './invitation-queries.ts';
import { lockMember, tellStreams, writeMember, writeReach } from './queries.ts';

/**
 * The invitation of a link that works. Throws LINK_INVALID for a link that never was one, and else why it no longer works:
 * INVITATION_ACCEPTED, INVITATION_REVOKED, INVITATION_REPLACED (a newer one was sent), INVITATION_EXPIRED.
 */
async function findWorking(tx: Tx | Db, token: string): Promise<invitations.ByToken> {
  const found = await invitations.findByToken(tx, hashToken(token));
  if (!found) throw fail('LINK_INVALID');
  if (found.acceptedAt) throw fail('INVITATION_ACCEPTED');
  if (found.revokedAt) throw fail('INVITATION_REVOKED');
  if (found.isReplaced) throw fail('INVITATION_REPLACED');
  if (found.isExpired) throw fail('INVITATION_EXPIRED');
  return found;
}

/** What an invitation is for. Accepts nothing, so a program that opens links does no harm. Throws as `findWorking`. */
export async function lookAt(ctx: Ctx, token: string): Promise<OutputOf<typeof getInvitation>['data']> {
  const found = await findWorking(ctx.db, token);
  return {
    account: found.account,
    role: found.role,
    email: found.email,
    invitedBy: personName({ firstName: found.inviterFirstName, lastName: found.inviterLastName }),
    reach: found.limited ? [...found.organizers, ...found.events].map(({ name }) => name) : null,
    hasUser: found.userId !== null,
    expiresAt: found.expiresAt.toISOString(),
  };
}

/** Uses the invitation up for a user and writes the membership with its reach. Of many at once only one comes through. */
async function join(
  tx: Tx,
  ctx: Ctx,
  found: invitations.ByToken,
  { token, userId }: { token: string; userId: number },
) {
  const scope = scopeOfRow(found);
  if (!(await invitations.accept(tx, found.id, hashToken(token)))) {
    await findWorking(tx, token);
    throw fail('INVITATION_ACCEPTED');
  }
  const present = await lockMember(tx, scope, userId);
  if (present && present.status !== 'left') throw fail('INVITATION_ACCEPTED');
  await writeMember(tx, scope, userId, { role: found.role, status: 'active', limited: found.limited });
  await writeReach(tx, scope, userId, {
    eventIds: found.limited ? found.events.map(({ id }) => id) : [],
    organizerIds: found.limited ? found.organizers.map(({ id }) => id) : [],
  });
  await tellStreams(tx, scope, [userId]);
  await audit(tx, ctx, scope, {
    action: 'invitation.accepted',
    target: { type: 'user', id: userId },
    after: { email: found.email, role: found.role },
  });
}

type NewUser = z.output<(typeof acceptAsNewUser)['body']>;

/**
 * Accepts an invitation as somebody new: makes the user, whose address the link has proved, and signs in. Throws as
 * `findWorking`; USER_EXISTS if the address has a user; VALIDATION_FAILED for a password known from breaches.
 */
export async function acceptAsNew(
  ctx: Ctx,
  token: string,
  input: NewUser & { locale: Locale },
  visitor: Visitor,
): Promise<{ token: string }> {
  if ((await findWorking(ctx.db, token)).userId !== null) throw fail('USER_EXISTS');
  expectUnbreached(input.password);
  const passwordHash = await hashPassword(input.password);
  return inTransaction(ctx.db, async (tx) => {
    const found = await findWorking(tx, token);
    const { firstName, lastName, locale } = input;
    const user = { firstName, lastName, locale, email: found.email, passwordHash };
    const userId = await invitations.insertInvitedUser(tx, user);
    if (userId === null) {
      await findWorking(tx, token);
      throw fail('USER_EXISTS');
    }
    const actor: UserActor = {
      ...{ kind: 'user', userId, accountId: found.accountId, role: found.role, limited: found.limited },
      ...{ sessionId: 0, emailConfirmed: true, locale },
    };
    await join(tx, { ...ctx, actor }, found, { token, userId });
    const opened = await openSession(tx, { userId, accountId: found.accountId, role: found.role }, visitor);
    return { token: opened.token };
  });
}

/**
 * Accepts an invitation as the signed-in user, whose session goes on in the account. The link has proved the address, so it is
 * confirmed. Throws as `findWorking`, INVITATION_OTHER_ADDRESS with the invited address.
 */
export function acceptAsSelf(ctx: Ctx, token: string): Promise<void> {
  const { userId, sessionId } = userOf(ctx.actor);
  return inTransaction(ctx.db, async (tx) => {
    const found = await findWorking(tx, token);
    const me = await findUser(tx, userId);
    if (me?.email.toLowerCase() !== found.email.toLowerCase())
      throw fail('INVITATION_OTHER_ADDRESS', { params: { email: found.email, own: me?.email ?? '' } });
    await join(tx, ctx, found, { token, userId });
    await confirmUserEmail(tx, userId, found.email);
    await moveSession(tx, sessionId, found.accountId);
  });
}
