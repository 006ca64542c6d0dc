import type { getOwnershipTransfer } from '@entrada/contract/accounts/ownership';
import { personName } from '@entrada/contract/accounts/person-name';
import { TEAM } from '@entrada/contract/accounts/team';
import type { OutputOf } from '@entrada/contract/endpoint';
import { type Db, inTransaction, type Tx } from '../../db/client.ts';
import { audit } from '../../platform/audit.ts';
import { type Ctx, scopeOf, userOf } from '../../platform/context.ts';
import { fail, failFields } from '../../platform/errors.ts';
import { queueMail } from '../../platform/mail/mailer.ts';
import { passwordFits } from '../password.ts';
import { findUser } from '../queries.ts';
import * as queries from './ownership-queries.ts';
import { lockMember, tellStreams, writeReach } from './queries.ts';

type Shown = NonNullable<OutputOf<typeof getOwnershipTransfer>['data']>;

/** The open handover of the account as one of its two sides sees it. Null for everybody else. */
export async function findTransfer(ctx: Ctx, tx: Tx | Db = ctx.db): Promise<Shown | null> {
  const { userId } = userOf(ctx.actor);
  const found = await queries.findOpenTransfer(tx, scopeOf(ctx.actor));
  if (!found || (found.fromId !== userId && found.toId !== userId)) return null;
  return {
    from: {
      id: found.fromId,
      name: personName({ firstName: found.fromFirstName, lastName: found.fromLastName }),
    },
    to: { id: found.toId, name: personName({ firstName: found.toFirstName, lastName: found.toLastName }) },
    expiresAt: found.expiresAt.toISOString(),
    isForYou: found.toId === userId,
  };
}

/**
 * Offers the account to another active member, whose agreement it needs, and mails and records it. Throws
 * WRONG_PASSWORD, NOT_FOUND for somebody who is not active in the account, TRANSFER_OPEN.
 */
export async function offer(
  ctx: Ctx,
  { userId, password }: { userId: number; password: string },
): Promise<Shown> {
  const scope = scopeOf(ctx.actor);
  const actor = userOf(ctx.actor);
  const me = await findUser(ctx.db, actor.userId);
  if (!(await passwordFits(password, me?.password_hash ?? null))) throw fail('WRONG_PASSWORD');
  return inTransaction(ctx.db, async (tx) => {
    if (userId === actor.userId) throw failFields([{ path: 'userId', code: 'not_found' }]);
    const member = await lockMember(tx, scope, userId);
    if (member?.status !== 'active') throw fail('NOT_FOUND');
    const id = await queries.insertTransfer(tx, scope, {
      from: actor.userId,
      to: userId,
      days: TEAM.transferDays,
    });
    if (id === null) throw fail('TRANSFER_OPEN');
    const user = await findUser(tx, userId);
    if (!user) throw fail('NOT_FOUND');
    await queueMail(tx, {
      kind: 'ownership_offered',
      dedupeKey: `ownership_offered:${id}`,
      to: user.email,
      locale: user.locale,
      accountId: scope.accountId,
      userId,
      data: { accountId: scope.accountId },
    });
    await audit(tx, ctx, scope, { action: 'ownership.offered', target: { type: 'user', id: userId } });
    const shown = await findTransfer(ctx, tx);
    if (!shown) throw fail('NOT_FOUND');
    return shown;
  });
}

/**
 * Agrees to become the owner; the owner before becomes an administrator. Records it. NOT_FOUND if there is no open offer to
 * the caller; EMAIL_NOT_CONFIRMED. Locks both memberships.
 */
export function agree(ctx: Ctx): Promise<void> {
  const scope = scopeOf(ctx.actor);
  const { userId, emailConfirmed } = userOf(ctx.actor);
  if (!emailConfirmed) throw fail('EMAIL_NOT_CONFIRMED');
  return inTransaction(ctx.db, async (tx) => {
    const from = await queries.acceptTransfer(tx, scope, userId);
    if (from === null) throw fail('NOT_FOUND');
    for (const one of [from, userId].toSorted((a, b) => a - b)) await lockMember(tx, scope, one);
    await writeReach(tx, scope, userId, { eventIds: [], organizerIds: [] });
    await queries.swapOwner(tx, scope, { from, to: userId });
    await tellStreams(tx, scope, [from, userId]);
    await audit(tx, ctx, scope, {
      action: 'ownership.taken_over',
      target: { type: 'user', id: userId },
      before: { owner: from },
      after: { owner: userId },
    });
  });
}

/** Takes the offer back, or declines it, and records it. NOT_FOUND if the caller has no part in an open one. */
export function end(ctx: Ctx): Promise<void> {
  const scope = scopeOf(ctx.actor);
  const { userId } = userOf(ctx.actor);
  return inTransaction(ctx.db, async (tx) => {
    const found = await findTransfer(ctx, tx);
    if (!found || !(await queries.endOpenTransfers(tx, scope, { ofUser: userId }))) throw fail('NOT_FOUND');
    await audit(tx, ctx, scope, {
      action: found.isForYou ? 'ownership.declined' : 'ownership.taken_back',
      target: { type: 'user', id: found.to.id },
    });
  });
}
