import type { FactorMethods } from '@entrada/contract/accounts/sign-in';
import type { Role } from '@entrada/contract/permissions';
import { inTransaction, type Tx } from '../../db/client.ts';
import type { Ctx } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { hashToken, newToken } from '../../platform/secrets.ts';
import { findFactors } from '../factors/queries.ts';
import { passwordFits } from '../password.ts';
import { findUserByEmail, listMemberships } from '../queries.ts';
import { openSession, type SignedIn, type Visitor } from '../sessions.ts';
import * as queries from './queries.ts';

/** How long a login may wait between its steps. */
const PENDING_SECONDS = 600;

type Choice = {
  status: 'choose_account';
  pending: string;
  accounts: { id: number; name: string; role: Role }[];
};
export type Entered = SignedIn | Choice;
export type SecondStep = { status: 'second_factor'; pending: string; methods: FactorMethods };

async function keepPending(tx: Tx, userId: number, isComplete: boolean): Promise<string> {
  const token = newToken();
  await queries.insertPending(tx, { hash: hashToken(token), userId, isComplete, seconds: PENDING_SECONDS });
  return token;
}

/**
 * Opens a session of a user who has shown enough. If the user has several active accounts and chose none, it answers them
 * with a token for `chooseAccount` and opens no session. Throws ACCOUNT_INACTIVE (no active membership), NOT_FOUND (the
 * chosen account is not one of them).
 */
async function enter(
  tx: Tx,
  userId: number,
  accountId: number | undefined,
  visitor: Visitor,
): Promise<Entered> {
  const accounts = (await listMemberships(tx, userId)).filter((account) => account.status === 'active');
  const [first] = accounts;
  if (!first) throw fail('ACCOUNT_INACTIVE');
  if (accounts.length > 1 && accountId === undefined) {
    return {
      status: 'choose_account',
      pending: await keepPending(tx, userId, true),
      accounts: accounts.map(({ id, name, role }) => ({ id, name, role: role as Role })),
    };
  }
  const chosen = accountId === undefined ? first : accounts.find((account) => account.id === accountId);
  if (!chosen) throw fail('NOT_FOUND');
  return openSession(tx, { userId, accountId: chosen.id, role: chosen.role as Role }, visitor);
}

/**
 * The first step of a login, by password. A user with a second factor gets a token for the second step and no session.
 * Throws WRONG_CREDENTIALS, ACCOUNT_INACTIVE, NOT_FOUND, UNAVAILABLE (too many logins at once).
 */
export async function signIn(
  ctx: Ctx,
  input: { email: string; password: string; accountId?: number | undefined },
  visitor: Visitor,
): Promise<Entered | SecondStep> {
  const user = await findUserByEmail(ctx.db, input.email);
  if (!(await passwordFits(input.password, user?.password_hash ?? null)) || !user)
    throw fail('WRONG_CREDENTIALS');
  return inTransaction(ctx.db, async (tx) => {
    if (user.second_factor_at === null) return enter(tx, user.id, input.accountId, visitor);
    const { app, passkeys, codes } = await findFactors(tx, user.id);
    return {
      status: 'second_factor' as const,
      pending: await keepPending(tx, user.id, false),
      methods: { app, passkey: passkeys > 0, recoveryCode: codes > 0 },
    };
  });
}

/** The user who waits for the second step. Throws LOGIN_EXPIRED. */
export async function userOfSecondStep(ctx: Pick<Ctx, 'db'>, pending: string): Promise<number> {
  const found = await queries.findPending(ctx.db, hashToken(pending), false);
  if (!found) throw fail('LOGIN_EXPIRED');
  return found.user_id;
}

/** Ends the second step after a right code. One of two calls at once succeeds. Throws LOGIN_EXPIRED and what `enter` throws. */
export async function endSecondStep(
  ctx: Ctx,
  pending: string,
  accountId: number | undefined,
  visitor: Visitor,
): Promise<Entered> {
  return inTransaction(ctx.db, async (tx) => {
    const spent = await queries.spendPending(tx, hashToken(pending), false);
    if (!spent) throw fail('LOGIN_EXPIRED');
    return enter(tx, spent.user_id, accountId, visitor);
  });
}

/** Opens a session in one of the accounts of a finished login. Throws LOGIN_EXPIRED, NOT_FOUND, ACCOUNT_INACTIVE. */
export async function chooseAccount(
  ctx: Ctx,
  input: { pending: string; accountId: number },
  visitor: Visitor,
): Promise<SignedIn> {
  return inTransaction(ctx.db, async (tx) => {
    const spent = await queries.spendPending(tx, hashToken(input.pending), true);
    if (!spent) throw fail('LOGIN_EXPIRED');
    const entered = await enter(tx, spent.user_id, input.accountId, visitor);
    if (entered.status !== 'signed_in') throw fail('NOT_FOUND');
    return entered;
  });
}

/** Opens a session of a user whose passkey was verified. Throws what `enter` throws. */
export async function enterByPasskey(
  ctx: Ctx,
  userId: number,
  accountId: number | undefined,
  visitor: Visitor,
): Promise<Entered> {
  return inTransaction(ctx.db, (tx) => enter(tx, userId, accountId, visitor));
}
