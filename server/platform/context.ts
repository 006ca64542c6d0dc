import type { Locale } from '@entrada/contract/constants';
import type { Role } from '@entrada/contract/permissions';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config/environment.ts';
import type { Db, Tx } from '../db/client.ts';
import { fail } from './errors.ts';

export type UserActor = {
  kind: 'user';
  userId: number;
  accountId: number;
  role: Role;
  /** Reaches only the events and organizers that the membership lists. */
  limited: boolean;
  sessionId: number;
  emailConfirmed: boolean;
  locale: Locale;
  /** Showed who they are within the last ten minutes. */
  isFresh?: boolean;
  /** The account asks for a second factor that this user does not have. */
  lacksSecondFactor?: boolean;
};
/** The server itself. `forUserId`: it goes on with what this person began. */
type SystemActor = { kind: 'system'; forUserId?: number };
export type Actor = { kind: 'anonymous' } | SystemActor | UserActor;

/** What a service gets with every call. It contains nothing of HTTP. */
export type Ctx = {
  db: Db;
  actor: Actor;
  /** For displayed times only. Deadlines are decided in SQL by app.now(). */
  now: Date;
  locale: Locale;
  log: FastifyBaseLogger;
  config: Config;
  requestId: string | null;
};

declare const scoped: unique symbol;
/**
 * The right to read and change the rows of one account. Every tenant query takes a scope, so that nobody can
 * write a query without one. `memberId`: the member who reaches only some events of the account, or null. A query of one
 * event need not look at it, because the route has checked the event (platform/reach/expect.ts). A query over the account
 * filters by it (platform/reach/queries.ts).
 */
export type AccountScope = {
  readonly accountId: number;
  readonly memberId: number | null;
  readonly [scoped]: true;
};

/** The scope of the signed-in user. Throws UNAUTHENTICATED for everybody else. */
export function scopeOf(actor: Actor): AccountScope {
  if (actor.kind !== 'user') throw fail('UNAUTHENTICATED');
  return { accountId: actor.accountId, memberId: actor.limited ? actor.userId : null } as AccountScope;
}

/** The scope of a row that was found by its own secret, for example an order by its link. */
export function scopeOfRow({ accountId }: { accountId: number }): AccountScope {
  return { accountId, memberId: null } as AccountScope;
}

/** The scope of a member of an account for whom something is made, such as a summary. */
export function scopeOfMember(member: { accountId: number; userId: number; limited: boolean }): AccountScope {
  return { accountId: member.accountId, memberId: member.limited ? member.userId : null } as AccountScope;
}

/** The signed-in user, in a call that only signed-in users may make. */
export function userOf(actor: Actor): UserActor {
  if (actor.kind !== 'user') throw fail('UNAUTHENTICATED');
  return actor;
}

export type { Db, Tx };
