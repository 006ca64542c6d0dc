import type { CurrentUser } from '@entrada/contract/accounts/accounts';
import type { Place } from '@entrada/contract/accounts/place';
import { ZONE_HEADER } from '@entrada/contract/accounts/zone-header';
import type { Role } from '@entrada/contract/permissions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Db, inTransaction, type Tx } from '../db/client.ts';
import type { Ctx, UserActor } from '../platform/context.ts';
import { fail } from '../platform/errors.ts';
import { cookieTokenOf, type FindSession, startBrowserSession } from '../platform/http/session.ts';
import { findPlace } from '../platform/places/find.ts';
import { hashToken, newToken } from '../platform/secrets.ts';
import { describeUser } from './current-user.ts';
import * as queries from './queries.ts';

/** The lifetime of a session. */
export const SESSION_SECONDS = 30 * 86_400;

/** The origin of a session, which its user can see later. Its network address is not kept. */
export type Visitor = { userAgent: string; place: Place | null };

/** Who opens a session by this call. */
export async function visitorOf(ctx: Ctx, { headers, ip }: FastifyRequest): Promise<Visitor> {
  const zone = headers[ZONE_HEADER];
  return {
    userAgent: String(headers['user-agent'] ?? ''),
    place: await findPlace(ctx, { address: ip, zone: typeof zone === 'string' ? zone : undefined }),
  };
}

export type SignedIn = { status: 'signed_in'; token: string; user: CurrentUser };

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

/** Opens a session of a user in one of the user's accounts, and answers its token. */
export async function openSession(
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

/**
 * Gives a browser the session that it has just opened, and ends the one that it had before: its token is in no browser
 * any more.
 */
export async function handOver(
  { db, config }: Pick<Ctx, 'db' | 'config'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  token: string,
): Promise<void> {
  const before = cookieTokenOf(request, config);
  if (before !== null) await queries.deleteSessionByToken(db, hashToken(before));
  startBrowserSession(reply, config, token, SESSION_SECONDS);
}

/** Ends the session of this call. */
export async function signOut(ctx: Ctx, actor: UserActor): Promise<void> {
  await queries.deleteSession(ctx.db, actor.sessionId);
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
