import type { Digest, Notifications } from '@entrada/contract/outreach/notifications';
import { type Ctx, scopeOf, scopeOfRow, userOf } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { momentsAfter } from './core/rhythms.ts';
import * as queries from './queries.ts';

async function find(ctx: Ctx): Promise<queries.Notified> {
  const found = await queries.findNotified(ctx.db, scopeOf(ctx.actor), userOf(ctx.actor).userId);
  if (!found) throw fail('NOT_FOUND');
  return found;
}

/** What the signed-in user gets of the account of the session. */
export async function getNotifications(ctx: Ctx): Promise<Notifications> {
  const { id: _, now: __, ...shown } = await find(ctx);
  return shown;
}

/** Switches summaries on or off for the signed-in user. The latest call wins. */
export async function saveNotifications(ctx: Ctx, on: Record<Digest, boolean>): Promise<Notifications> {
  const { timezone, now } = await find(ctx);
  const { userId } = userOf(ctx.actor);
  const next = momentsAfter(now, timezone);
  await queries.saveNotified(ctx.db, scopeOf(ctx.actor), { userId, timezone, next, on });
  return getNotifications(ctx);
}

type OfOne = { id: number; which: Digest };

/** Who gets a summary. Throws NOT_FOUND. */
export async function findSubscribed(
  { db }: Pick<Ctx, 'db'>,
  { id, which }: OfOne,
): Promise<queries.Subscribed> {
  const found = await queries.findSubscribed(db, id, which);
  if (!found) throw fail('NOT_FOUND');
  return found;
}

/** Switches one summary on or off for whoever has its link. The other one stays as it is. Throws NOT_FOUND. */
export async function switchDigest(ctx: Pick<Ctx, 'db'>, { id, which }: OfOne, isOn: boolean): Promise<void> {
  const { userId, ...found } = await findSubscribed(ctx, { id, which });
  const scope = scopeOfRow(found);
  const now = await queries.findNotified(ctx.db, scope, userId);
  if (!now) throw fail('NOT_FOUND');
  const { daily, weekly, timezone } = now;
  await queries.saveNotified(ctx.db, scope, {
    userId,
    timezone,
    next: momentsAfter(now.now, timezone),
    on: { daily, weekly, [which]: isOn },
  });
}
