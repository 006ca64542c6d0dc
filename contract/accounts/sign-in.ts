import { z } from 'zod';
import { LIMITS } from '../constants.ts';
import { endpoint, single } from '../endpoint.ts';
import { id, mailedToken } from '../fields.ts';
import { ROLES } from '../permissions.ts';
import { session } from './session.ts';

/** What a browser's `navigator.credentials` answers, as JSON. The library that verifies it reads it strictly. */
export const passkeyAnswer = z.looseObject({
  id: z.string().min(1).max(1400),
  rawId: z.string().min(1).max(1400),
  type: z.literal('public-key'),
  response: z.record(z.string(), z.unknown()),
});
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

/** What `navigator.credentials` is asked, as JSON. */
export const passkeyQuestion = z.record(z.string(), z.unknown());

/** A code of six digits from an app, or a recovery code. Spaces, hyphens and the width of the digits do not count. */
export const factorCode = z
  .string()
  .transform((code) => code.normalize('NFKC').replace(/[\s-]/g, '').toLowerCase())
  .pipe(z.string().min(1).max(LIMITS.factorCode));

/** The ways in which somebody can show the second step. */
const methods = z.object({ app: z.boolean(), recoveryCode: z.boolean(), passkey: z.boolean() });
export type FactorMethods = z.output<typeof methods>;

const choice = z.object({
  status: z.literal('choose_account'),
  /** For `POST /auth/login/account`. */
  pending: z.string(),
  accounts: z.array(z.object({ id: z.number(), name: z.string(), role: z.enum(ROLES) })),
});
const secondFactor = z.object({
  status: z.literal('second_factor'),
  /** For the calls of the second step. It lasts ten minutes and is no session. */
  pending: z.string(),
  methods,
});
export const signedInOrChoice = z.discriminatedUnion('status', [session, choice]);
export const signInReply = z.discriminatedUnion('status', [session, choice, secondFactor]);

export const signInWithCode = endpoint({
  method: 'POST',
  path: '/auth/login/second-factor',
  access: 'public',
  summary: 'The second step of a login: a code of an authenticator app or a recovery code.',
  body: z.strictObject({ pending: mailedToken, code: factorCode, accountId: id.optional() }),
  response: single(signedInOrChoice),
});

export const chooseAccount = endpoint({
  method: 'POST',
  path: '/auth/login/account',
  access: 'public',
  summary: 'The last step of a login with several accounts.',
  body: z.strictObject({ pending: mailedToken, accountId: id }),
  response: single(session),
});

export const askPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkey/options',
  access: 'public',
  summary:
    'What an authenticator has to sign for a login. With `pending`, only the passkeys of that user serve.',
  body: z.strictObject({ pending: mailedToken.optional() }),
  response: single(passkeyQuestion),
});

export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkey',
  access: 'public',
  summary: 'Sign in with a passkey, without a password or as the second step after it.',
  body: z.strictObject({ credential: passkeyAnswer, accountId: id.optional() }),
  response: single(signedInOrChoice),
});
