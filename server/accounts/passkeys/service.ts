import { personName } from '@entrada/contract/accounts/person-name';
import type { Passkey } from '@entrada/contract/accounts/security';
import type { PasskeyAnswer } from '@entrada/contract/accounts/sign-in';
import { inTransaction } from '../../db/client.ts';
import { type Ctx, userOf } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { newToken } from '../../platform/secrets.ts';
import { lockUser, noteSecondFactor } from '../factors/queries.ts';
import { expectFactorLeft, expectFresh, noteNewFactor } from '../factors/service.ts';
import { mailNotice } from '../notices.ts';
import { deleteOtherSessions, findUser } from '../queries.ts';
import * as queries from './queries.ts';

/** How long somebody may take to answer an authenticator. */
const CHALLENGE_SECONDS = 300;
const MOST_PASSKEYS = 20;
const RP_NAME = 'Entrada';
/**
 * Ed25519, ECDSA with P-256 and RSA: what authenticators know. Without this list the library offers one that Node still
 * calls experimental.
 */
const ALGORITHMS = [-8, -7, -257];

/** The library is loaded with the first passkey, because loading it takes a fifth of a second. */
const library = () => import('@simplewebauthn/server');

type Place = Pick<Ctx, 'config' | 'db'>;
/** The host for which passkeys are made. A passkey of one host never works at another. */
const rpIdOf = ({ config }: Place) => new URL(config.baseUrl).hostname;
const originOf = ({ config }: Place) => new URL(config.baseUrl).origin;

