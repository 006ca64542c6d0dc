import type { ErrorCode } from '@entrada/contract/errors';
import { inTransaction, type Tx } from '../../db/client.ts';
import { audit } from '../../platform/audit.ts';
import { type Ctx, scopeOf, type UserActor, userOf } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { deriveKey } from '../../platform/secrets.ts';
import { mailNotice } from '../notices.ts';
import { deleteOtherSessions, deleteSessionsOf } from '../queries.ts';
import { isRecoveryCode, newRecoveryCodes, recoveryHash } from './core/recovery-codes.ts';
import { judgeCode, keyUri, newSecret, seal, stepAt, toBase32, unseal } from './core/totp.ts';
import * as queries from './queries.ts';

const ISSUER = 'Entrada';

type Keys = Pick<Ctx, 'config'>;
const keyFor = ({ config }: Keys, purpose: string) =>
  Buffer.from(deriveKey(config.secret, purpose), 'base64url');

/** Throws IDENTITY_UNCONFIRMED unless the person of this session showed who they are within the last ten minutes. */
export function expectFresh(actor: UserActor): void {
  if (!actor.isFresh) throw fail('IDENTITY_UNCONFIRMED');
}

/** Makes ten codes in place of those of before. They are answered once and stored as hashes. */
async function makeRecoveryCodes(ctx: Keys, tx: Tx, userId: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  const key = keyFor(ctx, 'recovery-codes');
  await queries.replaceRecoveryCodes(
    tx,
    userId,
    codes.map((code) => recoveryHash(code, key, userId)),
  );
  return codes;
}

/**
 * Notes a new second factor, ends the sessions that were opened without it, and mails the user. Answers recovery codes if
 * the user has none yet.
 */
export async function noteNewFactor(
  ctx: Ctx,
  tx: Tx,
  actor: UserActor,
  what: 'app_added' | 'passkey_added',
): Promise<string[] | null> {
  const { codes } = await queries.findFactors(tx, actor.userId);
  await queries.noteSecondFactor(tx, actor.userId);
  await deleteOtherSessions(tx, actor.userId, actor.sessionId);
  await mailNotice(tx, actor.userId, what);
  return codes > 0 ? null : makeRecoveryCodes(ctx, tx, actor.userId);
}

/**
 * Begins to set up an authenticator app, or goes on with a secret that waits for its first code. Throws
 * IDENTITY_UNCONFIRMED, APP_ALREADY_ON.
 */
export async function beginApp(ctx: Ctx): Promise<{ key: string; uri: string }> {
  const actor = userOf(ctx.actor);
  expectFresh(actor);
  const key = keyFor(ctx, 'totp');
  return inTransaction(ctx.db, async (tx) => {
    const user = await queries.lockUser(tx, actor.userId);
    if (!user) throw fail('UNAUTHENTICATED');
    const known = await queries.findApp(tx, actor.userId);
    if (known?.confirmed_at) throw fail('APP_ALREADY_ON');
    const secret = known ? unseal(known.sealed_secret, key, actor.userId) : newSecret();
    if (!known) await queries.insertApp(tx, actor.userId, seal(secret, key, actor.userId));
    return { key: toBase32(secret), uri: keyUri(secret, { email: user.email, issuer: ISSUER }) };
  });
}

type Judged = { ok: true } | { ok: false; code: ErrorCode };

/** Judges a code of the app and notes what it used up. The app is locked meanwhile. */
async function judgeAppCode(
  ctx: Keys,
  tx: Tx,
  userId: number,
  code: string,
  isNew: boolean,
): Promise<Judged> {
  const app = await queries.lockApp(tx, userId);
  if (!app || (app.confirmed_at === null) !== isNew) return { ok: false, code: 'WRONG_CODE' };
  const secret = unseal(app.sealed_secret, keyFor(ctx, 'totp'), userId);
  const factor = { secret, lastStep: app.last_step, burnedStep: app.burned_step };
  const judged = judgeCode(code, factor, stepAt(app.seconds));
  if (judged.ok) await queries.noteStep(tx, userId, { last_step: judged.step });
  else if (judged.code === 'CLOCK_WRONG') await queries.noteStep(tx, userId, { burned_step: judged.burned });
  return judged;
}

/**
 * Spends a code of the app or a recovery code. Throws WRONG_CODE, CODE_USED (an app's code works once), CLOCK_WRONG (the
 * code is right for a moment some minutes away). The caller counts the tries.
 */
export async function spendCode(
  ctx: Pick<Ctx, 'db' | 'config'>,
  userId: number,
  code: string,
): Promise<void> {
  // What a wrong code used up stays, so the refusal is thrown after the transaction.
  const judged = await inTransaction(ctx.db, async (tx): Promise<Judged> => {
    if (!isRecoveryCode(code)) return judgeAppCode(ctx, tx, userId, code, false);
    const hash = recoveryHash(code, keyFor(ctx, 'recovery-codes'), userId);
    if (!(await queries.spendRecoveryCode(tx, userId, hash))) return { ok: false, code: 'WRONG_CODE' };
    await mailNotice(tx, userId, 'recovery_code_used');
    return { ok: true };
  });
  if (!judged.ok) throw fail(judged.code);
}

