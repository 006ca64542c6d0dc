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
  sessionId: number;
  emailConfirmed: boolean;
  locale: Locale;
};
export type Actor = { kind: 'anonymous' } | { kind: 'system' } | UserActor;

/** What a service gets with every call. Carries no HTTP. */
export type Ctx = {
  db: Db;
  actor: Actor;
  /** For what is shown; deadlines are decided in SQL by app.now(). */
  now: Date;
  locale: Locale;
  log: FastifyBaseLogger;
  config: Config;
  requestId: string | null;
};

declare const scoped: unique symbol;
/** The right to touch one account's rows. Tenant queries take it, so that none can be written without one. */
export type AccountScope = { readonly accountId: number; readonly [scoped]: true };

/** The scope of the signed-in user. Throws UNAUTHENTICATED for anybody else. */
export function scopeOf(actor: Actor): AccountScope {
  if (actor.kind !== 'user') throw fail('UNAUTHENTICATED');
  return { accountId: actor.accountId } as AccountScope;
}

/** The scope of a row that was reached by a secret of its own, as an order by its link. */
export function scopeOfRow(row: { account_id: number }): AccountScope {
  return { accountId: row.account_id } as AccountScope;
}

/** The signed-in user of a call that is declared for signed-in users. */
export function userOf(actor: Actor): UserActor {
  if (actor.kind !== 'user') throw fail('UNAUTHENTICATED');
  return actor;
}

export type { Db, Tx };