const described = (row: {
  id: number;
  name: string;
  is_synced: boolean;
  created_at: Date;
  last_used_at: Date | null;
}): Passkey => ({
  id: row.id,
  name: row.name,
  isSynced: row.is_synced,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

/** The passkeys of a user, oldest first. */
export async function listPasskeys(ctx: Pick<Ctx, 'db'>, userId: number): Promise<Passkey[]> {
  return (await queries.listPasskeys(ctx.db, userId)).map(described);
}

/** What an authenticator needs to make a passkey. Throws IDENTITY_UNCONFIRMED, TOO_MANY_PASSKEYS. */
export async function askNewPasskey(ctx: Ctx) {
  const actor = userOf(ctx.actor);
  expectFresh(actor);
  const user = await findUser(ctx.db, actor.userId);
  if (!user) throw fail('UNAUTHENTICATED');
  const known = await queries.listPasskeys(ctx.db, actor.userId);
  if (known.length >= MOST_PASSKEYS) throw fail('TOO_MANY_PASSKEYS');
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: RP_NAME,
    rpID: rpIdOf(ctx),
    userName: user.email,
    userDisplayName: personName({ firstName: user.first_name, lastName: user.last_name }),
    userID: new TextEncoder().encode(`user:${user.id}`),
    attestationType: 'none',
    excludeCredentials: known.map((one) => ({ id: one.credential_id, transports: one.transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
    timeout: CHALLENGE_SECONDS * 1000,
  });
  await queries.insertChallenge(ctx.db, {
    challenge: options.challenge,
    userId: user.id,
    purpose: 'add',
    seconds: CHALLENGE_SECONDS,
  });
  return { ...options };
}

/**
 * Keeps a passkey that an authenticator has made, and ends every other session. Answers recovery codes if the user has
 * none yet. Throws IDENTITY_UNCONFIRMED, PASSKEY_REFUSED.
 */
export async function addPasskey(
  ctx: Ctx,
  input: { name: string; credential: PasskeyAnswer },
): Promise<{ passkey: Passkey; recoveryCodes: string[] | null }> {
  const actor = userOf(ctx.actor);
  expectFresh(actor);
  const { verifyRegistrationResponse } = await library();
  const response = input.credential as unknown as Parameters<
    typeof verifyRegistrationResponse
  >[0]['response'];
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: async (challenge) => {
      const spent = await queries.spendChallenge(ctx.db, challenge, 'add');
      return spent?.user_id === actor.userId;
    },
    expectedOrigin: originOf(ctx),
    expectedRPID: rpIdOf(ctx),
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((cause: unknown) => {
    throw fail('PASSKEY_REFUSED', { cause });
  });
  if (!verified) throw fail('PASSKEY_REFUSED');
  const { credential, credentialBackedUp } = registrationInfo;
  return inTransaction(ctx.db, async (tx) => {
    await lockUser(tx, actor.userId);
    const kept = await queries.insertPasskey(tx, {
      user_id: actor.userId,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      sign_count: credential.counter,
      transports: credential.transports ?? [],
      is_synced: credentialBackedUp,
      name: input.name,
    });
    if (!kept) throw fail('PASSKEY_REFUSED');
    const recoveryCodes = await noteNewFactor(ctx, tx, actor, 'passkey_added');
    return { passkey: described(kept), recoveryCodes };
  });
}

/** Throws NOT_FOUND for a passkey of somebody else. */
export async function renamePasskey(ctx: Ctx, id: number, name: string): Promise<Passkey> {
  const renamed = await queries.renamePasskey(ctx.db, userOf(ctx.actor).userId, id, name);
  if (!renamed) throw fail('NOT_FOUND');
  return described(renamed);
}

/**
 * Removes a passkey. Throws NOT_FOUND for one of somebody else, IDENTITY_UNCONFIRMED, ONLY_WAY_IN (the user has no
 * password and no other passkey), SECOND_FACTOR_KEPT (an account asks for a second factor and none would be left).
 */
export async function removePasskey(ctx: Ctx, id: number): Promise<void> {
  const actor = userOf(ctx.actor);
  await inTransaction(ctx.db, async (tx) => {
    const user = await lockUser(tx, actor.userId);
    if (!(await queries.deletePasskey(tx, actor.userId, id))) throw fail('NOT_FOUND');
    expectFresh(actor);
    const left = await queries.listPasskeys(tx, actor.userId);
    if (left.length === 0 && !user?.password_hash) throw fail('ONLY_WAY_IN');
    await expectFactorLeft(tx, actor.userId);
    await noteSecondFactor(tx, actor.userId);
    await deleteOtherSessions(tx, actor.userId, actor.sessionId);
    await mailNotice(tx, actor.userId, 'passkey_removed');
  });
}

/**
 * What an authenticator has to sign. For a user it names their passkeys. For nobody it names none, so that the
 * authenticator offers what it has for this host.
 */
export async function askPasskey(ctx: Place, purpose: 'sign_in' | 'confirm', userId: number | null) {
  const known = userId === null ? [] : await queries.listPasskeys(ctx.db, userId);
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: rpIdOf(ctx),
    userVerification: 'required',
    timeout: CHALLENGE_SECONDS * 1000,
    challenge: Buffer.from(newToken(), 'base64url'),
    ...(userId !== null && {
      allowCredentials: known.map((one) => ({ id: one.credential_id, transports: one.transports as [] })),
    }),
  });
  await queries.insertChallenge(ctx.db, {
    challenge: options.challenge,
    userId,
    purpose,
    seconds: CHALLENGE_SECONDS,
  });
  return { ...options };
}

/**
 * The user whose authenticator has signed a challenge of ours. The authenticator has checked a finger, a face or a PIN, so
 * this is two factors at once. Throws PASSKEY_REFUSED: unknown, another user's, a used challenge, another host, a copy.
 */
export async function verifyPasskey(
  ctx: Place,
  credential: PasskeyAnswer,
  purpose: 'sign_in' | 'confirm',
): Promise<number> {
  const passkey = await queries.findPasskey(ctx.db, credential.id);
  if (!passkey) throw fail('PASSKEY_REFUSED');
  const { verifyAuthenticationResponse } = await library();
  const response = credential as unknown as Parameters<typeof verifyAuthenticationResponse>[0]['response'];
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: async (challenge) => {
      const spent = await queries.spendChallenge(ctx.db, challenge, purpose);
      return spent !== undefined && (spent.user_id === null || spent.user_id === passkey.user_id);
    },
    expectedOrigin: originOf(ctx),
    expectedRPID: rpIdOf(ctx),
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.sign_count,
      transports: passkey.transports as [],
    },
  }).catch((cause: unknown) => {
    throw fail('PASSKEY_REFUSED', { cause });
  });
  const noted =
    verified &&
    (await queries.notePasskeyUse(ctx.db, passkey.id, passkey.sign_count, authenticationInfo.newCounter));
  if (!noted) throw fail('PASSKEY_REFUSED');
  return passkey.user_id;
}