/**
 * Switches the app on with one of its codes and ends every other session. Answers recovery codes if there are none yet.
 * Throws IDENTITY_UNCONFIRMED, WRONG_CODE, CLOCK_WRONG.
 */
export async function confirmApp(ctx: Ctx, code: string): Promise<{ recoveryCodes: string[] | null }> {
  const actor = userOf(ctx.actor);
  expectFresh(actor);
  const outcome = await inTransaction(ctx.db, async (tx) => {
    await queries.lockUser(tx, actor.userId);
    const judged = await judgeAppCode(ctx, tx, actor.userId, code, true);
    if (!judged.ok) return judged;
    await queries.confirmApp(tx, actor.userId);
    return { ok: true as const, recoveryCodes: await noteNewFactor(ctx, tx, actor, 'app_added') };
  });
  if (!outcome.ok) throw fail(outcome.code);
  return { recoveryCodes: outcome.recoveryCodes };
}

/**
 * Throws SECOND_FACTOR_KEPT if the user would be left without a second factor although an account asks for one. Call it
 * after the removal, in its transaction.
 */
export async function expectFactorLeft(tx: Tx, userId: number): Promise<void> {
  const { app, passkeys } = await queries.findFactors(tx, userId);
  if (app || passkeys > 0) return;
  if ((await queries.listRequiring(tx, userId)).length > 0) throw fail('SECOND_FACTOR_KEPT');
}

/** Switches the app off, also one that is set up half way. Throws IDENTITY_UNCONFIRMED, SECOND_FACTOR_KEPT. */
export async function removeApp(ctx: Ctx): Promise<void> {
  const actor = userOf(ctx.actor);
  expectFresh(actor);
  await inTransaction(ctx.db, async (tx) => {
    await queries.lockUser(tx, actor.userId);
    const wasOn = await queries.deleteApp(tx, actor.userId);
    if (!wasOn) return;
    await expectFactorLeft(tx, actor.userId);
    await queries.noteSecondFactor(tx, actor.userId);
    await deleteOtherSessions(tx, actor.userId, actor.sessionId);
    await mailNotice(tx, actor.userId, 'app_removed');
  });
}

/** Makes new recovery codes; those of before stop working. Throws IDENTITY_UNCONFIRMED, SECOND_FACTOR_MISSING. */
export async function renewRecoveryCodes(ctx: Ctx): Promise<{ recoveryCodes: string[] }> {
  const actor = userOf(ctx.actor);
  expectFresh(actor);
  return inTransaction(ctx.db, async (tx) => {
    const user = await queries.lockUser(tx, actor.userId);
    if (!user?.second_factor_at) throw fail('SECOND_FACTOR_MISSING');
    await mailNotice(tx, actor.userId, 'recovery_codes_renewed');
    return { recoveryCodes: await makeRecoveryCodes(ctx, tx, actor.userId) };
  });
}

/**
 * Takes every second factor from another member who lost them, and ends their sessions. Audited and mailed. Throws
 * IDENTITY_UNCONFIRMED; NOT_FOUND (no member, or oneself); OWNER_KEEPS_FACTORS, because nobody in the account outranks the owner;
 * MEMBER_ELSEWHERE for somebody who also belongs to another account, for which this account may not decide.
 */
export async function resetFactors(ctx: Ctx, userId: number): Promise<void> {
  const actor = userOf(ctx.actor);
  const scope = scopeOf(ctx.actor);
  await inTransaction(ctx.db, async (tx) => {
    await queries.lockUser(tx, userId);
    const memberships = await queries.listMembershipsOf(tx, userId);
    const here = memberships.find((one) => one.account_id === scope.accountId);
    if (!here || userId === actor.userId) throw fail('NOT_FOUND');
    expectFresh(actor);
    if (here.role === 'owner') throw fail('OWNER_KEEPS_FACTORS');
    if (memberships.some((one) => one.account_id !== scope.accountId && one.status === 'active'))
      throw fail('MEMBER_ELSEWHERE');
    await queries.deleteAllFactors(tx, userId);
    await deleteSessionsOf(tx, userId);
    await audit(tx, ctx, scope, { action: 'user.second-factor-reset', target: { type: 'user', id: userId } });
    await mailNotice(tx, userId, 'factors_reset');
  });
}

/** Takes the second factors from a user by the operator's command. Answers false if nobody has this address. */
export async function resetFactorsByOperator(
  db: Ctx['db'],
  find: (tx: Tx) => Promise<{ id: number } | undefined>,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const user = await find(tx);
    if (!user) return false;
    await queries.lockUser(tx, user.id);
    await queries.deleteAllFactors(tx, user.id);
    await deleteSessionsOf(tx, user.id);
    await mailNotice(tx, user.id, 'factors_reset');
    return true;
  });
}
